import RouteDBTestSupport

@testable import RouteDBInsight
@testable import RouteDBRouting

/// Compares what lint says of a registry with what the naive matcher says of many small URLs.
struct LintOracle {
    let registry: RegistrySnapshot
    let report: LintReport
    private let table: RoutingTable
    private let reference: ReferenceMatcher
    private let routes: [RouteID: Route]

    init(_ registry: RegistrySnapshot) {
        self.registry = registry
        report = registry.lint(at: 0, options: LintOptions(limit: 100_000))
        table = RoutingTable(registry)
        reference = ReferenceMatcher(registry)
        routes = Dictionary(uniqueKeysWithValues: registry.routes.map { ($0.id, $0) })
    }

    /// The first witness that does not prove what it should.
    func brokenWitness() -> String? {
        for finding in report.findings {
            guard let witness = finding.witness else { continue }
            let found = matches(Array(witness.url.utf8), in: witness.namespace)
            let isProved: Bool
            switch finding.code {
            case .unreachable, .duplicate:
                let own = finding.routes[0]
                let wanted = found.filter { isWanted($0, instead: own) }
                isProved =
                    wanted.contains(own) && wanted.first != own
                    && wanted.first == witness.routes.first
            case .ambiguous, .crossing:
                isProved = found.filter(finding.routes.contains) == finding.routes
            default: isProved = witness.routes.allSatisfy(found.contains)
            }
            if !isProved { return "\(finding) \(found)" }
        }
        return nil
    }

    /// Whether every request that a route takes is one for another route too; of those without a kind, also
    /// one for a kind that no route has.
    private func isWanted(_ other: RouteID, instead route: RouteID) -> Bool {
        guard let otherKind = routes[other]?.kind else { return true }
        guard let kind = routes[route]?.kind else { return false }
        return otherKind == kind || otherKind == "GET" && kind == "HEAD"
    }

    /// The routes that a URL fits, each once, in their order.
    private func matches(_ url: [UInt8], in namespace: String?) -> [RouteID] {
        var found: [RouteID] = []
        for match in reference.matches(url, in: namespace).matches
        where !found.contains(match.route) {
            found.append(match.route)
        }
        return found
    }

    /// What URLs showed.
    struct Survey {
        /// Routes that some URL fits, and those that come first for some URL that asks for them.
        var hit: Set<RouteID> = []
        var won: Set<RouteID> = []
        /// Pairs that some URL fits and between which the order of registration alone decides.
        var tied: Set<Set<RouteID>> = []
    }

    /// Asks every namespace for every URL.
    func survey(_ urls: [[UInt8]]) -> Survey {
        var survey = Survey()
        let ranks = ranks()
        for namespace in registry.namespaces {
            for url in urls {
                // Of each route the variant that comes first: no other one decides.
                var seen: Set<RouteID> = []
                let matches = reference.matches(url, in: namespace.name).matches.filter {
                    routes[$0.route]?.namespace == namespace.id && seen.insert($0.route).inserted
                }
                for (index, match) in matches.enumerated() {
                    survey.hit.insert(match.route)
                    let first = matches.first { isWanted($0.route, instead: match.route) }
                    if first?.route == match.route { survey.won.insert(match.route) }
                    guard let rank = ranks[match.route]?[match.variant] else { continue }
                    for other in matches[..<index] where other.route != match.route {
                        guard let better = ranks[other.route]?[other.variant],
                            isTied(better, rank)
                        else { continue }
                        survey.tied.insert([match.route, other.route])
                    }
                }
            }
        }
        return survey
    }

    /// Whether nothing but the number of the route, in the lowest 57 bits, tells two ranks apart.
    private func isTied(_ one: Rank, _ two: Rank) -> Bool {
        one.priority == two.priority && one.shape == two.shape
            && one.sequence >> 57 == two.sequence >> 57
    }

    private func ranks() -> [RouteID: [Int: Rank]] {
        var ranks: [RouteID: [Int: Rank]] = [:]
        for namespace in table.tables.objects {
            for shard in namespace.shards.objects {
                for number in 0..<shard.variants.count {
                    let route = shard.routes[Int(shard.variants[number].route)]
                    let rank = shard.ranks[number]
                    ranks[route.id, default: [:]][rank.variantIndex] = rank
                }
            }
        }
        return ranks
    }

    /// The routes that a code is about.
    func routes(of codes: Set<LintCode>) -> Set<RouteID> {
        Set(report.findings.filter { codes.contains($0.code) }.map { $0.routes[0] })
    }

    /// The registry in words, for a failure.
    var text: String {
        let namespaces = registry.namespaces.map {
            "\($0.name) \($0.profile) \($0.overrides.texts.map { "\($0.rawValue)=\($1)" }.sorted())"
        }
        let routes = registry.routes.map {
            "#\($0.id.rawValue) ns\($0.namespace.rawValue) \($0.priority) \($0.isEnabled)"
                + " \($0.kind ?? "-") \($0.patternText)"
        }
        return (namespaces + routes).joined(separator: "\n")
    }

    /// Every URL of a few segments, schemes, hosts and queries.
    static func urls(
        segments: [String], depth: Int, starts: [String], queries: [String]
    ) -> [[UInt8]] {
        var paths: [String] = [""]
        var last = [""]
        for _ in 0..<depth {
            last = last.flatMap { path in segments.map { path.isEmpty ? $0 : "\(path)/\($0)" } }
            paths += last
        }
        var urls: [[UInt8]] = []
        for start in starts {
            for path in paths {
                for query in queries {
                    for ending in path.isEmpty ? [""] : ["", "/"] {
                        urls.append(Array((start + path + ending + query).utf8))
                    }
                }
            }
        }
        return urls
    }
}
