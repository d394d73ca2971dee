import RouteDBRouting
import RouteDBTestSupport

/// Compares the compiled matcher with the reference, over random registries and URLs.
struct OracleRun {
    let seed: UInt64
    var configuration = PatternGenerator.Configuration.overlapping
    var tieBreak = ReferenceMatcher.TieBreak.earlierRouteFirst
    /// How many URLs were asked.
    private(set) var cases = 0
    /// How many of them had a match, and how many more than one.
    private(set) var matched = 0
    private(set) var matchedTwice = 0
    /// How many of those that were asked for a kind have a first match of no kind, or of another one.
    private(set) var matchedByKind = 0

    init(
        seed: UInt64, configuration: PatternGenerator.Configuration = .overlapping,
        tieBreak: ReferenceMatcher.TieBreak = .earlierRouteFirst
    ) {
        self.seed = seed
        self.configuration = configuration
        self.tieBreak = tieBreak
    }

    /// Runs over registries, and stops at the first difference.
    ///
    /// - Returns: The difference with the fewest routes that show it, or `nil`.
    mutating func firstDifference(registries: Int, urls: Int) -> String? {
        var generator = RegistryGenerator(seed: seed, configuration: configuration)
        generator.kinds = RegistryGenerator.kinds
        var urlGenerator = URLGenerator(
            seed: seed ^ 0x5555_5555, texts: configuration.literals + ["1-2", "x.y", "c"])
        for number in 0..<registries {
            let registry = generator.registry()
            let table = RoutingTable(registry)
            if let broken = table.brokenInvariant() {
                return "seed \(seed), registry \(number): \(broken)\n\(Self.text(of: registry))"
            }
            let probe = MatcherProbe(table: table)
            let reference = ReferenceMatcher(registry, tieBreak: tieBreak)
            let names: [String?] = [nil, nil, nil, registry.namespaces.last?.name]
            urlGenerator.aim(at: registry.routes)
            for _ in 0..<urls {
                let url = urlGenerator.url()
                let namespace = urlGenerator.random.pick(names)
                let expected = reference.matches(url, in: namespace)
                cases += 1
                if !expected.matches.isEmpty { matched += 1 }
                if expected.matches.count > 1 { matchedTwice += 1 }
                if probe.matches(url, in: namespace) != expected {
                    return "seed \(seed), registry \(number): "
                        + minimal(registry, url, in: namespace)
                }
                guard cases.isMultiple(of: 3) else { continue }
                let kind = urlGenerator.random.pick(Self.kinds + [Self.otherKind])
                let difference = kindDifference(
                    probe, reference, url, in: namespace, kind: kind, registry)
                if let difference {
                    return "seed \(seed), registry \(number): \(difference)"
                }
            }
        }
        return nil
    }

    /// Compares the matches of requests of a kind; for one that no route has, also the kinds that have any.
    private mutating func kindDifference(
        _ probe: MatcherProbe, _ reference: ReferenceMatcher, _ url: [UInt8], in namespace: String?,
        kind: String, _ registry: RegistrySnapshot
    ) -> String? {
        func matches(_ kind: String) -> [ReferenceMatcher.Match] {
            reference.matches(url, in: namespace, kind: kind).matches
        }
        func kindOfFirst(_ kind: String) -> String?? {
            matches(kind).first.flatMap { first in
                registry.routes.first { $0.id == first.route }.map(\.kind)
            }
        }
        let expected = matches(kind).map { "\($0.route.rawValue).\($0.variant)" }
        let found = probe.routes(url, in: namespace, kind: kind)
        var answered: Set<String> = []
        var kinds: Set<String> = []
        if kind == Self.otherKind {
            // A kind is answered as such if the first match of its requests is of it.
            answered = Set(Self.kinds.filter { kindOfFirst($0) == .some(.some($0)) })
            if !expected.isEmpty { answered.insert("*") }
            kinds = probe.kinds(url, in: namespace)
        }
        if let first = kindOfFirst(kind), first != kind { matchedByKind += 1 }
        guard found != expected || kinds != answered else { return nil }
        return """
            \(kind) \(String(decoding: url, as: UTF8.self).debugDescription) in \(namespace ?? "-")
            expected: \(expected) \(answered.sorted())
            found:    \(found) \(kinds.sorted())
            \(Self.text(of: registry))
            """
    }

    private static let kinds = ["GET", "HEAD", "POST", "view"]
    /// The kind of no route.
    private static let otherKind = "PUT"

    /// Describes a difference, with all routes left out that it does not need.
    private func minimal(
        _ registry: RegistrySnapshot, _ url: [UInt8], in namespace: String?
    ) -> String {
        var registry = registry
        for route in registry.routes {
            var smaller = registry
            smaller.routes.removeAll { $0.id == route.id }
            let expected = ReferenceMatcher(smaller, tieBreak: tieBreak).matches(url, in: namespace)
            let found = MatcherProbe(table: RoutingTable(smaller)).matches(url, in: namespace)
            if expected != found { registry = smaller }
        }
        let expected = ReferenceMatcher(registry, tieBreak: tieBreak).matches(url, in: namespace)
        let found = MatcherProbe(table: RoutingTable(registry)).matches(url, in: namespace)
        return """
            \(String(decoding: url, as: UTF8.self).debugDescription) \(url) in \(namespace ?? "-")
            expected: \(Self.text(of: expected))
            found:    \(Self.text(of: found))
            \(Self.text(of: registry))
            """
    }

    private static func text(of answer: ReferenceMatcher.Answer) -> String {
        let matches = answer.matches.map { match in
            let captures = match.captures.map {
                "\($0.name ?? "*")=\(String(decoding: $0.text, as: UTF8.self).debugDescription)"
            }
            return "\(match.route.rawValue).\(match.variant)(\(captures.joined(separator: ", ")))"
        }
        return matches.joined(separator: " ") + (answer.isInvalid ? " invalid" : "")
    }

    private static func text(of registry: RegistrySnapshot) -> String {
        let namespaces = registry.namespaces.map {
            "\($0.id.rawValue) \($0.name): \($0.overrides) \($0.schemes) \($0.hosts) "
                + "fallback \($0.fallback.map { "\($0.rawValue)" } ?? "-")"
        }
        let routes = registry.routes.map {
            "  route \($0.id.rawValue) in \($0.namespace.rawValue), priority \($0.priority)"
                + ($0.isEnabled ? "" : ", disabled")
                + ": \($0.kind ?? "-") \($0.pattern?.description ?? "")"
        }
        return (namespaces + routes).joined(separator: "\n")
    }
}
