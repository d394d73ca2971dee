import RouteDBTestSupport
import Testing

@testable import RouteDB

@Suite("Hits of random resolutions")
struct HitEncoderFuzzTests {
    @Test("the parameters are those of the resolution, and the URL is unchanged")
    func keptAll() throws {
        var registries = RegistryGenerator(seed: 21)
        var urls = URLGenerator(seed: 22, texts: ["a", "b", "12", "007", "\"", "x.y", "%61", "+"])
        var parameters = 0
        for _ in 0..<60 * FuzzBudget.rounds {
            let snapshot = registries.registry()
            let table = RoutingTable(snapshot)
            urls.aim(at: snapshot.routes)
            for _ in 0..<80 {
                let url = urls.url()
                let resolution = table.resolve(ResolutionRequest(utf8: url))
                let hit = try EncodedHit(resolution)
                var expected: [UInt8] = []
                if !resolution.parameters.members.isEmpty {
                    JSONWriter.append(resolution.parameters, to: &expected)
                    parameters += 1
                }
                #expect((hit.parameters ?? "") == String(decoding: expected, as: UTF8.self))
                #expect(hit.url == String(decoding: url, as: UTF8.self))
            }
        }
        #expect(parameters > 100)
    }

    @Test("the numbers of a URL are those of its resolution, unless rules or code take part")
    func numbers() throws {
        var registries = RegistryGenerator(seed: 41)
        var urls = URLGenerator(seed: 42, texts: ["a", "b", "12", "007", "x.y", "%61"])
        var (found, outcomes) = (0, Set<Resolution.Outcome>())
        for _ in 0..<60 * FuzzBudget.rounds {
            let snapshot = registries.registry()
            let table = RoutingTable(snapshot)
            urls.aim(at: snapshot.routes)
            for _ in 0..<80 {
                let url = urls.url()
                let resolution = table.resolve(ResolutionRequest(utf8: url))
                guard let numbers = table.numbers(of: url.span.bytes) else {
                    // Code takes part only in matches of a shard that names a converter.
                    #expect(!snapshot.converters.isEmpty)
                    continue
                }
                found += 1
                outcomes.insert(numbers.outcome)
                #expect(numbers.outcome == resolution.outcome)
                #expect(table.ids(of: numbers) == table.ids(of: resolution.numbers))
                var parameters: [UInt8] = []
                table.appendParameters(
                    of: numbers, in: url.span.bytes, converted: [:], to: &parameters)
                var expected: [UInt8] = []
                table.appendParameters(
                    of: resolution.numbers, in: url.span.bytes, converted: [:], to: &expected)
                #expect(parameters == expected)
            }
        }
        #expect(found > 1_000 && outcomes == [.matched, .unmatched, .invalid])
    }

    @Test("numbers without a request are those of every request, whatever the rules")
    func ruled() {
        var generator = AccessRuleGenerator(seed: 43)
        var (given, refused) = (0, 0)
        for _ in 0..<200 {
            let table = RoutingTable(generator.registry())
            for _ in 0..<20 {
                let resolution = table.resolve(generator.request())
                var url: [UInt8] = []
                resolution.appendURL(to: &url)
                refused += [.denied, .challenged].contains(resolution.outcome) ? 1 : 0
                guard let numbers = table.numbers(of: url.span.bytes) else { continue }
                given += 1
                #expect(numbers.outcome == resolution.outcome)
            }
        }
        #expect(given > 100 && refused > 100)
    }

    @Test("no text remains where patterns and queries have values")
    func dropped() throws {
        var registries = RegistryGenerator(seed: 31)
        var urls = URLGenerator(seed: 32, texts: ["s3cret", "%73%33cret", "a", "s3c%72et"])
        var taken = 0
        for _ in 0..<60 * FuzzBudget.rounds {
            let snapshot = registries.registry()
            let table = RoutingTable(snapshot)
            urls.aim(at: snapshot.routes)
            for _ in 0..<80 {
                let url = urls.url()
                let resolution = table.resolve(ResolutionRequest(utf8: url))
                let hit = try EncodedHit(resolution, ["*=drop"])
                let left = try #require(hit.url)
                #expect(hit.parameters == nil)
                taken += resolution.foundRoute == nil ? 0 : 1
                // A host is no value where no pattern captures it, and a key has a name.
                guard !Self.isKept("s3cret", of: left) else {
                    Issue.record("\(String(decoding: url, as: UTF8.self)) left \(left)")
                    continue
                }
            }
        }
        #expect(taken > 100)
    }

    /// Whether a text is left behind the host, other than as the key of an item.
    private static func isKept(_ text: String, of url: String) -> Bool {
        var bytes = Array(url.utf8)
        if let slashes = url.utf8.firstRange(of: "//".utf8) {
            let host = url.utf8[slashes.upperBound...].drop { !Array("/?#".utf8).contains($0) }
            bytes = Array(host)
        }
        while let decoded = bytes.percentDecoded { bytes = decoded }
        let pieces = String(decoding: bytes, as: UTF8.self).split { "/?#&".contains($0) }
        return pieces.contains { $0.contains(text) && !$0.contains("=") }
    }
}
