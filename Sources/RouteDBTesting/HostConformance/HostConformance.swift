public import RouteDB

/// The conformance suite of `NavigationHost`: plans that are carried out on new hosts, each of which is
/// checked as a ``CheckedHost`` does.
///
/// Use it in one test of your app for each host of your own. It uses no test library, so it serves Swift
/// Testing and XCTest alike:
///
/// ```swift
/// let findings = await HostConformance.findings(
///     of: ["myapp://user/42", "myapp://settings"], in: registry
/// ) {
///     ScriptedHost()
/// }
/// #expect(findings == [])
/// ```
public enum HostConformance {
    /// Tries the rules of a host by pushing, presenting, updating and popping screens of its app.
    ///
    /// - Parameters:
    ///   - urls: URLs whose screens the host can push. Several screens of each are shown, which differ in
    ///     their keys.
    ///   - registry: The registry that has their routes. Their own presentations do not matter here.
    ///   - containers: The kinds of containers that the app's plans use, each of which is tried.
    ///   - makeHost: Makes a host that shows nothing, or nothing but its root.
    /// - Returns: The rules that were broken; empty if the host conforms.
    public static func findings<Host: NavigationHost>(
        of urls: [String], in registry: RouteRegistry,
        containers: [RoutePresentation.Container] = [.navigation],
        host makeHost: @escaping @Sendable () async throws -> Host
    ) async -> [HostFinding] {
        var findings: [HostFinding] = []
        let resolutions = urls.map { registry.resolve($0) }
        for resolution in resolutions where resolution.route == nil {
            findings.append(
                HostFinding(
                    rule: .urlsMatch,
                    message: "'\(resolution.request.url)' is \(resolution.outcome.rawValue)."))
        }
        let matched = resolutions.filter { $0.route != nil }
        if matched.isEmpty {
            findings.append(
                HostFinding(rule: .urlsMatch, message: "There is no screen to try the host with."))
        }
        for resolution in matched {
            let trial = HostTrial(
                invocation: DispatchInvocation(resolution), containers: containers,
                makeHost: makeHost)
            findings += await trial.findings()
        }
        // Each URL shows the same mistake again.
        var seen: Set<HostFinding> = []
        return findings.filter { seen.insert($0).inserted }
    }
}

/// The trial of a host by the screens of one URL.
private struct HostTrial<Host: NavigationHost>: Sendable {
    let invocation: DispatchInvocation
    let containers: [RoutePresentation.Container]
    let makeHost: @Sendable () async throws -> Host

    func findings() async -> [HostFinding] {
        var findings: [HostFinding] = []
        for scene in [push, comeBack, present, missIndex, missToken] {
            let host: CheckedHost<Host>
            do {
                host = CheckedHost(try await makeHost())
            } catch {
                return [HostFinding(rule: .isMade, message: "There is no host: \(error).")]
            }
            await scene(host)
            findings += host.findings
        }
        return findings
    }

    // MARK: Scenes

    /// Pushes one screen, then two at once.
    private func push(_ host: CheckedHost<Host>) async {
        await show(plan(.push, ["1"]), on: host, .pushesScreens)
        await show(plan(.push, ["2", "3"]), on: host, .pushesScreens)
        await show(plan(.push, [nil]), on: host, .pushesScreens)
    }

    /// Returns to a screen beneath others, with another key.
    private func comeBack(_ host: CheckedHost<Host>) async {
        let base = await host.stack().count
        await show(plan(.push, ["1", "2", "3"]), on: host, .pushesScreens)
        guard await host.stack().count > base else { return }
        await show(plan(.popTo(base), ["4"]), on: host, .poppedScreenIsOnTop)
    }

    /// Presents screens in each way.
    private func present(_ host: CheckedHost<Host>) async {
        await show(plan(.present, ["1"]), on: host, .presentsScreens)
        var wrapped = plan(.present, ["2"])
        wrapped.wraps = true
        await show(wrapped, on: host, .presentsScreens)
        for container in containers {
            var contained = plan(.present, ["3", "4"])
            contained.container = container
            await show(contained, on: host, .presentsScreens)
        }
    }

    /// Returns to a screen that is not there.
    private func missIndex(_ host: CheckedHost<Host>) async {
        let index = await host.stack().count + 7
        let plan = plan(.popTo(index), ["1"])
        for screen in plan.screens {
            try? await host.update(index, with: screen, for: invocation)
        }
        try? await host.popTo(index, of: plan)
    }

    /// Asks for a screen by a token that no app has.
    private func missToken(_ host: CheckedHost<Host>) async {
        let token = "RouteDBTesting.noSuchScreen"
        let screen = NavigationPlan.Screen(source: .instance(token))
        do {
            if case .declined = try await host.make(screen, for: invocation) { return }
            host.note(.unknownTokenIsDeclined, "The token '\(token)' is not declined.")
        } catch {
            host.note(.unknownTokenIsDeclined, "The token '\(token)' fails: \(error).")
        }
    }

    // MARK: Plans

    /// A plan for screens of the URL's target that differ in their keys.
    private func plan(_ action: NavigationPlan.Action, _ keys: [String?]) -> NavigationPlan {
        let target = invocation.target ?? ""
        return NavigationPlan(
            action: action,
            screens: keys.map { key in
                NavigationPlan.Screen(
                    source: .target(target), route: invocation.resolution.route?.id,
                    values: invocation.values, key: key)
            },
            isAnimated: false)
    }

    /// Carries out a plan, which the host may neither refuse nor fail.
    private func show(
        _ plan: NavigationPlan, on host: CheckedHost<Host>, _ rule: HostFinding.Rule
    ) async {
        let url = invocation.request.request.url
        do {
            let action = try await host.carryOut(plan, for: invocation)?.action
            guard action != plan.action.done else { return }
            let answer = action.map { "\($0)" } ?? "nothing"
            host.note(rule, "'\(url)', to \(plan.action), comes to \(answer).")
        } catch {
            host.note(rule, "'\(url)', to \(plan.action), fails: \(error).")
        }
    }
}

extension NavigationPlan.Action {
    /// The action of a host's result after this one.
    fileprivate var done: NavigationResult.Action {
        switch self {
        case .push: .push
        case .present: .present
        case .popTo(let index): .popTo(index)
        }
    }
}
