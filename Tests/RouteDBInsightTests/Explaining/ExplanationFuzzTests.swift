import RouteDBInsight
import RouteDBRouting
import RouteDBTestSupport
import Testing

/// Explanations of random URLs by random registries, against what the tables do.
///
/// The seed decides every registry and URL; a failure shows it.
@Suite struct ExplanationFuzzTests {
    private static let tries = FuzzBudget.tries(60, byDefault: 15)

    @Test("explain and resolve agree", arguments: 1...4 as ClosedRange<UInt64>)
    func agreement(seed: UInt64) {
        var run = ExplanationRun(seed: seed, configuration: .overlapping)
        run.run(registries: Self.tries, urls: 16) {
            $0.kinds = RegistryGenerator.kinds
            return $0.registry()
        }
        #expect(run.problem == nil)
        // A canary: there is something to explain.
        #expect(run.rejections * 60 > 1_000 * Self.tries)
        #expect(run.nearMisses * 60 > 20 * Self.tries)
        #expect(run.orders * 60 > 15 * Self.tries)
    }

    @Test("so they do if changes lie over the compiled routes")
    func layers() {
        var run = ExplanationRun(seed: 8, configuration: .overlapping)
        run.makeTable = changedTable
        run.run(registries: Self.tries, urls: 16) { $0.registry() }
        #expect(run.problem == nil)
        #expect(run.rejections * 60 > 1_000 * Self.tries)
    }

    @Test(
        "so they do with the patterns of every dialect",
        arguments: ["jlroutes", "urlnavigator", "ikrouter", "aroute"])
    func dialects(profile: String) throws {
        let profile = try #require(NamespaceProfile(rawValue: profile))
        var run = ExplanationRun(seed: 7, configuration: .overlapping)
        run.run(registries: Self.tries, urls: 16) { $0.dialectRegistry(profile) }
        #expect(run.problem == nil)
        #expect(run.rejections * 60 > 500 * Self.tries)
    }

    @Test("so they do if literals need every escape")
    func escapes() {
        var run = ExplanationRun(seed: 3, configuration: .nasty)
        run.run(registries: Self.tries, urls: 16) { $0.registry() }
        #expect(run.problem == nil)
        #expect(run.rejections * 60 > 1_000 * Self.tries)
    }

    @Test("routes that are far from a URL change neither its answer nor its near misses")
    func vicinity() {
        var generator = RegistryGenerator(seed: 21, configuration: .overlapping)
        var urls = URLGenerator(
            seed: 22, texts: PatternGenerator.Configuration.overlapping.literals + ["usr", "x.y"])
        var (far, misses) = (0, 0)
        for number in 0..<Self.tries * 12 {
            let all = generator.registry()
            urls.aim(at: all.routes)
            for _ in 0..<8 {
                let url = String(decoding: urls.url(), as: UTF8.self)
                let proximity = RouteProximity(url)
                var near = all
                near.routes.removeAll { route in
                    let text = Array((route.pattern?.description ?? "").utf8)
                    return proximity.degree(of: text.span.bytes) == .far
                }
                let request = ResolutionRequest(url)
                let whole = Explainer(RoutingTable(all)).explain(request)
                let part = Explainer(RoutingTable(near)).explain(request)
                #expect(part.resolution.foundRoute == whole.resolution.foundRoute)
                #expect(
                    part.nearMisses == whole.nearMisses,
                    "registry \(number), \(url.debugDescription)")
                far += all.routes.count - near.routes.count
                misses += whole.nearMisses.count
            }
        }
        // A canary: both happen often.
        #expect(far > 30 && misses > 100, "\(far), \(misses)")
    }
}

/// A table of a registry, compiled with half of its routes and then changed to hold the others.
private func changedTable(_ registry: RegistrySnapshot) -> RoutingTable {
    var old = registry
    old.routes = registry.routes.enumerated().filter { !$0.offset.isMultiple(of: 2) }.map(\.element)
    let layering = RouteGroup.Layering(smallestGroup: 1, maximumChanges: 100)
    // Those that were there already are replaced by routes like them.
    return RoutingTable(old, layering: layering)
        .changing(to: registry.revision, removing: [], upserting: registry.routes)
}

/// Explains random URLs.
private struct ExplanationRun {
    private var generator: RegistryGenerator
    private var urls: URLGenerator
    var makeTable: (RegistrySnapshot) -> RoutingTable = { RoutingTable($0) }
    private(set) var rejections = 0
    private(set) var nearMisses = 0
    private(set) var orders = 0
    /// The first thing that was wrong.
    private(set) var problem: String?

    init(seed: UInt64, configuration: PatternGenerator.Configuration) {
        generator = RegistryGenerator(seed: seed, configuration: configuration)
        urls = URLGenerator(
            seed: seed ^ 0x3333, texts: configuration.literals + ["1-2", "x.y", "c"])
    }

    mutating func run(
        registries: Int, urls count: Int, _ make: (inout RegistryGenerator) -> RegistrySnapshot
    ) {
        for number in 0..<registries where problem == nil {
            let registry = make(&generator)
            let table = makeTable(registry)
            var check = ExplanationCheck(table)
            urls.aim(at: registry.routes)
            let names: [String?] = [nil, nil, nil, registry.namespaces.last?.name]
            for _ in 0..<count where problem == nil {
                let url = urls.url()
                let namespace = urls.random.pick(names)
                let kind =
                    generator.kinds.isEmpty ? nil : urls.random.pick([nil, "GET", "HEAD", "PUT"])
                let request = ResolutionRequest(
                    utf8: url, namespace: namespace, kind: kind, context: ["c": 1])
                problem = check.problem(request).map {
                    "registry \(number), \(String(decoding: url, as: UTF8.self).debugDescription) "
                        + "in \(namespace ?? "-"): \($0)"
                }
            }
            rejections += check.rejections
            nearMisses += check.nearMisses
            orders += check.orders
        }
    }
}
