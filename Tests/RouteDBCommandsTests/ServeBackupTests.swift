import ArgumentParser
import Foundation
import RouteDB
import RouteDBTerminal
import RouteDBTestSupport
import Testing

@testable import RouteDBCommands

#if Server
    import RouteDBServer
#endif

@Suite("serve --backup")
struct ServeBackupTests {
    private static let hour = Duration.seconds(3_600)

    @Test("the first backup is made when the newest is old enough")
    func first() throws {
        let options = try ServeBackupOptions.parse(["--backup", "x", "--backup-every", "6h"])
        let now = Timestamp.epoch + Self.hour * 1_000
        #expect(options.wait(after: nil, at: now) == .zero)
        #expect(options.wait(after: now - Self.hour * 2, at: now) == Self.hour * 4)
        #expect(options.wait(after: now - Self.hour * 7, at: now) == .zero)
        // The clock was put back.
        #expect(options.wait(after: now + Self.hour * 90, at: now) == Self.hour * 6)
        let usual = try ServeBackupOptions.parse(["--backup", "x"])
        #expect(usual.wait(after: now, at: now) == Self.hour * 24)
    }

    @Test("the name of the newest backup tells its time")
    func newest() throws {
        let directory = try TemporaryDirectory()
        let rotation = try BackupRotation(of: "/x/routes.db", in: directory.path)
        #expect(rotation.newestTime == nil)
        let time = Tool.time
        for path in [rotation.path(at: time - Self.hour), rotation.path(at: time)] {
            try Data("x".utf8).write(to: URL(fileURLWithPath: path))
        }
        try Data("x".utf8).write(to: URL(fileURLWithPath: directory.path("routes-later.db")))
        #expect(rotation.newestTime == time)
    }

    #if Server
        @Test("a backup of the service is checked and counted, and a damaged copy does not stay")
        func made() async throws {
            let tool = try Tool()
            await tool("add", "/a", "--target", "a")
            let folder = tool.directory.path("backups")
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: false)
            let options = try ServeBackupOptions.parse(["--backup", folder, "--backup-keep", "2"])
            let hours = Locked<Int64>(0)
            let schedule = try #require(
                try options.schedule(of: tool.path) {
                    Tool.time + hours.withLock { Self.hour * $0 }
                })
            for hour in 0..<3 {
                hours.withLock { $0 = Int64(hour) }
                try await schedule.make()
            }
            let kept: Set = ["routes-20260102T040405Z.db", "routes-20260102T050405Z.db"]
            #expect(try names(in: folder) == kept)
            #expect(
                await tool.run(["list", "--db", "\(folder)/\(kept.min() ?? "")"]).lines.count == 1)
            try HostileFile.execute(
                "PRAGMA foreign_keys = OFF; DELETE FROM revision WHERE number = 1;", path: tool.path
            )
            hours.withLock { $0 = 3 }
            await #expect(throws: CommandFailure.self) { try await schedule.make() }
            #expect(try names(in: folder) == kept)
        }

        private func names(in folder: String) throws -> Set<String> {
            Set(try FileManager.default.contentsOfDirectory(atPath: folder))
        }
    #endif

    @Test("the shortest time between two backups is a minute")
    func shortest() throws {
        let options = try ServeBackupOptions.parse(["--backup", "x", "--backup-every", "1m"])
        #expect(options.wait(after: Tool.time, at: Tool.time) == .seconds(60))
        #expect(throws: (any Error).self) {
            try ServeBackupOptions.parse(["--backup", "x", "--backup-every", "59s"])
        }
    }

    @Test(
        "wrong options are refused",
        arguments: [
            ["--backup-every", "1h"], ["--backup-keep", "3"],
            ["--backup", "x", "--backup-keep", "0"],
            ["--backup", "x", "--backup-every", "soon"],
        ])
    func refused(words: [String]) {
        #expect(throws: (any Error).self) { try ServeBackupOptions.parse(words) }
    }
}
