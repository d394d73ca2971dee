import Hummingbird
import RouteDB

/// The pages of users.
struct UserPages {
    /// A page, whose values are those of the URL and of the registry's defaults.
    struct Profile: ResponseCodable {
        let id: Int
        let tab: String
    }

    func bind(to dispatcher: Dispatcher) {
        dispatcher.handle("user.profile") { .handled(try $0.decode(Profile.self)) }
    }
}
