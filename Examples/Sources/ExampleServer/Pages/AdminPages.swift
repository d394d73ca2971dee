import HTTPTypes
import Hummingbird
import RouteDB
import RouteDBHummingbird

/// The pages of the administrator, behind a guard.
struct AdminPages {
    /// What the administrator sees first.
    struct Overview: ResponseEncodable {
        let revision: Int64
    }

    /// What the administrator has to send; `nil` lets nobody in.
    let token: String?

    func bind(to dispatcher: Dispatcher) {
        // Whatever route leads to a target below `admin`, also one that is added tomorrow.
        dispatcher.protect(prefix: "admin") { invocation in
            guard let token, invocation.httpRequest?.headers[.authorization] == "Bearer \(token)"
            else {
                return .deny(HTTPError(.forbidden, message: "This is for the administrator."))
            }
            return .allow
        }
        dispatcher.handle("admin.overview") { invocation in
            .handled(Overview(revision: invocation.resolution.revision))
        }
    }
}
