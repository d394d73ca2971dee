public import RouteDB

/// A navigation host that shows its screens in memory, answers as a test tells it to, and records what it
/// was asked.
///
/// Use it to test what your routes and plans show, on any platform:
///
/// ```swift
/// let host = ScriptedHost([ScriptedHost.Screen("home")])
/// let report = await dispatcher.navigate(DispatchRequest("myapp://user/42"), on: host)
/// #expect(report.navigation?.action == .push)
/// #expect(host.shown == ["home", "user.profile#42"])
/// ```
///
/// Use it from any thread.
public final class ScriptedHost: NavigationHost {
    /// A screen, or a container of screens.
    public struct Screen: Hashable, Sendable {
        /// The target, the token of an existing screen, or the kind of container.
        public var name: String
        /// The key that distinguishes it from other screens of its target.
        public var key: String?
        /// The values with which it was made, or last updated.
        public var values: JSONObject
        /// True if it is a container, which is never pushed and never wrapped again.
        public var isContainer: Bool
        /// The screens in a container, bottom first.
        public var contents: [Screen] = []

        /// Creates a screen.
        ///
        /// - Parameters:
        ///   - name: The target, the token of an existing screen, or the kind of container.
        ///   - key: The key that distinguishes it from other screens of its target.
        ///   - values: The values with which it is made.
        ///   - isContainer: Whether it is a container.
        public init(
            _ name: String, key: String? = nil, values: JSONObject = [:], isContainer: Bool = false
        ) {
            self.name = name
            self.key = key
            self.values = values
            self.isContainer = isContainer
        }

        /// Creates the screen that a plan describes.
        ///
        /// - Parameter screen: The description.
        public init(_ screen: NavigationPlan.Screen) {
            self.init(screen.source.name, key: screen.key, values: screen.values)
        }

        /// The screen as text, such as `home`, `user.profile#42` or `navigation[home, settings]`.
        public var text: String {
            let own = key.map { "\(name)#\($0)" } ?? name
            return isContainer ? "\(own)[\(contents.map(\.text).joined(separator: ", "))]" : own
        }
    }

    /// The answers of a host.
    public struct Script: Sendable {
        /// The tokens of the screens that exist already.
        public var instances: Set<String> = []
        /// Makes the screen of a target; until you set it, each target has one.
        public var make:
            @Sendable (NavigationPlan.Screen, DispatchInvocation) async throws
                -> ScreenAnswer<Screen> = { screen, _ in .screen(Screen(screen)) }
        /// Called before a screen that is shown already gets new values; until you set it, it does
        /// nothing.
        public var update: @Sendable (NavigationPlan.Screen) async throws -> Void = { _ in }
        /// Decides whether a plan may be carried out; until you set it, every plan may.
        public var allows: @Sendable (NavigationPlan) async -> Bool = { _ in true }
        /// Opens a URL elsewhere, and returns whether it did; until you set it, none is opened.
        public var open: @Sendable (String) async throws -> Bool = { _ in false }

        /// Creates a script by which everything is shown, and no URL elsewhere is opened.
        public init() {}
    }

    /// A call of a host, by what it was asked to do.
    public enum Call: Hashable, Sendable {
        /// Make the screen of a target.
        case make(String)
        /// Find the existing screen of a token.
        case find(String)
        /// Put screens, as text, into a container.
        case contain([String])
        /// Allow a plan, with the screen on top as text.
        case allow(String)
        /// Push screens, as text.
        case push([String])
        /// Present screens, as text.
        case present([String])
        /// Update the screen with an index.
        case update(Int)
        /// Pop to the screen with an index.
        case popTo(Int)
        /// Open a URL elsewhere.
        case open(String)
    }

    /// Why a plan could not be carried out.
    public enum Failure: Error, Hashable, Sendable {
        /// A screen to return to is not there.
        case noScreen(Int)
    }

    private struct State {
        var stack: [Screen]
        var presented: [Screen] = []
        var calls: [Call] = []
    }

    private let script: Script
    private let state: Locked<State>

    /// Creates a host.
    ///
    /// - Parameters:
    ///   - stack: The screens that it shows at first, bottom first.
    ///   - script: How it answers.
    public init(_ stack: [Screen] = [], script: Script = Script()) {
        self.script = script
        state = Locked(State(stack: stack))
    }

    /// The screens of the stack, bottom first.
    public var screens: [Screen] { state.withLock { $0.stack } }

    /// The screens of the stack as text, bottom first.
    public var shown: [String] { screens.map(\.text) }

    /// The presented screens as text, each over the one before it.
    public var presented: [String] { state.withLock { $0.presented.map(\.text) } }

    /// The calls of the host, in order.
    public var calls: [Call] { state.withLock { $0.calls } }

    // MARK: Plans

    /// Returns the names and keys of the stack, bottom first.
    public func stack() async -> [NavigationPlan.StackEntry] {
        screens.map { NavigationPlan.StackEntry($0.name, key: $0.key) }
    }

    /// Makes a screen by the script, or finds the one that a token names.
    public func make(
        _ screen: NavigationPlan.Screen, for invocation: DispatchInvocation
    ) async throws -> ScreenAnswer<Screen> {
        switch screen.source {
        case .target(let target):
            note(.make(target))
            return try await script.make(screen, invocation)
        case .instance(let token):
            note(.find(token))
            return script.instances.contains(token) ? .screen(Screen(token)) : .declined
        }
    }

    /// Gives a screen of the stack a new key and new values.
    public func update(
        _ index: Int, with screen: NavigationPlan.Screen, for invocation: DispatchInvocation
    ) async throws {
        note(.update(index))
        try await script.update(screen)
        try change(index) { stack in
            stack[index].key = screen.key
            stack[index].values = screen.values
        }
    }

    /// Puts screens into a container.
    public func contain(
        _ screens: [Screen], in container: RoutePresentation.Container
    ) async -> Screen {
        note(.contain(screens.map(\.text)))
        var made = Screen(container.name, isContainer: true)
        made.contents = screens
        return made
    }

    /// Returns whether a screen is a container.
    public func isContainer(_ screen: Screen) async -> Bool { screen.isContainer }

    /// Asks the script whether a plan may be carried out.
    public func allows(_ plan: NavigationPlan, top: Screen) async -> Bool {
        note(.allow(top.text))
        return await script.allows(plan)
    }

    /// Pushes screens onto the stack.
    public func push(_ screens: [Screen], of plan: NavigationPlan) async {
        note(.push(screens.map(\.text)))
        state.withLock { $0.stack += screens }
    }

    /// Presents screens over the stack.
    public func present(_ screens: [Screen], of plan: NavigationPlan) async {
        note(.present(screens.map(\.text)))
        state.withLock { $0.presented += screens }
    }

    /// Pops the stack to one of its screens.
    public func popTo(_ index: Int, of plan: NavigationPlan) async throws {
        note(.popTo(index))
        try change(index) { $0.removeSubrange((index + 1)...) }
    }

    /// Asks the script to open a URL elsewhere.
    public func open(_ url: String, for invocation: DispatchInvocation) async throws -> Bool {
        note(.open(url))
        return try await script.open(url)
    }

    private func note(_ call: Call) { state.withLock { $0.calls.append(call) } }

    /// Changes the stack, if it has a screen with an index.
    private func change(_ index: Int, _ body: @Sendable (inout [Screen]) -> Void) throws {
        let isThere = state.withLock { state in
            guard state.stack.indices.contains(index) else { return false }
            body(&state.stack)
            return true
        }
        if !isThere { throw Failure.noScreen(index) }
    }
}
