public import RouteDBRouting

/// A host's answer when it is asked to make a screen of a plan.
public enum ScreenAnswer<Screen: Sendable>: Sendable {
    /// The screen, not yet shown.
    case screen(Screen)
    /// There is no screen, because the target's code handled the request and has nothing to show.
    /// The dispatch ends as handled.
    case handled
    /// There is no screen, and the match is declined.
    case declined
}

/// Makes and shows screens on a platform.
///
/// The library decides what to show; the host shows it. All requirements are asynchronous, so a
/// class that is isolated to the main actor can conform.
public protocol NavigationHost<Screen>: Sendable {
    /// The platform's type of screen.
    associatedtype Screen: Sendable

    /// Returns the screens that are currently shown, bottom first, so that a plan can return to one
    /// of them.
    func stack() async -> [NavigationPlan.StackEntry]

    /// Makes a screen, or finds the one that a token names, without showing it.
    ///
    /// - Parameters:
    ///   - screen: The screen's description in the plan.
    ///   - invocation: The invocation, with the request and its attachments.
    /// - Returns: The screen, or why there is none.
    /// - Throws: Any error; it fails the dispatch.
    func make(
        _ screen: NavigationPlan.Screen, for invocation: DispatchInvocation
    ) async throws -> ScreenAnswer<Screen>

    /// Updates a screen that is already shown with new values, before returning to it.
    ///
    /// It is called before ``popTo(_:of:)``. Afterwards, the screen has the key of the plan's
    /// screen.
    ///
    /// - Parameters:
    ///   - index: The index of the screen, counted from the bottom.
    ///   - screen: The screen's description in the plan, with the new values.
    ///   - invocation: The invocation, with the request and its attachments.
    /// - Throws: Any error; it fails the dispatch. There must be one if the stack has no such index: a
    ///   request may bring another stack.
    func update(
        _ index: Int, with screen: NavigationPlan.Screen, for invocation: DispatchInvocation
    ) async throws

    /// Puts screens into a new container, without showing it.
    ///
    /// - Parameters:
    ///   - screens: The screens, bottom first.
    ///   - container: The kind of container.
    /// - Returns: The container.
    /// - Throws: Any error; it fails the dispatch.
    func contain(
        _ screens: [Screen], in container: RoutePresentation.Container
    ) async throws -> Screen

    /// Returns whether a screen is a navigation container, which is never pushed and never wrapped again.
    func isContainer(_ screen: Screen) async -> Bool

    /// Returns whether a plan may be carried out; called after its screens are made and before any is
    /// shown.
    func allows(_ plan: NavigationPlan, top: Screen) async -> Bool

    /// Pushes screens, bottom first, onto the stack.
    func push(_ screens: [Screen], of plan: NavigationPlan) async throws

    /// Presents screens, bottom first, over the stack.
    func present(_ screens: [Screen], of plan: NavigationPlan) async throws

    /// Pops the stack to the screen with an index, counted from the bottom.
    ///
    /// - Parameters:
    ///   - index: The index of the screen, counted from the bottom.
    ///   - plan: The plan.
    /// - Throws: Any error; it fails the dispatch. There must be one if the stack has no such index.
    func popTo(_ index: Int, of plan: NavigationPlan) async throws

    /// Opens a URL of another host that a redirect leads to, such as in a browser.
    ///
    /// A URL whose host or scheme a matching route here is bound to is dispatched instead.
    ///
    /// - Parameters:
    ///   - url: The URL, with a scheme and a host.
    ///   - invocation: The invocation of the redirect's route.
    /// - Returns: Whether it was opened; if not, the dispatch ends as `redirected`.
    /// - Throws: Any error; it fails the dispatch.
    func open(_ url: String, for invocation: DispatchInvocation) async throws -> Bool
}

extension NavigationHost {
    /// Returns `false`: no screen is a container.
    public func isContainer(_ screen: Screen) async -> Bool { false }

    /// Returns `true`: every plan is allowed.
    public func allows(_ plan: NavigationPlan, top: Screen) async -> Bool { true }

    /// Returns `false`: no URL is opened.
    public func open(_ url: String, for invocation: DispatchInvocation) async -> Bool { false }
}
