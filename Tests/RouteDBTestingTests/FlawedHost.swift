import RouteDB
import RouteDBTesting

/// A host with at most one mistake.
actor FlawedHost: NavigationHost {
    typealias Screen = ScriptedHost.Screen

    /// The error of a host that fails.
    struct Broken: Error {}

    private let flaw: Flaw?
    private var screens: [Screen]
    /// The first screen of each target.
    private var first: [String: Screen] = [:]

    init(_ flaw: Flaw?, _ screens: [Screen] = []) {
        self.flaw = flaw
        self.screens = screens
    }

    func stack() -> [NavigationPlan.StackEntry] {
        screens.map { NavigationPlan.StackEntry($0.name, key: flaw == .losesKeys ? nil : $0.key) }
    }

    func make(
        _ screen: NavigationPlan.Screen, for invocation: DispatchInvocation
    ) throws -> ScreenAnswer<Screen> {
        switch screen.source {
        case .instance(let token):
            if flaw == .failsOnInstances { throw Broken() }
            return flaw == .inventsInstances ? .screen(Screen(token)) : .declined
        case .target(let target):
            if flaw == .makesNothing { return .handled }
            let made = Screen(screen)
            if flaw == .showsWhileMaking { screens.append(made) }
            first[target] = first[target] ?? made
            return .screen(flaw == .cachesScreens ? first[target] ?? made : made)
        }
    }

    func update(
        _ index: Int, with screen: NavigationPlan.Screen, for invocation: DispatchInvocation
    ) throws {
        if flaw == .clearsBeforeFailing, index >= screens.count { screens = [Screen("lost")] }
        guard screens.indices.contains(index) else {
            if flaw == .ignoresMissingUpdate { return }
            throw Broken()
        }
        switch flaw {
        case .updatesNothing: break
        case .updatesByPushing: screens.append(Screen(screen))
        default: screens[index].key = screen.key
        }
    }

    func contain(
        _ screens: [Screen], in container: RoutePresentation.Container
    ) throws -> Screen {
        if flaw == .failsToContainTabs, container == .tab { throw Broken() }
        let made = Screen("container", isContainer: true)
        if flaw == .showsWhileContaining { self.screens.append(made) }
        return made
    }

    func allows(_ plan: NavigationPlan, top: Screen) -> Bool {
        if flaw == .showsWhileAsked { screens.append(top) }
        return flaw != .refusesPlans
    }

    func push(_ screens: [Screen], of plan: NavigationPlan) throws {
        switch flaw {
        case .failsToPush: throw Broken()
        case .pushesTopOnly: self.screens += screens.suffix(1)
        case .pushesReversed: self.screens += screens.reversed()
        case .replacesStack: self.screens = screens
        default: self.screens += screens
        }
    }

    func present(_ screens: [Screen], of plan: NavigationPlan) throws {
        if flaw == .failsToPresent { throw Broken() }
    }

    func popTo(_ index: Int, of plan: NavigationPlan) throws {
        guard screens.indices.contains(index) else {
            if flaw == .ignoresMissingPop { return }
            throw Broken()
        }
        switch flaw {
        case .failsToPop: throw Broken()
        case .popsNothing: break
        case .popsBelow: screens.removeSubrange(index...)
        default: screens.removeSubrange((index + 1)...)
        }
    }
}
