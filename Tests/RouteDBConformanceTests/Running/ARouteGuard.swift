import RouteDB

/// What a case's `protect` says, of a registration or of a request: a verdict, and an error beside
/// it or none.
struct ARouteGuard: Sendable {
    /// The error that a guard gives.
    struct Failure: Error {
        let text: String
    }

    private let denies: Bool
    private let failure: Failure?

    init?(_ object: JSONObject) {
        guard let protect = object.object("protect") else { return nil }
        denies = protect.flag("deny") == true
        failure = protect.text("error").map(Failure.init)
    }

    var check: Dispatcher.Guard {
        { _ in
            if denies { return .deny(failure) }
            return failure.map { .warn($0) } ?? .allow
        }
    }

    /// An error of a report as cases write it; null for none.
    static func text(of error: (any Error)?) -> JSONValue {
        guard let error else { return .null }
        return .string((error as? Failure)?.text ?? "\(error)")
    }
}
