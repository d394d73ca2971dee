import RouteDB
import RouteDBTestSupport

/// A change within an edit.
///
/// Routes and rules are chosen by their place among those that there are, so that a step still means
/// something when the steps before it are left out.
enum SimulatedChange: Hashable, Sendable {
    case add(SimulatedRoute, onDuplicate: DuplicateRule?)
    case replace(Int, SimulatedRoute)
    case rename(Int, String?)
    case enable(Int, Bool)
    case remove(Int)
    case addSpace(String, isClosed: Bool)
    case removeSpace(String, withRoutes: Bool)
    case setDefault(route: Int, key: String, value: Int64)
    case unsetDefault(route: Int, key: String)
    case addRule(route: Int?, denies: Bool, isForAnonymous: Bool)
    case removeRule(Int)
}

/// What a step says of a route.
struct SimulatedRoute: Hashable, Sendable {
    var pattern: String
    var target: String
    var name: String?
    var space: String
    var priority: Int32
    var redirect: RouteRedirect?

    var draft: RouteDraft {
        RouteDraft(
            pattern: pattern, target: target, name: name, namespace: space, priority: priority,
            redirect: redirect)
    }

    /// Whether the pattern captures each value that the URL of the redirect needs.
    var hasValuesOfRedirect: Bool {
        Self.names(in: redirect?.location ?? "").isSubset(of: Self.names(in: pattern))
    }

    /// Whether the redirect is sound: it has its values, and leads elsewhere.
    var hasSoundRedirect: Bool { hasValuesOfRedirect && !redirectsToItself }

    /// Whether the URL of the redirect has the same path as the pattern, as the default policies read it.
    private var redirectsToItself: Bool {
        guard let location = redirect?.location, !location.contains("://"),
            !location.contains("?"), !location.contains("#"), !pattern.contains("?")
        else { return false }
        let path = pattern.split(separator: "://", maxSplits: 1).last ?? ""
        let own = path.hasPrefix("/") ? path : path.drop { $0 != "/" }
        let typeless = own.replacing(/:[a-z]+}/, with: "}")
        return typeless == (location.hasSuffix("/") ? String(location.dropLast()) : location)
    }

    private static func names(in text: String) -> Set<Substring> {
        Set(text.split(separator: "{").dropFirst().map { $0.prefix { $0 != "}" && $0 != ":" } })
    }
}

/// A step of a simulation: what one of the connections does, and what fails meanwhile.
struct SimulationStep: Hashable, Sendable, CustomStringConvertible {
    enum Action: Hashable, Sendable {
        /// Edits in one transaction, which is given up at the end if it aborts.
        case edit([SimulatedChange], aborts: Bool)
        case rollBack(Int)
        case tag(String, Int, isMoving: Bool)
        case untag(String)
        case apply([SimulatedRoute])
        case resolve(String, isAnonymous: Bool)
        case backUp
        /// Sets the clock forwards or backwards, by seconds.
        case turnClock(Int64)
        /// Closes all connections and opens them again.
        case restart
        case record(Int, stream: UInt8)
        case seal
        /// Imports a log that has grown to a number of lines.
        case importLog(Int, lines: Int)
        case forget(Int)
        case prune(keeping: Int)
        case pruneOlder(seconds: Int64)
        /// Sums up the values of these parameters, in place of others.
        case sumUp([String])
    }

    var action: Action
    /// Whether the second connection does it.
    var isBySecond = false
    var fault: PlannedFault?

    var description: String {
        "\(action)\(isBySecond ? ", by the second connection" : "")"
            + (fault.map { ", with \($0)" } ?? "")
    }
}

/// Makes the steps of a simulation from a seed.
struct SimulationGenerator {
    private var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    private static let patterns = [
        "/a", "/a/{id:int}", "/{page}", "/{page}/b", "/**", "/a/b", "/x?q={v}", "app://h/{id}",
        "/{y:int}/c", "/a(/b)/c",
    ]
    private static let names = ["one", "two", "three"]
    private static let spaces = ["default", "default", "web", "old"]
    private static let redirects: [RouteRedirect] = [
        .gone, RouteRedirect(to: "/b", status: 302), RouteRedirect(to: "/new/{id}"),
        RouteRedirect(to: "https://h.example/{page}?old", status: 308),
        RouteRedirect(to: "/z/{y}#{y}", status: 307), RouteRedirect(to: "/x/{v}", status: 303),
        RouteRedirect(to: "/a"), RouteRedirect(to: "/a/{id}/", status: 308),
    ]
    static let urls = [
        "/a", "/a/7", "/b", "/a/b", "/5/c", "/x?q=1", "app://h/3", "/a/b/c", "/z/b", "/a/7?k=v&l",
        "/x?q=1&k=2", "/b?k=v",
    ]

    mutating func steps() -> [SimulationStep] {
        (0..<8 + random.below(20)).map { _ in step() }
    }

    private mutating func step() -> SimulationStep {
        var step = SimulationStep(action: action(), isBySecond: random.oneIn(3))
        switch step.action {
        case .resolve, .turnClock, .restart: break
        default: if random.oneIn(4) { step.fault = fault() }
        }
        return step
    }

    private mutating func fault() -> PlannedFault {
        let kinds: [PlannedFault.Kind] = [.io, .full, .sync, .busy, .power]
        let kind = random.pick(kinds)
        // Steps make between ten and a few hundred calls; most faults are to hit one of them.
        let call = 1 + (random.oneIn(3) ? random.below(200) : random.below(30))
        return PlannedFault(
            kind: kind, call: call, lasts: kind == .busy || random.oneIn(3),
            seed: UInt64(random.below(1_000)))
    }

    private mutating func action() -> SimulationStep.Action {
        switch random.below(25) {
        case 0...7: .edit((0..<1 + random.below(4)).map { _ in change() }, aborts: random.oneIn(10))
        case 8: .rollBack(random.below(20))
        case 9: .tag(random.pick(["v1", "v2"]), random.below(20), isMoving: random.oneIn(2))
        case 10: .untag(random.pick(["v1", "v2"]))
        case 11: .apply(document())
        case 12...14: .resolve(random.pick(Self.urls), isAnonymous: random.oneIn(2))
        case 15: .backUp
        case 16: .turnClock(Int64(random.below(200_000)) - 100_000)
        case 17: .restart
        case 18:
            .record(
                random.oneIn(8) ? 1_100 : 1 + random.below(30), stream: UInt8(1 + random.below(2)))
        case 19: .seal
        case 20: .importLog(random.below(2), lines: 1 + random.below(40))
        case 21: .forget(random.below(2))
        case 22: .prune(keeping: random.below(60))
        case 23: .sumUp(random.pick([["k"], ["v", "k"], []]))
        default: .pruneOlder(seconds: Int64(random.below(200_000)) - 100_000)
        }
    }

    private mutating func change() -> SimulatedChange {
        let place = random.below(12)
        return switch random.below(16) {
        case 0...4:
            .add(route(), onDuplicate: random.oneIn(2) ? nil : random.pick(DuplicateRule.allCases))
        case 5: .replace(place, route())
        case 6: .rename(place, random.oneIn(3) ? nil : random.pick(Self.names))
        case 7: .enable(place, random.oneIn(2))
        case 8: .remove(place)
        case 9, 10: .addSpace(random.pick(["web", "old"]), isClosed: random.oneIn(2))
        case 11: .removeSpace(random.pick(Self.spaces), withRoutes: random.oneIn(2))
        case 12:
            .setDefault(
                route: place, key: random.pick(["tab", "lang"]), value: Int64(random.below(3)))
        case 13: .unsetDefault(route: place, key: random.pick(["tab", "lang"]))
        case 14:
            .addRule(
                route: random.oneIn(3) ? nil : place, denies: random.oneIn(2),
                isForAnonymous: random.oneIn(2))
        default: .removeRule(place)
        }
    }

    private mutating func route() -> SimulatedRoute {
        let route = SimulatedRoute(
            pattern: random.pick(Self.patterns), target: "t\(random.below(4))",
            name: random.oneIn(2) ? random.pick(Self.names) : nil,
            space: random.pick(Self.spaces), priority: random.oneIn(5) ? 1 : 0)
        return random.oneIn(3) ? redirected(route, isSound: !random.oneIn(4)) : route
    }

    /// The route with a redirect, for which it has the values if the redirect is to be sound.
    private mutating func redirected(_ route: SimulatedRoute, isSound: Bool) -> SimulatedRoute {
        let routes = Self.redirects.map { redirect in
            var redirected = route
            redirected.redirect = redirect
            return redirected
        }
        return random.pick(routes.filter { !isSound || $0.hasSoundRedirect })
    }

    /// Routes of the default namespace with different patterns and names.
    private mutating func document() -> [SimulatedRoute] {
        var names = Self.names.shuffled(using: &random)
        return Self.patterns.shuffled(using: &random).prefix(random.below(6)).map { pattern in
            let route = SimulatedRoute(
                pattern: pattern, target: "t\(random.below(4))",
                name: random.oneIn(2) ? names.popLast() : nil, space: "default", priority: 0)
            return random.oneIn(3) ? redirected(route, isSound: true) : route
        }
    }
}
