import RouteDB
import RouteDBInsight
import RouteDBTestSupport
import Testing

@Suite("Converting random namespaces")
struct NamespaceConversionFuzzTests {
    private static let profiles = NamespaceProfile.allCases.filter { $0 != .native }

    @Test("What generated URLs verify holds for other URLs", arguments: profiles)
    func soundness(profile: NamespaceProfile) throws {
        let rounds = FuzzBudget.tries(8, byDefault: 2)
        let syntax = try #require(PatternSyntax(profile.rawValue))
        let converters = PatternGenerator.converters
        var patterns = PatternGenerator(seed: 7, configuration: .overlapping)
        var urls = URLGenerator(seed: 8, texts: ["a", "b", "app:", "x.y", "1-2", "A", "%61", "+"])
        var converted = 0
        for round in 0..<rounds {
            var texts: [String] = []
            var known: Set<RoutePattern> = []
            for _ in 0...round % 4 {
                let text = patterns.text(in: syntax)
                // A namespace may refuse to take a pattern twice.
                if known.insert(try syntax.parse(text, converters: converters)).inserted {
                    texts.append(text)
                }
            }
            let registry = try DialectNamespace(
                profile, texts,
                converters: Dictionary(uniqueKeysWithValues: converters.map { ($0, .any) }))
            let options = ConversionOptions(seed: UInt64(round), allowsNewMatches: round % 8 > 5)
            let conversion = registry.conversion(options)
            #expect(conversion.failure == nil, "\(texts)")
            converted += conversion.routes.count(where: \.isChange)
            var comparison = ResolutionComparison(
                registry.snapshot, namespace: registry.snapshot.namespaces[0],
                allowsNewMatches: options.allowsNewMatches)
            urls.aim(at: registry.snapshot.routes)
            comparison.add((0..<400).map { _ in String(decoding: urls.url(), as: UTF8.self) })
            let difference = comparison.difference(to: registry.snapshot.applying(conversion))
            #expect(difference == nil, "\(texts) \(conversion.result.overrides)")
        }
        #expect(converted > 0)
    }

    @Test("A rewriting that changes a meaning is found", arguments: 0..<4)
    func canary(mistake: Int) throws {
        let registry = try DialectNamespace(.jlroutes, ["/a/:x", "/b/*", "/c%20d/:y/e", "/:z"])
        let conversion = NamespaceConversion(
            of: registry.snapshot.namespaces[0], in: registry.snapshot,
            options: ConversionOptions(urlsPerRoute: 60)
        ) { pattern, _, _ in
            var path = pattern.path
            switch (mistake, path.last) {
            case (0, .catchAll?): path[path.count - 1] = .wildcard
            case (1, .parameter(let one)?) where one.name == "x":
                path[path.count - 1] = .parameter(Parameter(name: "X"))
            case (2, .literal("e")?): path[1] = .literal("c d")
            case (3, .parameter(let one)?) where one.name == "z":
                path[path.count - 1] = .parameter(Parameter(name: "z", type: .hex))
            default: break
            }
            return RoutePattern(scheme: nil, host: nil, path: path, query: [])
        }
        guard case .difference(let found)? = conversion.failure else {
            Issue.record("nothing was found")
            return
        }
        #expect(found.before != found.after)
    }
}
