import RouteDBTestSupport
import Testing

@testable import RouteDBRouting

/// Tables that are changed step by step, and URLs that are spelled in other ways.
@Suite struct MatcherChangeFuzzTests {
    @Test(
        "a changed table answers like a fresh one, whether or not changes lie over the compiled routes",
        arguments: 1...4 as ClosedRange<UInt64>, [1, 4096])
    func changing(seed: UInt64, smallestGroup: Int) {
        let layering = RouteGroup.Layering(smallestGroup: smallestGroup, maximumChanges: 6)
        var layered = 0
        var generator = RegistryGenerator(seed: seed &+ 900)
        var urls = URLGenerator(seed: seed, texts: generator.patterns.configuration.literals)
        for _ in 0..<12 * FuzzBudget.rounds {
            var registry = generator.registry()
            var table = RoutingTable(registry, layering: layering)
            for revision in 2...12 {
                var removed: [Route] = []
                var added: [Route] = []
                for _ in 0..<1 + generator.patterns.random.below(3) {
                    edit(&registry, &generator, removing: &removed, adding: &added)
                }
                registry.revision = Int64(revision)
                table = table.changing(
                    to: registry.revision, removing: removed.map(\.id), upserting: added)
                #expect(table.revision == registry.revision)
                #expect(table.brokenInvariant() == nil)
                if table.flattened() !== table { layered += 1 }
                let enabled = registry.routes.filter(\.isEnabled).map(\.id)
                #expect(table.content.routes.map(\.id) == enabled.sorted(), "seed \(seed)")
                let fresh = MatcherProbe(table: RoutingTable(registry))
                urls.aim(at: registry.routes + removed)
                for _ in 0..<8 {
                    let url = urls.url()
                    #expect(
                        MatcherProbe(table: table).matches(url) == fresh.matches(url),
                        "seed \(seed): \(url)")
                }
            }
        }
        // Most tables have changes that lie over others, or none has.
        #expect(smallestGroup == 1 ? layered > 60 : layered == 0)
    }

    /// Adds, removes or replaces a route.
    private func edit(
        _ registry: inout RegistrySnapshot, _ generator: inout RegistryGenerator,
        removing removed: inout [Route], adding added: inout [Route]
    ) {
        let namespace = generator.patterns.random.pick(registry.namespaces).id
        let untouched = registry.routes.filter { !added.contains($0) }
        if untouched.isEmpty || generator.patterns.random.oneIn(3) {
            let route = generator.route(in: namespace)
            registry.routes.append(route)
            added.append(route)
            return
        }
        let old = generator.patterns.random.pick(untouched)
        if generator.patterns.random.oneIn(2) {
            removed.append(old)
            registry.routes.removeAll { $0.id == old.id }
            return
        }
        // It keeps its id, and may move to another namespace.
        let other = generator.route(in: namespace)
        let new = Route(
            id: old.id, namespace: namespace, pattern: other.pattern, target: other.target,
            priority: other.priority, isEnabled: other.isEnabled)
        registry.routes = registry.routes.map { $0.id == old.id ? new : $0 }
        added.append(new)
    }

    @Test(
        "an encoded spelling gets the answer of the plain one",
        arguments: [5, 6] as [UInt64])
    func spellings(seed: UInt64) {
        var generator = RegistryGenerator(seed: seed)
        var urls = URLGenerator(seed: seed, texts: generator.patterns.configuration.literals)
        var plain = 0
        for _ in 0..<60 * FuzzBudget.rounds {
            let registry = generator.registry()
            let probe = MatcherProbe(table: RoutingTable(registry))
            urls.aim(at: registry.routes)
            for _ in 0..<40 {
                let url = urls.url()
                guard isPlain(url), let other = spelledWithDotSegment(url) else { continue }
                plain += 1
                #expect(probe.matches(url) == probe.matches(other), "seed \(seed): \(url)")
            }
        }
        #expect(plain > 400)
    }

    private func isPlain(_ url: [UInt8]) -> Bool {
        var words = [UInt32](repeating: 0, count: PlainScan.capacity)
        var span = words.mutableSpan
        var urlBounds = URLBounds()
        return PlainScan.scan(url.span.bytes, into: &span, &urlBounds)
    }

    /// The URL with `/.` before its path, which only the normal form reads.
    private func spelledWithDotSegment(_ url: [UInt8]) -> [UInt8]? {
        let parts = URLParts(url.span.bytes)
        let start = parts.path.lowerBound
        guard !parts.path.isEmpty, url[start] == UInt8(ascii: "/") else { return nil }
        return url[..<start] + Array("/.".utf8) + url[start...]
    }
}
