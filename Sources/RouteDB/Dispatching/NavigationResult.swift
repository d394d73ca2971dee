public import RouteDBRouting

/// What a navigation host did for a match, or why it did nothing.
public struct NavigationResult: Sendable {
    /// What was done.
    public enum Action: Hashable, Sendable {
        /// The screens were put on top of the stack.
        case push
        /// The screens were shown over the stack.
        case present
        /// The stack was cut down to the screen with this index.
        case popTo(Int)
        /// Nothing.
        case none(Refusal)
    }

    /// Why nothing was done.
    public enum Refusal: Hashable, Sendable {
        /// The host made no screen of a target, or has none with a token.
        case noScreen(String)
        /// A container would have been pushed.
        case pushedContainer
        /// The host does not allow the plan.
        case notAllowed
        /// The code behind a target handled the request, and had nothing to show.
        case nothingToShow
    }

    /// What was done.
    public let action: Action
    /// The plan.
    public let plan: NavigationPlan
    /// Whether the top screen was put into a navigation container of its own.
    public let isWrapped: Bool
    /// The host's screens that were made, bottom first, without the containers around them.
    public let screens: [any Sendable]

    /// Whether the change is animated.
    public var isAnimated: Bool { plan.isAnimated }
}
