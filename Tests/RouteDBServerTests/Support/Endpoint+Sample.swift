#if Server
import RouteDBServer

extension Endpoint {
    /// The path of the endpoint, with something for each parameter.
    var samplePath: String {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        return parts.map { part in
            part.hasPrefix("{") ? part == "{name}" ? "default" : "1" : String(part)
        }.joined(separator: "/")
    }
}
#endif
