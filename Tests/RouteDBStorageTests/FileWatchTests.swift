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

        @Test("all watches of a process share one instance, and each is told of its own file")
        func shared() throws {
            let names = (0..<200).map { "\($0).db" }
            let executor = QueueExecutor(label: "test")
            let watches = try names.map { name in
                try #require(FileWatch(path: directory.path(name), on: executor) {})
            }
            #expect(try Self.instances() == 1)
            try write("77.db")
            for (name, watch) in zip(names, watches) {
                #expect(watch.takeReports() == (name == "77.db"), "\(name)")
            }
            try write("routes.db")
            #expect(watch.takeReports())
            #expect(!watches.contains { $0.takeReports() })
        }

        /// The number of instances that the process has open.
        private static func instances() throws -> Int {
            let files = FileManager.default
            return try files.contentsOfDirectory(atPath: "/proc/self/fd").count { name in
                (try? files.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)"))
                    == "anon_inode:inotify"
            }
        }

        @Test("two watches of one file are both told, and one goes on without the other")
        func twice() throws {
            let executor = QueueExecutor(label: "test")
            do {
                let made = FileWatch(path: directory.path("routes.db"), on: executor) {}
                let other = try #require(made)
                try write("routes.db")
                #expect(watch.takeReports() && other.takeReports())
            }
            try write("routes.db")
            #expect(watch.takeReports())
            #expect(!watch.takeReports())
        }

        @Test("where the system has no instance left, there is no watch")
        func exhausted() throws {
            let executor = QueueExecutor(label: "test")
            let made = FileWatch(
                path: directory.path("routes.db"), on: executor,
                reports: FileEventMonitor(makeInstance: { -1 })
            ) {}
            #expect(made == nil)
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
