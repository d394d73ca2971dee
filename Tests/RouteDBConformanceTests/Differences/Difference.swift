/// Something that RouteDB does otherwise than a router whose dialect it reads, on purpose.
///
/// `Docs/dialects.md` explains the same list to users.
struct Difference: Sendable {
    /// The short name, such as `D1`.
    let id: String
    let title: String
    let reason: String
    /// Whether a case that fails is about the difference; only failing cases are asked for.
    let covers: @Sendable (FailedCase) -> Bool

    /// The difference that explains why a case fails.
    static func covering(_ failed: FailedCase) -> Difference? {
        all.first { $0.covers(failed) }
    }
}
