package import RouteDBRouting

/// A URL that two registries answer differently.
public struct ResolutionDifference: Hashable, Sendable {
    /// The URL.
    public let url: String
    /// The requested kind of route; `nil` for any.
    public let kind: String?
    /// The answer of the first registry, as text.
    public let before: String
    /// The answer of the second registry, as text.
    public let after: String
}

/// Compares the answers of registries to URLs with those of a reference registry.
///
/// Two answers are equal if they have the same matches in the same order, up to ``matchLimit``, as
/// handlers see them when each one declines, and if each match has the same parameters, parameter
/// texts, wildcards, query items and merged values.
package struct ResolutionComparison {
    /// The largest number of matches compared for each URL.
    static let matchLimit = 8

    /// The answer of one registry to a URL.
    private struct Answer {
        /// The matches joined as text, or the outcome.
        var text: String
        var isHit: Bool
    }

    /// A URL with the answers of the reference registry, by table and kind.
    private struct Probe {
        let url: String
        let answers: [Answer]
    }

    private let namespace: String
    private let allowsNewMatches: Bool
    /// The kinds of routes to request; `nil` is any kind.
    private let kinds: [String?]
    private let functions: [String: ParameterConverter.Function]
    private let tables: [RoutingTable]
    private var probes: [Probe] = []
    private var known: Set<[UInt8]> = []
    /// The number of URLs in the sample that match a route.
    package private(set) var hitCount = 0
    /// For each matched route, a URL that matches it.
    private(set) var witnesses: [RouteID: String] = [:]

    /// Creates a comparison with the contents of the reference registry.
    package init(_ snapshot: RegistrySnapshot, namespace: RouteNamespace, allowsNewMatches: Bool) {
        let snapshot = snapshot.withoutAccess
        self.namespace = namespace.name
        self.allowsNewMatches = allowsNewMatches
        var seen: Set<String> = []
        kinds =
            [nil]
            + snapshot.routes.compactMap(\.kind).map(RouteKind.canonical)
            .filter { seen.insert($0).inserted }
        // A converter implemented in code that is not available would match nothing and hide its
        // routes.
        var functions: [String: ParameterConverter.Function] = [:]
        for route in snapshot.routes {
            for name in route.pattern?.converterNames ?? [] { functions[name] = { .string($0) } }
        }
        self.functions = functions
        tables = Self.tables(snapshot, functions: functions)
    }

    /// Returns the table of a registry and, if it has disabled routes, another with these enabled.
    private static func tables(
        _ snapshot: RegistrySnapshot, functions: [String: ParameterConverter.Function]
    ) -> [RoutingTable] {
        let table = RoutingTable(snapshot, functions: functions)
        guard snapshot.routes.contains(where: { !$0.isEnabled }) else { return [table] }
        var enabled = snapshot
        for index in enabled.routes.indices { enabled.routes[index].isEnabled = true }
        return [table, RoutingTable(enabled, functions: functions)]
    }

    /// The number of URLs in the sample.
    package var urlCount: Int { probes.count }

    /// Adds URLs to the sample, shortest first, because those make the clearest examples of a
    /// difference.
    package mutating func add(_ urls: [String]) {
        let sorted = urls.map { (count: $0.utf8.count, url: $0) }.sorted { $0 < $1 }
        for (_, url) in sorted where known.insert(Array(url.utf8)).inserted {
            var hits: [RouteID] = []
            let probe = Probe(url: url, answers: answers(to: url, of: tables, hits: &hits))
            probes.append(probe)
            if !hits.isEmpty { hitCount += 1 }
            for id in hits where witnesses[id] == nil { witnesses[id] = url }
        }
    }

    /// Finds a URL of the sample that another registry answers differently.
    package func difference(
        to snapshot: RegistrySnapshot, from start: Int = 0
    ) -> ResolutionDifference? {
        let others = Self.tables(snapshot.withoutAccess, functions: functions)
        for probe in probes[start...] {
            if let found = difference(probe, to: others) { return found }
        }
        return nil
    }

    private func difference(_ probe: Probe, to others: [RoutingTable]) -> ResolutionDifference? {
        var index = 0
        for table in others {
            for kind in kinds {
                let before = probe.answers[index]
                index += 1
                if allowsNewMatches && !before.isHit { continue }
                let after = answer(to: probe.url, kind: kind, of: table) { _ in }
                if after.text.utf8.elementsEqual(before.text.utf8) { continue }
                return ResolutionDifference(
                    url: probe.url, kind: kind, before: before.text, after: after.text)
            }
        }
        return nil
    }

    private func answers(
        to url: String, of tables: [RoutingTable], hits: inout [RouteID]
    ) -> [Answer] {
        var answers: [Answer] = []
        for table in tables {
            for kind in kinds {
                answers.append(answer(to: url, kind: kind, of: table) { hits.append($0) })
            }
        }
        return answers
    }

    private func answer(
        to url: String, kind: String?, of table: RoutingTable, hit: (RouteID) -> Void
    ) -> Answer {
        let request = ResolutionRequest(url, namespace: namespace, kind: kind)
        var resolution = table.resolve(request)
        guard resolution.route != nil else {
            return Answer(text: resolution.outcome.rawValue, isHit: false)
        }
        var lines: [String] = []
        while let route = resolution.route, lines.count < Self.matchLimit {
            hit(route.id)
            lines.append("#\(route.id.rawValue) \(Self.facts(resolution))")
            resolution = table.resolve(request, declining: resolution)
        }
        return Answer(text: lines.joined(separator: ", then "), isHit: true)
    }

    /// Returns what a handler receives for a match, without what is empty.
    private static func facts(_ resolution: Resolution) -> String {
        var facts = JSONObject()
        let parameters = resolution.parameters
        if !parameters.members.isEmpty { facts["params"] = .object(parameters) }
        var texts = JSONObject()
        for (name, text) in resolution.rawParameters.sorted(by: { $0.key < $1.key })
        where parameters[name] != .string(text) && parameters[name]?.description != text {
            texts[name] = .string(text)
        }
        if !texts.members.isEmpty { facts["texts"] = .object(texts) }
        let wildcards = resolution.wildcards
        if !wildcards.isEmpty { facts["wildcard"] = .array(wildcards.map(JSONValue.string)) }
        let query = resolution.query
        if !query.isEmpty {
            facts["query"] = .array(
                query.map { [.string($0.key), $0.value.map(JSONValue.string) ?? .null] })
            facts["values"] = .object(resolution.values)
        }
        return facts.description
    }
}

extension RegistrySnapshot {
    /// Returns a copy without access control, which depends on routes and not on patterns.
    package var withoutAccess: RegistrySnapshot {
        var snapshot = self
        snapshot.accessRules = []
        for index in snapshot.namespaces.indices { snapshot.namespaces[index].access = .open }
        return snapshot
    }
}
