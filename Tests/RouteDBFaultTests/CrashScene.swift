import Foundation
import RouteDB
import RouteDBHistory
import RouteDBTestSupport
import Testing

/// A registry and a history that several processes write until each is killed, chosen by a seed.
///
/// A seed gives the writers and the calls at which they are killed; how their work interleaves is
/// left to the system.
struct CrashScene: Sendable, CustomStringConvertible {
    let folder: String
    let writers: [CrashWriter]

    init(seed: UInt64, folder: String) {
        var random = SeededGenerator(seed: seed)
        self.folder = folder
        writers = (1...2 + random.below(2)).map { number in
            let role = random.pick(CrashWriter.Role.allCases)
            let most: Int =
                switch role {
                case .editor: 900
                case .recorder: 400
                case .importer: 250
                }
            return CrashWriter(
                folder: folder, number: number, role: role, call: 1 + random.below(most),
                isInHalf: random.oneIn(2))
        }
    }

    var description: String {
        writers.map {
            "\($0.role) killed at call \($0.call)\($0.isInHalf ? ", in half of a write" : "")"
        }.joined(separator: "; ")
    }

    /// Makes the files that all scenes begin with.
    static func makeFiles() async throws -> TemporaryDirectory {
        let directory = try TemporaryDirectory()
        let scene = CrashScene(seed: 0, folder: directory.path)
        let registry = try await RouteRegistry.open(
            scene.registryPath, options: .testing(.creating))
        try await registry.edit { editor in
            for number in 0..<30 {
                try editor.add(RouteDraft(pattern: "/page/\(number)", target: "t"))
            }
        }
        await registry.close()
        var generator = HitGenerator(seed: 1)
        let hits = generator.hits(100).map { hit in
            var hit = hit
            // No hit claims to be of an import.
            hit.source = 0
            return hit
        }
        try HitsWriter(
            path: scene.historyPath, stream: [UInt8](repeating: 0xFF, count: 16), time: 0
        ).append(HitBatch(hits))
        for number in 1...3 {
            let writer = CrashWriter(
                folder: directory.path, number: number, role: .importer, call: 0, isInHalf: false)
            let text = (0..<CrashWriter.lines).map { line in
                "10.0.0.\(number) - - [10/Oct/2000:13:55:36 -0700] \"GET \(writer.url(line: line))"
                    + " HTTP/1.1\" 200 \(line) \"-\" \"curl/8\"\n"
            }
            try Data(text.joined().utf8).write(to: URL(fileURLWithPath: writer.logPath))
        }
        return directory
    }

    private var registryPath: String { "\(folder)/routes.db" }
    private var historyPath: String { "\(folder)/routes.hits.db" }

    /// Reads both files until the task is cancelled; each time they are whole.
    func read() async throws {
        var newest: Int64 = 0
        while !Task.isCancelled {
            let registry = try await RouteRegistry.open(
                registryPath, options: .testing(.reading))
            #expect(try await registry.check() == [])
            let numbers = try await registry.revisions().map(\.number).sorted()
            #expect(numbers == Array(1...Int64(numbers.count)))
            let last = numbers.last ?? 0
            #expect(last >= newest, "a revision that was seen is gone")
            newest = last
            await registry.close()
            #expect(try HitsReader(path: historyPath).verify() == [])
        }
    }

    /// Expects that the files are whole, that everything is there once that a writer has answered
    /// for, and that what was cut off can be done again.
    func expectWhole(_ place: Comment) async throws {
        for writer in writers { #expect(writer.isDone || writer.end == nil, place) }
        try await expectRoutes(place)
        try await expectHits(place)
    }

    private func expectRoutes(_ place: Comment) async throws {
        var messages = try await self.messages(place)
        for writer in writers where writer.role == .editor {
            let mine = messages.filter { $0.hasPrefix("w\(writer.number)-") }
            #expect(mine == (0..<mine.count).map(writer.name), place)
            #expect(writer.told...writer.told + 1 ~= mine.count, place)
            for work in mine.count..<CrashWriter.works { try await writer.edit(work) }
        }
        messages = try await self.messages(place)
        for writer in writers where writer.role == .editor {
            let mine = messages.filter { $0.hasPrefix("w\(writer.number)-") }
            #expect(mine == (0..<CrashWriter.works).map(writer.name), place)
        }
    }

    /// The messages of the revisions, in order; each has its route, and the registry is whole.
    private func messages(_ place: Comment) async throws -> [String] {
        let registry = try await RouteRegistry.open(registryPath, options: .testing(.writing))
        #expect(try await registry.check() == [], place)
        let revisions = try await registry.revisions().sorted { $0.number < $1.number }
        let names = Set(try await registry.snapshot().routes.compactMap(\.name))
        await registry.close()
        let messages = revisions.map(\.message).filter { $0.hasPrefix("w") }
        #expect(names == Set(messages), place)
        return messages
    }

    private func expectHits(_ place: Comment) async throws {
        var urls = try self.urls(place)
        for writer in writers where writer.role == .recorder {
            let works = (0..<CrashWriter.works).filter { urls[writer.url($0, 0)] != nil }
            #expect(works == Array(0..<works.count), place)
            #expect(writer.told...writer.told + 1 ~= works.count, place)
            let mine = works.flatMap { work in
                (0..<CrashWriter.batchSize).map { writer.url(work, $0) }
            }
            #expect(urls.keys.count { $0.hasPrefix("/w\(writer.number)/") } == mine.count, place)
            #expect(mine.allSatisfy { urls[$0] == 1 }, place)
        }
        let importers = writers.filter { $0.role == .importer }
        for writer in importers { try await writer.importLog() }
        urls = try self.urls(place)
        for writer in importers {
            let lines = (0..<CrashWriter.lines).map {
                urls["https://\(writer.url(line: $0))"] ?? urls[writer.url(line: $0)]
            }
            #expect(lines.allSatisfy { $0 == 1 }, place)
        }
    }

    /// How often each URL is in the history, which is whole.
    private func urls(_ place: Comment) throws -> [String: Int] {
        let reader = try HitsReader(path: historyPath)
        #expect(try reader.verify() == [], place)
        var urls: [String: Int] = [:]
        try reader.scan(texts: .all) { segment in
            for hit in try segment.hits() {
                urls[String(decoding: hit.url, as: UTF8.self), default: 0] += 1
            }
        }
        return urls
    }
}
