/// A pattern of a case that the registry refused, so that the route is not there.
struct Refusal: Sendable {
    let pattern: String
    /// Whether its text or its marks are no pattern; otherwise another route has it already.
    let isMalformed: Bool
}
