public import RouteDBRouting

/// What a navigation host showed for a match, or why it showed nothing.
public struct NavigationResult: Sendable {
    /// What the host did.
    public enum Action: Hashable, Sendable {
        /// The screens were pushed onto the stack.
        case push
        /// The screens were presented over the stack.
        case present
        /// The stack was popped to the screen with this index, counted from the bottom.
        case popTo(Int)
        /// Nothing was shown.
        case none(Refusal)
    }

    /// Why nothing was shown.
    public enum Refusal: Hashable, Sendable {
        /// The host made no screen for this target, or has none with this token.
        case noScreen(String)
        /// The plan would have pushed a container.
        case pushedContainer
        /// The host does not allow the plan.
        case notAllowed
        /// The target's code handled the request and had nothing to show.
        case nothingToShow
    }

    /// What the host did.
    public let action: Action
    /// The navigation plan.
    public let plan: NavigationPlan
    /// Whether the screens were wrapped in a navigation container because the plan asks for
    /// wrapping.
    public let isWrapped: Bool
    /// The screens that the host made, bottom first, without the containers around them.
    public let screens: [any Sendable]

    /// Whether the change is animated.
    public var isAnimated: Bool { plan.isAnimated }
}
