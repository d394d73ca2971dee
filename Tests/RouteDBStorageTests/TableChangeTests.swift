import RouteDBDatabase
import RouteDBTestSupport
import Testing

@testable import RouteDBRouting
@testable import RouteDBStorage

/// A table that takes the changes of a registry, whatever they are.
@Suite("Tables that take changes")
struct TableChangeTests {
    @Test(
        "a table that takes each change answers like one that is compiled anew",
        arguments: 0..<10 as Range<UInt64>)
    func changes(seed: UInt64) throws {
        var generator = EditGenerator(seed: seed)
        let fixture = try RegistryFixture()
        var table = RoutingTable(try fixture.store.snapshot())
        var log: [String] = []
        for _ in 0..<60 {
            // Several revisions at once, too.
            for _ in 0...generator.random.below(3) {
                let edit = generator.edit()
                do { try fixture.edit(edit.apply) } catch is RouteDBError { continue }
                log.append(edit.description)
            }
            guard let changes = try fixture.store.changes(since: table.revision) else { continue }
            table = table.changing(try #require(changes.change))
            let fresh = RoutingTable(try fixture.store.snapshot(withCases: false))
            let context = "seed \(seed): \(log.suffix(4).joined(separator: "; "))"
            #expect(table.brokenInvariant() == nil, "\(context)")
            #expect(table.revision == fresh.revision, "\(context)")
            #expect(table.content == fresh.content, "\(context)")
            #expect((table.access == nil) == (fresh.access == nil), "\(context)")
            #expect(table.access?.rules == fresh.access?.rules, "\(context)")
            try compare(table, fresh, &generator, context)
        }
        // A canary: most edits are accepted.
        #expect(log.count > 60)
    }

    private func compare(
        _ table: RoutingTable, _ fresh: RoutingTable, _ generator: inout EditGenerator,
        _ context: String
    ) throws {
        let starts = ["", "//a.example", "https://b.example", "s://x.b.example", "t://c.example"]
        let paths = ["/p", "/q", "/p/7", "/p/u", "/1", "/P/q/r", "/x/y/z"]
        for _ in 0..<12 {
            var request = ResolutionRequest(
                generator.random.pick(starts) + generator.random.pick(paths))
            if generator.random.oneIn(2) { request.principal = RequestPrincipal("a", roles: ["r"]) }
            let (one, other) = (table.resolve(request), fresh.resolve(request))
            #expect(one.outcome == other.outcome, "\(context): \(request.url)")
            #expect(one.foundRoute == other.foundRoute, "\(context): \(request.url)")
            #expect(one.values == other.values, "\(context): \(request.url)")
            #expect(one.access == other.access, "\(context): \(request.url)")
            #expect(one.target == other.target, "\(context): \(request.url)")
        }
    }
}
