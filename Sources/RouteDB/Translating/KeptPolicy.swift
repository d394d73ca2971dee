public import RouteDBRouting

/// A policy that a converted namespace keeps, because the native profile does not set it.
public struct KeptPolicy: Hashable, Sendable {
    /// The policy.
    public let policy: Policy
    /// Its value.
    public let value: String
    /// Why the policy is kept.
    public let reason: Reason

    /// A reason to keep a policy.
    public enum Reason: Hashable, Sendable {
        /// The policy was set on the namespace explicitly.
        case chosen
        /// Without the policy, a URL would be answered differently.
        case difference(ResolutionDifference)
        /// Without the policy, two routes of one kind would have equal patterns, which is not
        /// allowed.
        case clash(RouteID, RouteID)
        /// Without the policy, a route could not be written in native syntax; the text says why.
        case obstacle(RouteID, String)
    }
}
