import Foundation
import RouteDB
import RouteDBHistory
import RouteDBTestSupport
import Testing

/// Files that are damaged or made to do harm, by seed.
///
/// They are read in a process of its own with limits, so that a trap, a hang and a flood of memory
/// show as what they are.
@Suite("Hostile input")
struct HostileInputFuzzTests {
    @Test(
        "damaged and malicious input is refused or contained",
        arguments: HostileInput.Kind.allCases)
    func contained(kind: HostileInput.Kind) async throws {
        let directory = try TemporaryDirectory()
        let samples = try await Self.samples(kind, in: directory)
        try JSONEncoder().encode(samples)
            .write(to: URL(fileURLWithPath: directory.path("samples")))
        let count = FuzzBudget.tries(400, byDefault: 6)
        await #expect(processExitsWith: .success) {
            [folder = directory.path as String, count = count as Int] in
            try await Self.takeAll(count, in: folder)
        }
        let seed = try? String(contentsOfFile: directory.path("seed"), encoding: .utf8)
        #expect(seed == "done", "\(kind.rawValue), seed \(seed ?? "none")")
    }

    /// The sound files that inputs are made of; the first is a registry.
    private static func samples(
        _ kind: HostileInput.Kind, in directory: TemporaryDirectory
    ) async throws -> [HostileInput] {
        let path = directory.path("sound.db")
        let registry = try await RouteRegistry.open(path, options: .testing(.creating))
        try await registry.edit { editor in
            try editor.addNamespace(NamespaceDraft(name: "old", profile: .jlroutes))
            for number in 0..<20 {
                try editor.add(
                    RouteDraft(
                        pattern: "/page/\(number)/{id:int}(/more)?tab={t}", target: "t",
                        name: "page-\(number)", group: "g"))
            }
            try editor.add(RouteDraft(pattern: "/:id(/x)", target: "t", namespace: "old"))
        }
        let sound = HostileInput(kind: .registry, sound: try bytes(path))
        var documents: [HostileInput] = []
        for format in RegistryDocument.Format.allCases {
            documents.append(
                HostileInput(kind: .document, sound: try await registry.export(as: format)))
        }
        await registry.close()
        switch kind {
        case .registry: return [sound, sound]
        case .document: return [sound] + documents
        case .history: return [sound, HostileInput(kind: kind, sound: try history(directory))]
        default:
            return [sound, HostileInput(kind: kind, sound: HostileSamples.bytes(of: kind))]
        }
    }

    private static func history(_ directory: TemporaryDirectory) throws -> [UInt8] {
        let path = directory.path("sound.hits.db")
        do {
            let writer = try HitsWriter(
                path: path, stream: [UInt8](repeating: 1, count: 16), time: 0)
            var hits = HitGenerator(seed: 1)
            try writer.append(HitBatch(hits.hits(80)))
            try writer.seal()
            try writer.append(HitBatch(hits.hits(20)))
            try writer.checkpoint()
        }
        return try bytes(path)
    }

    private static func bytes(_ path: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    /// Takes inputs of as many seeds as given, and leaves the seed that it came to.
    private static func takeAll(_ count: Int, in folder: String) async throws {
        // Of the time of the processor, so that a busy machine makes no difference.
        var limit = rlimit()
        limit.rlim_cur = rlim_t(30 + count)
        limit.rlim_max = limit.rlim_cur
        // The call reads the structure before it returns.
        unsafe setrlimit(__rlimit_resource_t(RLIMIT_CPU.rawValue), &limit)
        let samples = try JSONDecoder().decode(
            [HostileInput].self, from: Data(contentsOf: URL(fileURLWithPath: "\(folder)/samples")))
        let reader = HostileReader(folder: "\(folder)/input", registry: samples[0].sound)
        for seed in 0..<UInt64(count) {
            try "\(seed)".write(toFile: "\(folder)/seed", atomically: true, encoding: .utf8)
            var random = SeededGenerator(seed: seed)
            let sample = random.pick(Array(samples.dropFirst()))
            try await reader.take(sample.damaged(&random), as: sample.kind)
        }
        try "done".write(toFile: "\(folder)/seed", atomically: true, encoding: .utf8)
    }
}
