import Foundation
import RouteDB
import RouteDBDatabase
import RouteDBHistory
import RouteDBRouting
import RouteDBStorage
import RouteDBTestSupport

extension FuzzTarget {
    /// Segments, and both files of SQLite.
    ///
    /// Their inputs are changes to a sound one, four bytes each: three for the place, and one for what
    /// stands there. Without that, all that a fuzzer finds is that the first bytes are wrong.
    static let files = [
        FuzzTarget("segment") { try checkSegment($0) },
        FuzzTarget("registry-file") { bytes in
            try checkFile(bytes, SampleFiles.registry) { try readRegistry($0) }
        },
        FuzzTarget("history-file") { bytes in
            try checkFile(bytes, SampleFiles.history) { try readHistory($0) }
        },
    ]

    private static func change(_ bytes: [UInt8], of sample: inout [UInt8]) {
        for start in stride(from: 0, to: bytes.count - 3, by: 4) {
            let place = bytes[start..<start + 3].reduce(0) { $0 << 8 | Int($1) }
            sample[place % sample.count] = bytes[start + 3]
        }
    }

    /// A segment whose checksums are right is read, or the rule that it breaks is stated.
    private static func checkSegment(_ bytes: [UInt8]) throws {
        var blobs = SampleFiles.segment
        var all = blobs.flatMap { $0 }
        change(bytes, of: &all)
        for index in blobs.indices {
            blobs[index] = Array(all.prefix(blobs[index].count))
            all.removeFirst(blobs[index].count)
        }
        for index in 1...3 { store(NaiveChecksum.of(blobs[index]), &blobs[0], index) }
        store(NaiveChecksum.of(Array(blobs[0][16...])), &blobs[0], 0)
        // Copies of their exact size, so that the address sanitizer sees what is read beyond them.
        let copies = unsafe blobs.map { bytes in
            let copy = UnsafeMutableRawBufferPointer.allocate(
                byteCount: bytes.count, alignment: 8)
            unsafe copy.copyBytes(from: bytes)
            return UnsafeRawBufferPointer(copy)
        }
        defer { unsafe copies.forEach { unsafe $0.deallocate() } }
        do {
            let segment = try unsafe HitSegment(
                id: 9, columns: copies[0], texts: copies[1], urls: copies[2],
                parameters: copies[3])
            _ = try segment.hits()
        } catch let damage as SegmentDamage {
            try FuzzFailure.unless(!damage.message.isEmpty, "the damage is not described")
        }
    }

    /// Writes a checksum at its place in the header.
    private static func store(_ sum: UInt64, _ header: inout [UInt8], _ blob: Int) {
        for byte in 0..<8 {
            header[8 + blob * 8 + byte] = UInt8(truncatingIfNeeded: sum >> (8 * byte))
        }
    }

    /// A changed file is read, or refused with an error of ours.
    private static func checkFile(
        _ bytes: [UInt8], _ sample: [UInt8], _ read: (_ path: String) throws -> Void
    ) throws {
        let path = SampleFiles.directory.path("changed.db")
        var content = sample
        change(bytes, of: &content)
        for suffix in ["-wal", "-shm", "-journal"] {
            try? FileManager.default.removeItem(atPath: path + suffix)
        }
        try Data(content).write(to: URL(fileURLWithPath: path))
        do {
            try read(path)
        } catch let error as RouteDBError {
            try FuzzFailure.unless(!error.message.isEmpty, "the error says nothing")
        }
    }

    private static func readRegistry(_ path: String) throws {
        let store = try RegistryStore.open(path: path, mode: .writing(time: 0))
        _ = try store.check()
        let snapshot = try store.snapshot(at: nil)
        _ = RoutingTable(snapshot).resolve("https://a.example/user/42")
        _ = try store.write(.test()) { editor in
            try editor.add(RouteDraft(pattern: "/new", target: "new"))
        }
    }

    private static func readHistory(_ path: String) throws {
        let reader = try HitsReader(path: path)
        _ = try reader.verify()
        _ = try reader.info()
        try reader.scan(texts: .all) { _ = try $0.hits() }
        var hits = HitGenerator(seed: 1)
        let writer = try HitsWriter(path: path, stream: [UInt8](repeating: 3, count: 16), time: 0)
        try writer.append(HitBatch(hits.hits(3)))
        _ = try writer.prune(HitRetention(maximumHits: 1_000), time: 0)
    }
}

/// The sound segment and files that inputs change; they are made once.
private enum SampleFiles {
    static let directory = made { try TemporaryDirectory() }

    static let segment: [[UInt8]] = {
        var hits = HitGenerator(seed: 3)
        return HitBatch(hits.hits(12)).segment(at: 0).blobs
    }()

    static let registry: [UInt8] = made {
        let path = directory.path("routes.db")
        let store = try RegistryStore.open(path: path, mode: .creating(.test()))
        _ = try store.write(.test()) { editor in
            for number in 0..<12 {
                try editor.add(
                    RouteDraft(pattern: "/user\(number)/{id:int}", target: "t", name: "n\(number)"))
            }
            try editor.addNamespace(NamespaceDraft(name: "web", schemes: ["https"]))
            try editor.setDefault("tab", to: "posts", in: .route("n1"))
            try editor.addRule(RuleDraft(.deny, in: .route("n2"), for: .anonymous))
        }
        _ = try store.write(.test()) { try $0.remove("n3") }
        try store.backUp(to: path + ".copy")
        return Array(try Data(contentsOf: URL(fileURLWithPath: path + ".copy")))
    }

    static let history: [UInt8] = made {
        let path = directory.path("routes.hits.db")
        var hits = HitGenerator(seed: 4)
        let writer = try HitsWriter(path: path, stream: [UInt8](repeating: 1, count: 16), time: 0)
        try writer.append(HitBatch(hits.hits(60)))
        try writer.seal()
        try writer.append(HitBatch(hits.hits(10)))
        try writer.checkpoint()
        return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    /// Makes a sample; without one, nothing can be tried.
    private static func made<Sample>(_ make: () throws -> Sample) -> Sample {
        do { return try make() } catch { fatalError("a sample cannot be made: \(error)") }
    }
}
