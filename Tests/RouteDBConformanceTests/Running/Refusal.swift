/// A route of a case that the registry refused, so that it is not there.
struct Refusal: Sendable {
    let pattern: String
    /// Whether its text, its marks or its name are none; otherwise another route has them already.
    let isMalformed: Bool
}
