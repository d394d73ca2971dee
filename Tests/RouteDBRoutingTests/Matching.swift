import RouteDBRouting
import RouteDBTestSupport

/// A small routing table of one namespace, written as patterns, for tests that state facts.
struct Matching {
    let registry: RegistrySnapshot
    let table: RoutingTable

    /// Registers patterns in the given order; their ids count from 1.
    init(_ patterns: [String], _ overrides: NamespacePolicy.Overrides = [:]) throws {
        try self.init(patterns.map { ($0, 0) }, overrides)
    }

    /// Registers patterns with priorities.
    init(
        _ patterns: [(text: String, priority: Int32)], _ overrides: NamespacePolicy.Overrides = [:]
    ) throws {
        let parsed = try patterns.map { (try RoutePattern($0.text), $0.text, $0.priority) }
        self.init(parsed, overrides)
    }

    /// Registers patterns that were not read from texts.
    init(_ patterns: [RoutePattern], _ overrides: NamespacePolicy.Overrides = [:]) {
        self.init(patterns.map { ($0, $0.description, 0) }, overrides)
    }

    private init(
        _ patterns: [(RoutePattern, String, Int32)], _ overrides: NamespacePolicy.Overrides
    ) {
        let namespace = RouteNamespace(
            id: NamespaceID(rawValue: 1), name: RouteNamespace.defaultName, overrides: overrides)
        let routes = patterns.enumerated().map { index, pattern in
            Route(
                id: RouteID(rawValue: Int64(index) + 1), namespace: namespace.id,
                pattern: pattern.0, target: pattern.1, priority: pattern.2)
        }
        registry = RegistrySnapshot(revision: 1, namespaces: [namespace], routes: routes)
        table = RoutingTable(registry)
    }

    /// The patterns of all matches, in order; `invalid` stands for an invalid URL.
    func all(_ url: String) -> [String] { targets(answer(Array(url.utf8))) }

    /// The pattern of the first match.
    func first(_ url: String) -> String? { all(url).first }

    /// The captures of the first match, as `name=text`, `*=text` for an unnamed one.
    func captures(_ url: String) -> [String] {
        answer(Array(url.utf8)).matches.first?.captures.map {
            "\($0.name ?? "*")=\(String(decoding: $0.text, as: UTF8.self))"
        } ?? []
    }

    /// The whole answer to a URL given as bytes.
    func answer(_ url: [UInt8]) -> ReferenceMatcher.Answer {
        MatcherProbe(table: table).matches(url)
    }

    private func targets(_ answer: ReferenceMatcher.Answer) -> [String] {
        let targets = answer.matches.compactMap { match in
            registry.routes.first { $0.id == match.route }?.target
        }
        return targets + (answer.isInvalid ? ["invalid"] : [])
    }
}
