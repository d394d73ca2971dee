public import RouteDB

/// A rule of `NavigationHost` that a host broke.
public struct HostFinding: Hashable, Sendable, CustomStringConvertible {
    /// A rule that every host keeps.
    public enum Rule: String, CaseIterable, Sendable {
        /// Each of the given URLs resolves to a route here.
        case urlsMatch
        /// The host can be made.
        case isMade
        /// The screens of the given URLs are pushed.
        case pushesScreens
        /// Screens are presented: as they are, wrapped, and in each container that the app uses.
        case presentsScreens
        /// Making a screen does not change the stack.
        case makingShowsNothing
        /// Putting screens into a container does not change the stack.
        case containingShowsNothing
        /// Asking whether a plan is allowed does not change the stack.
        case askingShowsNothing
        /// Pushed screens are on top of the stack, bottom first, with their targets and keys.
        case pushedScreensAreOnTop
        /// An updated screen has the new key, and the rest of the stack is as before.
        case updatedScreenHasKey
        /// After popping to a screen it is on top, and what is beneath it is as before.
        case poppedScreenIsOnTop
        /// An index that the stack does not have is refused with an error, and changes nothing.
        case missingIndexIsRefused
        /// A token that names no screen is declined.
        case unknownTokenIsDeclined
    }

    /// The rule.
    public let rule: Rule
    /// The breach, as a sentence.
    public let message: String

    /// The rule and the message.
    public var description: String { "\(rule.rawValue): \(message)" }
}

/// A host that passes everything on to another, and notes which rules of `NavigationHost` that breaks.
///
/// Use it in place of your host, in tests that navigate by your app's own routes; ``HostConformance`` does
/// so by plans of its own. One navigation may run at a time, since what a call changed is seen by comparing
/// the stack before and after it.
public final class CheckedHost<Base: NavigationHost>: NavigationHost {
    /// The other host.
    public let base: Base

    private let found = Locked<[HostFinding]>([])

    /// Creates a host.
    ///
    /// - Parameter base: The host to check.
    public init(_ base: Base) { self.base = base }

    /// The rules that were broken until now, in order.
    public var findings: [HostFinding] { found.withLock { $0 } }

    func note(_ rule: HostFinding.Rule, _ message: String) {
        found.withLock { $0.append(HostFinding(rule: rule, message: message)) }
    }

    // MARK: Plans

    /// Returns the stack of the other host.
    public func stack() async -> [NavigationPlan.StackEntry] { await base.stack() }

    /// Has the other host make a screen, which may not show it.
    public func make(
        _ screen: NavigationPlan.Screen, for invocation: DispatchInvocation
    ) async throws -> ScreenAnswer<Base.Screen> {
        try await keepingStack(.makingShowsNothing, "make of '\(screen.source.name)'") {
            try await base.make(screen, for: invocation)
        }
    }

    /// Has the other host update a screen, which then has the new key.
    public func update(
        _ index: Int, with screen: NavigationPlan.Screen, for invocation: DispatchInvocation
    ) async throws {
        let before = await stack()
        try await refusingMissing(index, of: before, "update") {
            try await base.update(index, with: screen, for: invocation)
        }
        guard before.indices.contains(index) else { return }
        var expected = before
        expected[index].key = screen.key
        await expect(expected, .updatedScreenHasKey, "update(\(index))")
    }

    /// Has the other host put screens into a container, which may not show it.
    public func contain(
        _ screens: [Base.Screen], in container: RoutePresentation.Container
    ) async throws -> Base.Screen {
        try await keepingStack(.containingShowsNothing, "contain in '\(container.name)'") {
            try await base.contain(screens, in: container)
        }
    }

    /// Asks the other host whether a screen is a container.
    public func isContainer(_ screen: Base.Screen) async -> Bool { await base.isContainer(screen) }

    /// Asks the other host whether it allows a plan, which may not show anything.
    public func allows(_ plan: NavigationPlan, top: Base.Screen) async -> Bool {
        await keepingStack(.askingShowsNothing, "allows") {
            await base.allows(plan, top: top)
        }
    }

    /// Has the other host push screens, which then are on top of its stack.
    public func push(_ screens: [Base.Screen], of plan: NavigationPlan) async throws {
        let before = await stack()
        try await base.push(screens, of: plan)
        let after = await stack()
        let pushed = after.dropFirst(before.count)
        let isRight =
            Array(after.prefix(before.count)) == before && pushed.count == plan.screens.count
            && zip(pushed, plan.screens).allSatisfy { $0.shows($1) }
        guard !isRight else { return }
        let wanted = before.map(\.text) + plan.screens.map(\.text)
        note(
            .pushedScreensAreOnTop,
            "After push, the stack is \(after.map(\.text)), not \(wanted).")
    }

    /// Has the other host present screens.
    public func present(_ screens: [Base.Screen], of plan: NavigationPlan) async throws {
        try await base.present(screens, of: plan)
    }

    /// Has the other host pop to a screen, which then is on top of its stack.
    public func popTo(_ index: Int, of plan: NavigationPlan) async throws {
        let before = await stack()
        try await refusingMissing(index, of: before, "popTo") {
            try await base.popTo(index, of: plan)
        }
        guard before.indices.contains(index) else { return }
        await expect(Array(before[...index]), .poppedScreenIsOnTop, "popTo(\(index))")
    }

    /// Has the other host open a URL.
    public func open(_ url: String, for invocation: DispatchInvocation) async throws -> Bool {
        try await base.open(url, for: invocation)
    }

    // MARK: Rules

    private func expect(
        _ expected: [NavigationPlan.StackEntry], _ rule: HostFinding.Rule, _ call: String
    ) async {
        let after = await stack()
        guard after != expected else { return }
        note(
            rule, "After \(call), the stack is \(after.map(\.text)), not \(expected.map(\.text)).")
    }

    /// Makes a call that leaves the stack as it is.
    private func keepingStack<Value>(
        _ rule: HostFinding.Rule, _ call: String, _ body: () async throws -> Value
    ) async rethrows -> Value {
        let before = await stack()
        let value = try await body()
        await expect(before, rule, call)
        return value
    }

    /// Makes a call that throws an error, and leaves the stack as it is, if there is no such index.
    private func refusingMissing(
        _ index: Int, of before: [NavigationPlan.StackEntry], _ call: String,
        _ body: () async throws -> Void
    ) async throws {
        guard !before.indices.contains(index) else { return try await body() }
        let name = "\(call)(\(index)) with \(before.count) screens"
        do {
            try await body()
            note(.missingIndexIsRefused, "There is no error after \(name).")
        } catch {
            await expect(before, .missingIndexIsRefused, name)
            throw error
        }
    }
}

extension NavigationPlan.StackEntry {
    /// The entry as text, such as `user.profile#42`.
    fileprivate var text: String { key.map { "\(target)#\($0)" } ?? target }

    /// Returns whether the entry is that of a plan's screen; one that existed already may have any.
    fileprivate func shows(_ screen: NavigationPlan.Screen) -> Bool {
        guard case .target(let target) = screen.source else { return true }
        return self == NavigationPlan.StackEntry(target, key: screen.key)
    }
}

extension NavigationPlan.Screen {
    fileprivate var text: String { NavigationPlan.StackEntry(source.name, key: key).text }
}
