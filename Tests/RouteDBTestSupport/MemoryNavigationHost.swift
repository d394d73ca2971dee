package import RouteDB

/// A navigation host that keeps its screens in memory and records what it is asked.
package final class MemoryNavigationHost: NavigationHost {
    /// A screen, or a container of screens.
    package struct Screen: Hashable, Sendable {
        package var name: String
        package var key: String?
        package var contents: [Screen] = []
        /// The values with which it was created or last shown.
        package var values = JSONObject()
        package var isContainer = false

        /// The screen as text, such as `Main`, `Show#1`, `navigation[Main, Show#1]`.
        package var text: String {
            let own = key.map { "\(name)#\($0)" } ?? name
            return isContainer ? "\(own)[\(contents.map(\.text).joined(separator: ", "))]" : own
        }
    }

    /// What a host supports and permits.
    package struct Rules: Sendable {
        /// The targets for which it creates no screen.
        package var refused: Set<String> = []
        /// The targets whose screens are navigation containers.
        package var containers: Set<String> = []
        /// The tokens of the instances that it knows.
        package var instances: Set<String> = []
        package var allows = true
        /// Whether it opens the URLs that redirects lead to elsewhere.
        package var opens = false
        /// The targets whose creation throws.
        package var broken: Set<String> = []
        /// Returns the name of the screen of a target, or why there is none.
        package var answer: @Sendable (String, DispatchInvocation) throws -> ScreenAnswer<String> =
            {
                target, _ in .screen(target)
            }

        package init() {}
    }

    /// The error that a failing host throws.
    package struct Broken: Error {}

    private struct State {
        var stack: [Screen]
        var presented: [Screen] = []
    }

    private let rules: Rules
    private let state: Locked<State>

    /// What the host was asked, in order.
    package let log = CallLog()

    package init(_ stack: [NavigationPlan.StackEntry] = [], rules: Rules = Rules()) {
        self.rules = rules
        state = Locked(State(stack: stack.map { Screen(name: $0.target, key: $0.key) }))
    }

    package var pushed: [String] { state.withLock { $0.stack.map(\.text) } }

    /// The values of each screen of the stack.
    package var pushedValues: [JSONObject] { state.withLock { $0.stack.map(\.values) } }

    package var presented: [String] { state.withLock { $0.presented.map(\.text) } }

    package func stack() async -> [NavigationPlan.StackEntry] {
        state.withLock { $0.stack.map { NavigationPlan.StackEntry($0.name, key: $0.key) } }
    }

    package func make(
        _ screen: NavigationPlan.Screen, for invocation: DispatchInvocation
    ) async throws -> ScreenAnswer<Screen> {
        switch screen.source {
        case .target(let target):
            log.note("make \(target)")
            if rules.broken.contains(target) { throw Broken() }
            if rules.refused.contains(target) { return .declined }
            switch try rules.answer(target, invocation) {
            case .screen(let name):
                return .screen(
                    Screen(
                        name: name, key: screen.key, values: screen.values,
                        isContainer: rules.containers.contains(target)))
            case .handled: return .handled
            case .declined: return .declined
            }
        case .instance(let token):
            log.note("find \(token)")
            return rules.instances.contains(token) ? .screen(Screen(name: token)) : .declined
        }
    }

    package func update(
        _ index: Int, with screen: NavigationPlan.Screen, for invocation: DispatchInvocation
    ) async throws {
        log.note("update \(index)")
        if case .target(let target) = screen.source, rules.broken.contains(target) {
            throw Broken()
        }
        state.withLock { state in
            state.stack[index].key = screen.key
            state.stack[index].values = screen.values
        }
    }

    package func contain(
        _ screens: [Screen], in container: RoutePresentation.Container
    ) async throws -> Screen {
        let name =
            switch container {
            case .navigation: "navigation"
            case .tab: "tab"
            case .custom(let name): name
            }
        return Screen(name: name, contents: screens, isContainer: true)
    }

    package func isContainer(_ screen: Screen) async -> Bool { screen.isContainer }

    package func allows(_ plan: NavigationPlan, top: Screen) async -> Bool {
        log.note("allow \(top.text)")
        return rules.allows
    }

    package func push(_ screens: [Screen], of plan: NavigationPlan) async throws {
        log.note("push")
        state.withLock { $0.stack += screens }
    }

    package func present(_ screens: [Screen], of plan: NavigationPlan) async throws {
        log.note("present")
        state.withLock { $0.presented += screens }
    }

    package func open(
        _ url: String, for invocation: DispatchInvocation
    ) async throws -> Bool {
        log.note("open \(url)")
        if rules.broken.contains(url) { throw Broken() }
        return rules.opens
    }

    package func popTo(_ index: Int, of plan: NavigationPlan) async throws {
        log.note("popTo \(index)")
        state.withLock { $0.stack.removeSubrange((index + 1)...) }
    }
}
