import Hummingbird
import RouteDB

/// What the server says of its registry.
struct Health: ResponseEncodable {
    /// The revision that requests are answered from.
    let revision: Int64
    /// Why the registry's file cannot be read at present; the last good revision goes on answering.
    let error: String?

    init(_ health: RouteRegistry.Health) {
        revision = health.revision
        error = health.refreshError.map { "\($0)" }
    }
}
