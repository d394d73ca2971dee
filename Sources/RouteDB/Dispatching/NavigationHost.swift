public import RouteDBRouting

/// What a host has for a screen of a plan.
public enum ScreenAnswer<Screen: Sendable>: Sendable {
    /// The screen, which is not shown yet.
    case screen(Screen)
    /// None: the code behind the target has handled the request, and has nothing to show. The
    /// dispatch ends as handled, and nobody else is asked.
    case handled
    /// None: the match is refused.
    case declined
}

/// What shows screens: it makes them, and carries plans out.
///
/// The library decides what is done; a host does it, on whatever platform. The requirements are
/// asynchronous, so a class that is isolated to the main actor can be one.
public protocol NavigationHost<Screen>: Sendable {
    /// What the platform has for a screen.
    associatedtype Screen: Sendable

    /// The screens that are there, bottom first; asked for plans that may return to one of them.
    func stack() async -> [StackEntry]

    /// Makes a screen, or finds the one that a token names; nothing is shown yet.
    ///
    /// - Parameters:
    ///   - screen: What the plan says of it.
    ///   - invocation: The request, with its attachments.
    /// - Returns: The screen, or why there is none.
    /// - Throws: What fails the dispatch.
    func make(
        _ screen: NavigationPlan.Screen, for invocation: Invocation
    ) async throws -> ScreenAnswer<Screen>

    /// Gives a screen that is there the values with which it is shown again.
    ///
    /// It is called before ``popTo(_:of:)``. The screen has the key of the plan's screen from then
    /// on.
    ///
    /// - Parameters:
    ///   - index: The index of the screen, counted from the bottom.
    ///   - screen: What the plan says of it, with the new values.
    ///   - invocation: The request, with its attachments.
    /// - Throws: What fails the dispatch.
    func update(
        _ index: Int, with screen: NavigationPlan.Screen, for invocation: Invocation
    ) async throws

    /// Puts screens into a new container.
    ///
    /// - Parameters:
    ///   - screens: The screens, bottom first.
    ///   - container: The sort of container.
    /// - Returns: The container.
    /// - Throws: What fails the dispatch.
    func contain(
        _ screens: [Screen], in container: Presentation.Container
    ) async throws -> Screen

    /// Whether a screen is a navigation container: one is not pushed, and not wrapped again.
    func isContainer(_ screen: Screen) async -> Bool

    /// Whether a plan may be carried out; asked when its screens are made and before any is shown.
    func allows(_ plan: NavigationPlan, top: Screen) async -> Bool

    /// Puts screens on top of the stack.
    func push(_ screens: [Screen], of plan: NavigationPlan) async throws

    /// Shows screens, bottom first, over the stack.
    func present(_ screens: [Screen], of plan: NavigationPlan) async throws

    /// Cuts the stack down to the screen with an index, counted from the bottom.
    func popTo(_ index: Int, of plan: NavigationPlan) async throws
}

extension NavigationHost {
    /// No screen is a container.
    public func isContainer(_ screen: Screen) async -> Bool { false }

    /// Every plan is allowed.
    public func allows(_ plan: NavigationPlan, top: Screen) async -> Bool { true }
}
