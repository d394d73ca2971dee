import Foundation
import RouteDBTestSupport
import Testing

/// The tool on a disk of a few megabytes, which it fills.
@Suite(
    "A full disk",
    .enabled(
        if: BuiltTool.isThere && SmallDisk.isPossible,
        "only the superuser of Linux can make a disk for a test"))
struct FullDiskTests {
    @Test("an import of hits that finds no room frees its space, and others continue")
    func hitsImport() async throws {
        let disk = try SmallDisk(megabytes: 8)
        try disk.writeLog(lines: 100_000)
        #expect(try disk.run("hits import ../access.log").hasPrefix("2 "))
        #expect(try disk.size(of: "routes.hits.db-wal") == 0)
        #expect(try disk.run("add /x --target y").hasPrefix("0 "))
        #expect(try disk.run("hits verify").hasPrefix("0 "))
    }

    @Test("a history on a full disk can be pruned, which frees space")
    func pruning() async throws {
        let disk = try SmallDisk(megabytes: 24)
        try disk.writeLog(lines: 60_000)
        #expect(try disk.run("hits import ../access.log").hasPrefix("0 "))
        let before = try disk.size(of: "routes.hits.db")
        try disk.fill()
        #expect(try disk.run("add /x --target y").hasPrefix("2 "))
        #expect(try disk.run("list").hasPrefix("0 "))
        #expect(try disk.run("hits prune --max-rows 5000 --yes").hasPrefix("0 "))
        #expect(try disk.size(of: "routes.hits.db") < before / 2)
        #expect(try disk.size(of: "routes.hits.db-wal") == 0)
        #expect(try disk.run("add /x --target y").hasPrefix("0 "))
        #expect(try disk.run("hits verify").hasPrefix("0 "))
    }

    @Test("without room, a new registry leaves no file and an existing one is unchanged")
    func registry() async throws {
        let disk = try SmallDisk(megabytes: 1)
        let lines = (0..<20_000).map { "{\"pattern\":\"/r/\($0)\",\"target\":\"t\"}\n" }
        try disk.write(lines.joined(), to: "../routes.ndjson")
        #expect(try disk.run("import ../routes.ndjson").hasPrefix("2 "))
        #expect(try disk.names() == ["routes.db"])
        #expect(try disk.run("check").hasPrefix("0 "))
        #expect(try disk.run("list").hasPrefix("0 "))
        #expect(try disk.run("backup copy.db").hasPrefix("0 "))
        #expect(try disk.run("add /x --target y").hasPrefix("0 "))
        try disk.fill()
        #expect(try disk.run("backup other.db").hasPrefix("2 "))
        #expect(try disk.run("init --db other.db").hasPrefix("2 "))
        #expect(try disk.run("list").hasPrefix("0 "))
        #expect(try disk.names() == ["copy.db", "filler", "routes.db"])
    }
}

/// A small file system in memory, with a registry in it.
private final class SmallDisk {
    /// Whether the process may make one.
    static let isPossible: Bool = {
        #if os(Linux)
            getuid() == 0
        #else
            false
        #endif
    }()

    private let parent: TemporaryDirectory
    private var path: String { parent.path("disk") }

    init(megabytes: Int) throws {
        parent = try TemporaryDirectory()
        let directory = parent.path("disk")
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: false)
        #if os(Linux)
            // The call reads the texts only until it returns.
            try unsafe #require(mount("routedb", directory, "tmpfs", 0, "size=\(megabytes)m") == 0)
        #endif
        #expect(try run("init").hasPrefix("0 "))
    }

    deinit {
        #if os(Linux)
            // The call reads the path only until it returns.
            unsafe umount2(path, Int32(MNT_DETACH))
        #endif
    }

    /// Runs the tool on it: the exit status, a space, and what it said.
    func run(_ arguments: String) throws -> String {
        let process = Process()
        process.executableURL = BuiltTool.executable
        process.arguments = arguments.split(separator: " ").map(String.init)
        process.currentDirectoryURL = URL(fileURLWithPath: path)
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return "\(process.terminationStatus) \(String(decoding: bytes, as: UTF8.self))"
    }

    func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
    }

    /// Writes a log beside the disk, which does not compress well.
    func writeLog(lines: Int) throws {
        var random = SeededGenerator(seed: 7)
        let text = (0..<lines).map { number in
            "10.0.0.1 - - [10/Oct/2000:13:55:36 -0700] \"GET /user/\(number)?x=\(random.next())"
                + "\(random.next()) HTTP/1.1\" 200 5\n"
        }
        try write(text.joined(), to: "../access.log")
    }

    /// Takes all the space that is left.
    func fill() throws {
        // The file is closed once, at the end; the page has as many bytes as are written.
        let file = unsafe fopen("\(path)/filler", "w")
        defer { if let file = unsafe file { unsafe fclose(file) } }
        try unsafe #require(file != nil)
        let page = [UInt8](repeating: 1, count: 4_096)
        while let file = unsafe file, unsafe fwrite(page, 1, page.count, file) == page.count,
            unsafe fflush(file) == 0
        {}
    }

    func size(of name: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")
        return try #require(attributes[.size] as? Int)
    }

    func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    }
}
