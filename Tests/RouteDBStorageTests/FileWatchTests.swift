#if os(Linux)
    import Foundation
    import RouteDBDatabase
    import RouteDBTestSupport
    import Testing

    /// The system queues its reports before the call that causes them returns.
    @Suite("Watching a file")
    struct FileWatchTests {
        private let directory: TemporaryDirectory
        private let watch: FileWatch

        init() throws {
            directory = try TemporaryDirectory()
            try Data("a".utf8).write(to: URL(fileURLWithPath: directory.path("routes.db")))
            // The reports are taken by the tests alone.
            let executor = QueueExecutor(label: "test")
            let made = FileWatch(path: directory.path("routes.db"), on: executor) {}
            watch = try #require(made)
        }

        private func write(_ name: String) throws {
            try Data("b".utf8).write(to: URL(fileURLWithPath: directory.path(name)))
        }

        @Test("nothing is reported while nothing happens, or to other files of the directory")
        func others() throws {
            #expect(!watch.takeReports())
            for name in ["routes.hits.db", "routes.hits.db-wal", "routes.db2", "outes.db"] {
                try write(name)
                #expect(!watch.takeReports(), "\(name)")
            }
            #expect(watch.seesEveryCommit)
        }

        @Test("a journal is reported when it is created and when it is deleted")
        func journal() throws {
            for _ in 0..<3 {
                try write("routes.db-journal")
                #expect(watch.takeReports())
                try FileManager.default.removeItem(atPath: directory.path("routes.db-journal"))
                #expect(watch.takeReports())
                #expect(!watch.takeReports())
            }
        }

        @Test(
            "each write to the file or its log is reported, once",
            arguments: ["routes.db", "routes.db-wal"])
        func own(name: String) throws {
            for _ in 0..<3 {
                try write(name)
                #expect(watch.takeReports())
                #expect(!watch.takeReports())
            }
            try FileManager.default.removeItem(atPath: directory.path(name))
            #expect(watch.takeReports())
        }

        @Test("a file that takes the place of another is watched, and the other is not")
        func replaced() throws {
            try write("new.db")
            #expect(!watch.takeReports())
            let files = FileManager.default
            try files.moveItem(
                atPath: directory.path("routes.db"), toPath: directory.path("old.db"))
            #expect(watch.takeReports())
            try files.moveItem(
                atPath: directory.path("new.db"), toPath: directory.path("routes.db"))
            #expect(watch.takeReports())
            let handle = try FileHandle(
                forWritingTo: URL(fileURLWithPath: directory.path("old.db")))
            try handle.write(contentsOf: Data("c".utf8))
            #expect(!watch.takeReports())
            try write("routes.db")
            #expect(watch.takeReports())
        }

        @Test("when the directory is removed, the watch is lost")
        func removed() throws {
            try FileManager.default.removeItem(atPath: directory.path)
            #expect(watch.takeReports())
            #expect(watch.isLost)
            #expect(!watch.seesEveryCommit)
        }

        @Test("a flood of reports is taken in bounded pieces, and none is missed")
        func flood() throws {
            for number in 0..<5_000 { try write("other\(number)") }
            try write("routes.db")
            var isReported = false
            for _ in 0..<200 where !isReported { isReported = watch.takeReports() }
            #expect(isReported)
        }
    }
#endif
