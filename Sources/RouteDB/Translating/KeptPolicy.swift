public import RouteDBRouting

/// A policy that the native profile does not set, and that a converted namespace keeps.
public struct KeptPolicy: Hashable, Sendable {
    /// The policy.
    public let policy: Policy
    /// Its value.
    public let value: String
    /// Why it stays.
    public let reason: Reason

    /// Why a policy stays.
    public enum Reason: Hashable, Sendable {
        /// Somebody set it on the namespace itself.
        case chosen
        /// Without it, a URL would be answered differently.
        case difference(ResolutionDifference)
        /// Without it, two routes of one kind would have equal patterns, which may not be.
        case clash(RouteID, RouteID)
        /// Without it, a route could not be written natively.
        case obstacle(RouteID, String)
    }
}
