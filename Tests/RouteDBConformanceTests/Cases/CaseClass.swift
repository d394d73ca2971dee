/// How much a case binds.
enum CaseClass: String, CaseIterable, Sendable {
    /// It must hold.
    case core
    /// It is deliberate or harmless, and holds.
    case edge
    /// The router's documentation says so, though its code does not.
    case intent
    /// An accident of the router, which is reproduced or listed as a difference.
    case quirk
}
