import RouteDB

/// What a case's `protect` says, of a registration or of a request.
struct ARouteGuard: Sendable {
    /// The error that a denial has, if it has one.
    struct Denial: Error {
        let text: String?
    }

    private let denial: Denial?

    /// Reads `protect`; an error denies, too.
    init?(_ object: JSONObject) {
        guard let protect = object.object("protect") else { return nil }
        let error = protect.text("error")
        denial = protect.flag("deny") == true || error != nil ? Denial(text: error) : nil
    }

    var check: Guard {
        { _ in denial.map { .deny($0) } ?? .allow }
    }
}
