import RouteDBRouting
import RouteDBTestSupport
import Testing

/// One value that is read by its name, against all values of the resolution.
@Suite struct SingleValueFuzzTests {
    @Test("a value read alone is the one among all values", arguments: [61, 62, 63] as [UInt64])
    func values(seed: UInt64) {
        var generator = RegistryGenerator(seed: seed)
        var urls = URLGenerator(seed: seed ^ 0x5555_5555, texts: ["1-2", "x.y", "c", "42"])
        var (read, difference) = (0, "")
        for number in 0..<80 * FuzzBudget.rounds where difference.isEmpty {
            let registry = generator.registry()
            let table = RoutingTable(registry)
            urls.aim(at: registry.routes)
            for _ in 0..<40 {
                let url = urls.url()
                let resolution = table.resolve(ResolutionRequest(utf8: url))
                let (parameters, query) = (resolution.parameters, resolution.queryValues)
                let pattern = resolution.route?.pattern
                for name in (pattern?.parameters.map(\.name) ?? []) + ["other"]
                where resolution[name] != parameters[name] ?? query[name] {
                    difference =
                        "seed \(seed), registry \(number), \(pattern?.description ?? "-"), "
                        + "'\(String(decoding: url, as: UTF8.self))': \(name)"
                }
                read += parameters.members.count
            }
        }
        #expect(difference.isEmpty)
        // A canary: the URLs meet routes with parameters.
        #expect(read > 500)
    }
}
