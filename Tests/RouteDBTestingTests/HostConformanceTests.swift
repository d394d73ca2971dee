import RouteDB
import RouteDBTesting
import Testing

@Suite("The conformance suite of hosts")
struct HostConformanceTests {
    private static func findings(
        _ urls: [String] = ["/user/42", "/settings"],
        containers: [RoutePresentation.Container] = [.navigation, .tab, .custom("sheet")],
        host: @escaping @Sendable () async throws -> FlawedHost
    ) async throws -> [HostFinding] {
        let registry = try RouteRegistry(testing: ["/user/{id}": "user", "/settings": "settings"])
        return await HostConformance.findings(
            of: urls, in: registry, containers: containers, host: host)
    }

    @Test("a host that keeps the rules passes, with a root and without")
    func flawless() async throws {
        #expect(try await Self.findings { FlawedHost(nil) } == [])
        let rooted = try await Self.findings { FlawedHost(nil, [ScriptedHost.Screen("home")]) }
        #expect(rooted == [])
    }

    @Test("a host that breaks a rule is found", arguments: Flaw.allCases)
    func flaws(flaw: Flaw) async throws {
        for root in [[], [ScriptedHost.Screen("home")]] {
            let findings = try await Self.findings { FlawedHost(flaw, root) }
            #expect(findings.contains { $0.rule == flaw.rule }, "\(findings)")
        }
    }

    @Test("each rule that a host can break is broken by one of these hosts")
    func everyRule() {
        let others: Set<HostFinding.Rule> = [.urlsMatch, .isMade]
        #expect(Set(Flaw.allCases.map(\.rule)).union(others) == Set(HostFinding.Rule.allCases))
    }

    @Test("URLs that match nothing, and none at all, try nothing and are found")
    func urls() async throws {
        let lost = try await Self.findings(["/lost", "/settings"]) { FlawedHost(nil) }
        #expect(lost.map(\.description) == ["urlsMatch: '/lost' is unmatched."])
        #expect(try await Self.findings([]) { FlawedHost(nil) }.map(\.rule) == [.urlsMatch])
    }

    @Test("a host that cannot be made is found")
    func unmade() async throws {
        struct Offline: Error {}
        let findings = try await Self.findings(["/settings"]) { throw Offline() }
        #expect(findings.map(\.rule) == [.isMade])
    }

    @Test("a container that the host does not know is found only if the app uses it")
    func containers() async throws {
        let host: @Sendable () -> FlawedHost = { FlawedHost(.failsToContainTabs) }
        #expect(try await Self.findings(containers: [.navigation], host: host) == [])
    }

    @Test("a checked host notes what breaks in the app's own navigations, and passes all else on")
    func checked() async throws {
        let dispatcher = Dispatcher(try RouteRegistry(testing: ["/settings": "settings"]))
        let sound = CheckedHost(ScriptedHost())
        let report = await dispatcher.navigate(DispatchRequest("/settings"), on: sound)
        #expect(report.navigation?.action == .push && sound.findings == [])
        #expect(sound.base.calls == [.make("settings"), .allow("settings"), .push(["settings"])])
        let flawed = CheckedHost(FlawedHost(.showsWhileMaking))
        _ = await dispatcher.navigate(DispatchRequest("/settings"), on: flawed)
        #expect(
            flawed.findings.map(\.description) == [
                "makingShowsNothing: After make of 'settings', the stack is [\"settings\"], not []."
            ])
    }
}

/// A mistake of a host.
enum Flaw: CaseIterable, Sendable {
    case refusesPlans, makesNothing, failsToPush, failsToPresent, failsToContainTabs
    case showsWhileMaking, showsWhileContaining, showsWhileAsked
    case pushesTopOnly, pushesReversed, losesKeys, cachesScreens, replacesStack
    case updatesNothing, updatesByPushing, popsBelow, popsNothing, failsToPop
    case ignoresMissingUpdate, ignoresMissingPop, clearsBeforeFailing
    case inventsInstances, failsOnInstances

    /// The rule that it breaks.
    var rule: HostFinding.Rule {
        switch self {
        case .refusesPlans, .makesNothing, .failsToPush: .pushesScreens
        case .failsToPresent, .failsToContainTabs: .presentsScreens
        case .showsWhileMaking: .makingShowsNothing
        case .showsWhileContaining: .containingShowsNothing
        case .showsWhileAsked: .askingShowsNothing
        case .pushesTopOnly, .pushesReversed, .losesKeys, .cachesScreens, .replacesStack:
            .pushedScreensAreOnTop
        case .updatesNothing, .updatesByPushing: .updatedScreenHasKey
        case .popsBelow, .popsNothing, .failsToPop: .poppedScreenIsOnTop
        case .ignoresMissingUpdate, .ignoresMissingPop, .clearsBeforeFailing: .missingIndexIsRefused
        case .inventsInstances, .failsOnInstances: .unknownTokenIsDeclined
        }
    }
}
