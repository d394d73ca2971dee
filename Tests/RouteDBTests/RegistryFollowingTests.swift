import Foundation
import RouteDB
import RouteDBDatabase
import RouteDBSQLite
import RouteDBTestSupport
import Testing

/// The registry looks at its file by itself only once an hour here, so what it sees was reported.
@Suite("Following a file that the system watches")
struct RegistryFollowingTests {
    private let directory: TemporaryDirectory
    private var path: String { directory.path("routes.db") }

    init() throws {
        directory = try TemporaryDirectory()
        // Without a watch, each of these tests would wait for an hour.
        let executor = QueueExecutor(label: "test")
        let watch = FileWatch(path: directory.path("routes.db"), on: executor) {}
        try #require(watch != nil, "the system has no watch left for this user")
    }

    private func made() async throws -> (writer: RouteRegistry, follower: RouteRegistry) {
        let writer = try await RouteRegistry.open(path, options: .testing(.creating))
        return (writer, try await follower())
    }

    private func follower(_ access: RegistryOptions.Access = .reading) async throws -> RouteRegistry
    {
        var options = RegistryOptions.testing(access)
        options.refreshInterval = .seconds(3_600)
        return try await RouteRegistry.open(path, options: options)
    }

    /// Waits for the event, however long it takes; only its absence would hang.
    private func wait(until condition: () async -> Bool) async {
        while !(await condition()) { await Task.yield() }
    }

    @Test("another process's commits are seen, one after the other")
    func commits() async throws {
        let (writer, follower) = try await made()
        for number in 1...20 {
            try await writer.add("/\(number)", target: "\(number)")
            await wait { follower.resolve("/\(number)").target == "\(number)" }
        }
        await follower.close()
    }

    @Test(
        "a commit is seen whatever the journal of its writer",
        arguments: ["DELETE", "TRUNCATE", "PERSIST", "MEMORY", "OFF", "WAL"])
    func journals(mode: String) async throws {
        let (writer, follower) = try await made()
        try await writer.add("/a", target: "a")
        await writer.close()
        await wait { follower.table.revision == 2 }
        try SQLiteFile.execute(
            "PRAGMA journal_mode = \(mode); " + Self.renaming(from: 2, to: "b"), path: path)
        await wait { follower.resolve("/a").target == "b" }
        try SQLiteFile.execute(
            "PRAGMA journal_mode = \(mode); " + Self.renaming(from: 3, to: "c"), path: path)
        await wait { follower.resolve("/a").target == "c" }
        await follower.close()
    }

    @Test("commits to a write-ahead log that stays open are seen")
    func openLog() async throws {
        let (writer, follower) = try await made()
        try await writer.add("/a", target: "a")
        await writer.close()
        let other = try Connection(path: path, mode: .readWrite)
        try other.execute("PRAGMA journal_mode = WAL")
        for (revision, target) in [(Int64(2), "b"), (3, "c"), (4, "d")] {
            try other.execute(Self.renaming(from: revision, to: target))
            await wait { follower.resolve("/a").target == target }
        }
        await follower.close()
    }

    @Test("a backup that takes the file's place is seen, also with the same number of revisions")
    func replaced() async throws {
        let (writer, follower) = try await made()
        try await writer.backUp(to: directory.path("other.db"))
        try await writer.add("/a", target: "old")
        let other = try await RouteRegistry.open(
            directory.path("other.db"), options: .testing(.writing))
        try await other.add("/a", target: "new")
        await other.close()
        await wait { follower.resolve("/a").target == "old" }
        move("other.db", to: "routes.db")
        await wait { follower.resolve("/a").target == "new" }
        #expect(follower.table.revision == 2)
        // An edit goes to the file that is there now.
        try await writer.add("/b", target: "b")
        await wait { follower.resolve("/b").target == "b" }
        #expect(follower.resolve("/a").target == "new")
        await follower.close()
    }

    @Test("while the file is gone, the last table stays; a new file is followed")
    func deletedAndMade() async throws {
        let (writer, follower) = try await made()
        try await writer.add("/a", target: "old")
        await writer.close()
        await wait { follower.table.revision == 2 }
        try FileManager.default.removeItem(atPath: path)
        await wait { follower.health.refreshError?.code == .databaseMissing }
        #expect(follower.resolve("/a").target == "old")
        let next = try await RouteRegistry.open(path, options: .testing(.creating))
        await wait { follower.table.revision == 1 }
        try await next.add("/a", target: "new")
        await wait { follower.resolve("/a").target == "new" }
        #expect(follower.health.refreshError == nil)
        await follower.close()
        await next.close()
    }

    @Test("a registry whose file was deleted does not make another, and writes to none")
    func deletedForWriter() async throws {
        let (writer, follower) = try await made()
        await follower.close()
        try FileManager.default.removeItem(atPath: path)
        let error = await #expect(throws: RouteDBError.self) {
            try await writer.add("/a", target: "a")
        }
        #expect(error?.code == .databaseMissing)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("a directory that takes the place of the file's is followed")
    func directoryReplaced() async throws {
        let files = FileManager.default
        let (one, two) = (directory.path("one"), directory.path("two"))
        for (folder, target) in [(one, "first"), (two, "second")] {
            try files.createDirectory(atPath: folder, withIntermediateDirectories: false)
            let registry = try await RouteRegistry.open(
                "\(folder)/routes.db", options: .testing(.creating))
            try await registry.add("/a", target: target)
            await registry.close()
        }
        var options = RegistryOptions.testing(.reading)
        options.refreshInterval = .seconds(3_600)
        let follower = try await RouteRegistry.open("\(one)/routes.db", options: options)
        #expect(follower.resolve("/a").target == "first")
        move("one", to: "old")
        await wait { follower.health.refreshError != nil }
        move("two", to: "one")
        try await follower.refresh()
        #expect(follower.resolve("/a").target == "second")
        await follower.close()
    }

    /// A commit by somebody else: a revision that gives every route another target.
    private static func renaming(from revision: Int64, to target: String) -> String {
        """
        BEGIN IMMEDIATE;
        INSERT INTO revision SELECT number + 1, created_at, author, message, source, digest
            FROM revision WHERE number = \(revision);
        UPDATE route SET target = '\(target)', made_by = \(revision + 1);
        COMMIT;
        """
    }

    private func move(_ name: String, to other: String) {
        // The call reads the paths only until it returns.
        let status = unsafe rename(directory.path(name), directory.path(other))
        #expect(status == 0)
    }
}
