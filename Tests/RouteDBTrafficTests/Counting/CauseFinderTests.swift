import RouteDBInsight
import RouteDBRouting
import RouteDBTestSupport
import Testing

@testable import RouteDBTraffic

/// Why URLs match no route, told from the few routes that a relaxation changes.
@Suite("Causes of unmatched URLs")
struct CauseFinderTests {
    /// A registry of which all routes are relaxed, those too that match no more than before.
    private struct WholeRegistry {
        let live, enabled, untyped, unconditional, anyPath: RoutingTable

        init(_ snapshot: RegistrySnapshot) {
            func table(_ change: (inout Route) -> Void) -> RoutingTable {
                var snapshot = snapshot
                for index in snapshot.routes.indices { change(&snapshot.routes[index]) }
                return RoutingTable(snapshot)
            }
            func relaxed(_ route: inout Route, path: [PatternElement]? = nil) {
                guard let pattern = route.pattern?.withoutTypes else { return }
                route.pattern = RoutePattern(
                    scheme: pattern.scheme, host: pattern.host, path: path ?? pattern.path,
                    query: [])
            }
            live = table { _ in }
            enabled = table { $0.isEnabled = true }
            untyped = table { $0.pattern = $0.pattern?.withoutTypes }
            unconditional = table { relaxed(&$0) }
            anyPath = table { relaxed(&$0, path: [.separator, .catchAll]) }
        }

        private static func route(_ url: String, in table: RoutingTable) -> RouteID? {
            table.resolve(ResolutionRequest(url)).foundRoute?.id
        }

        /// The cause for a URL that is valid and no noise, and the route.
        func cause(of url: String) -> (UnmatchedCause, RouteID?) {
            let steps: [(UnmatchedCause, RoutingTable)] = [
                (.matchedNow, live), (.disabled, enabled), (.typeFailed, untyped),
                (.queryFailed, unconditional),
            ]
            for (cause, table) in steps {
                if let route = Self.route(url, in: table) { return (cause, route) }
            }
            return (Self.route(url, in: anyPath) == nil ? .unknownHost : .unknownPath, nil)
        }
    }

    @Test("the routes that a relaxation changes tell what all routes would tell")
    func relaxations() {
        var generator = RegistryGenerator(seed: 31)
        var urls = URLGenerator(
            seed: 32, texts: PatternGenerator.Configuration.overlapping.literals + ["x", "7"])
        var random = SeededGenerator(seed: 33)
        var counts: [UnmatchedCause: Int] = [:]
        let profiles = [nil, nil] + NamespaceProfile.allCases
        for round in 0..<600 * FuzzBudget.rounds {
            var registry =
                profiles[round % profiles.count].map { generator.dialectRegistry($0) }
                ?? generator.registry()
            for index in registry.routes.indices where random.oneIn(4) {
                registry.routes[index].isEnabled = false
            }
            let (whole, finder) = (WholeRegistry(registry), CauseFinder(registry, functions: [:]))
            urls.aim(at: registry.routes)
            for _ in 0..<12 {
                let url = String(decoding: urls.url(), as: UTF8.self)
                let finding = finder.finding(for: Array(url.utf8), kind: nil).finding
                counts[finding.cause, default: 0] += 1
                if [.malformed, .noise].contains(finding.cause) { continue }
                let (cause, route) = whole.cause(of: url)
                #expect(finding.cause == cause, "\(url.debugDescription)")
                #expect(finding.route == route, "\(url.debugDescription)")
            }
        }
        // A canary: the causes that need other tables occur.
        #expect(counts[.disabled, default: 0] > 20)
        #expect(counts[.typeFailed, default: 0] + counts[.queryFailed, default: 0] > 5)
    }
}
