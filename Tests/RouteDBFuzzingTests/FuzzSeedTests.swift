import Foundation
import RouteDBFuzzing
import RouteDBTestSupport
import Testing

/// The seeds of the fuzzers, each of which is a text of its kind or a find of old.
@Suite("Seeds of the fuzzers")
struct FuzzSeedTests {
    private static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "RouteDBFuzzing/Seeds")

    /// The seeds of a target by the names of their files, in order.
    private static func seeds(of target: String) throws -> [(name: String, bytes: [UInt8])] {
        let folder = folder.appending(path: target)
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map {
            ($0, Array(try Data(contentsOf: folder.appending(path: $0))))
        }
    }

    @Test("every seed keeps the rules of its target, and so do texts near it")
    func seeds() throws {
        for target in FuzzTarget.all {
            var random = SeededGenerator(seed: 20)
            for seed in try Self.seeds(of: target.name) {
                let place: Comment = "\(target.name), \(seed.name)"
                #expect(throws: Never.self, place) { try target.run(seed.bytes) }
                for _ in 0..<FuzzBudget.tries(1_000, byDefault: 3) {
                    let near = random.damaged(seed.bytes, marks: Array("/{}\":,<>[]=\n".utf8))
                    #expect(throws: Never.self, "\(place): \(near)") { try target.run(near) }
                }
            }
        }
    }

    @Test("every target has seeds, and every folder of seeds a target")
    func folders() throws {
        var names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        // Requests have a target with the trait of the service only.
        names.removeAll { $0 == "http-request" && FuzzTarget.named($0) == nil }
        #expect(names.sorted() == FuzzTarget.all.map(\.name).sorted())
        for target in FuzzTarget.all { #expect(try !Self.seeds(of: target.name).isEmpty) }
    }

    @Test("the canary fails for the text that a fuzzer has to find, and for no other")
    func canary() {
        #expect(throws: FuzzFailure.self) { try FuzzTarget.canary.run(Array("/{id:int}".utf8)) }
        #expect(throws: Never.self) { try FuzzTarget.canary.run(Array("/{iD:int}".utf8)) }
        #expect(FuzzTarget.named("canary") != nil && FuzzTarget.named("nothing") == nil)
    }
}
