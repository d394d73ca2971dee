#if os(Linux)
    import Dispatch

    #if canImport(Musl)
        import Musl
    #else
        import Glibc
    #endif

    /// The system's reports of changed files (inotify), for all watches of the process.
    ///
    /// A user has few instances of inotify, 128 by default, and a process may have many registries
    /// open. So all watches of a process share one instance, which is there as long as there is a
    /// watch. All work on it happens on a queue of its own.
    package actor FileEventMonitor {
        /// The monitor of the process.
        package static let shared = FileEventMonitor()

        /// The receiver of reports, and the files that they are about.
        private struct Watcher {
            let queue: DispatchQueue
            let wake: @Sendable () -> Void
            /// The name of the file in its directory.
            var name = ""
            /// The system's numbers of what is watched, or -1.
            var directory: Int32 = -1
            var file: Int32 = -1
            var log: Int32 = -1
            /// True if there was a report since the last time that the watcher asked.
            var isReported = false

            var numbers: [Int32] { [directory, file, log].filter { $0 >= 0 } }

            func isConcerned(by report: Report) -> Bool {
                if report.mask & UInt32(IN_Q_OVERFLOW) != 0 { return true }
                if report.number == file || report.number == log { return true }
                guard report.number == directory else { return false }
                if report.mask & (ends | UInt32(IN_IGNORED)) != 0 { return true }
                return ["", "-journal", "-wal"].contains { report.name == name + $0 }
            }
        }

        /// One report of the system: the number of what is watched, what happened, and to which entry.
        private struct Report {
            let number: Int32
            let mask: UInt32
            let name: String
        }

        /// How much of a file is watched.
        package enum Coverage: Sendable {
            /// Nothing: its directory cannot be watched.
            case none
            /// Not all that a commit may change.
            case some
            case all
        }

        private static let entryChanges =
            UInt32(IN_CREATE) | UInt32(IN_DELETE) | UInt32(IN_MOVED_FROM) | UInt32(IN_MOVED_TO)

        private let executor = QueueExecutor(label: "routedb.reports")
        private let makeInstance: @Sendable () -> Int32
        private var descriptor: Int32 = -1
        private var source: (any DispatchSourceRead)?
        private var watchers: [UInt64: Watcher] = [:]
        private var lastID: UInt64 = 0

        package nonisolated var unownedExecutor: UnownedSerialExecutor {
            // The actor keeps its executor alive.
            unsafe executor.asUnownedSerialExecutor()
        }

        /// Creates reports of their own; tests let the system refuse them.
        package init(
            makeInstance: @escaping @Sendable () -> Int32 = {
                inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
            }
        ) {
            self.makeInstance = makeInstance
        }

        // MARK: Watching, from any other queue

        /// Adds somebody who is told of changes; returns `nil` if the system has no instance left.
        nonisolated func add(
            on executor: QueueExecutor, wake: @escaping @Sendable () -> Void
        ) -> UInt64? {
            let queue = executor.queue
            return onQueue { $0.add(Watcher(queue: queue, wake: wake)) }
        }

        /// Watches what is at the paths now: the file or its directory may be another than before.
        nonisolated func renew(_ id: UInt64, at place: FileAccess) -> Coverage {
            let (path, directory) = (place.path, place.directory.path)
            return onQueue { $0.renew(id, path, directory) }
        }

        /// Returns whether there was a report since the last time, also one that is not read yet.
        nonisolated func take(_ id: UInt64) -> Bool { onQueue { $0.taken(id) } }

        /// Removes a watcher.
        nonisolated func remove(_ id: UInt64) {
            // Not at once: whoever is last to hold a watch may be on this queue.
            executor.queue.async { self.assumeIsolated { $0.removed(id) } }
        }

        private nonisolated func onQueue<Result: Sendable>(
            _ work: @Sendable (isolated FileEventMonitor) -> Result
        ) -> Result {
            executor.runWaiting { assumeIsolated { work($0) } }
        }

        // MARK: Working on the queue

        private func add(_ watcher: Watcher) -> UInt64? {
            guard source != nil || open() else { return nil }
            lastID += 1
            watchers[lastID] = watcher
            return lastID
        }

        private func open() -> Bool {
            let descriptor = makeInstance()
            guard descriptor >= 0 else { return false }
            let source = DispatchSource.makeReadSource(
                fileDescriptor: descriptor, queue: executor.queue)
            source.setEventHandler { [weak self] in self?.assumeIsolated { $0.distribute() } }
            source.setCancelHandler { close(descriptor) }
            source.activate()
            (self.descriptor, self.source) = (descriptor, source)
            return true
        }

        private func renew(_ id: UInt64, _ path: String, _ directory: String) -> Coverage {
            guard var watcher = watchers[id] else { return .none }
            let old = watcher.numbers
            watcher.name =
                path.utf8.split(separator: UInt8(ascii: "/")).last.flatMap { String($0) } ?? ""
            let isComplete: (Bool, Bool)
            let changes = Self.entryChanges | ends | UInt32(IN_ONLYDIR)
            watcher.directory = watch(directory, changes).number
            (watcher.file, isComplete.0) = watch(path, UInt32(IN_MODIFY))
            (watcher.log, isComplete.1) = watch(path + "-wal", UInt32(IN_MODIFY))
            watchers[id] = watcher
            let numbers = watcher.numbers
            release(old.filter { !numbers.contains($0) })
            guard watcher.directory >= 0 else { return .none }
            return isComplete == (true, true) ? .all : .some
        }

        /// Returns the number of what is at a path, and whether all is watched that is there.
        private func watch(_ path: String, _ mask: UInt32) -> (number: Int32, isComplete: Bool) {
            // The call reads the path only until it returns. It returns the same number for a file
            // that is watched already.
            let number = unsafe inotify_add_watch(descriptor, path, mask)
            return (number, number >= 0 || errno == ENOENT || errno == ENOTDIR)
        }

        /// Removes watches that no watcher needs.
        private func release(_ numbers: [Int32]) {
            guard !numbers.isEmpty else { return }
            let needed = Set(watchers.values.flatMap(\.numbers))
            for number in numbers where !needed.contains(number) {
                inotify_rm_watch(descriptor, number)
            }
        }

        private func taken(_ id: UInt64) -> Bool {
            distribute()
            guard watchers[id]?.isReported == true else { return false }
            watchers[id]?.isReported = false
            return true
        }

        private func removed(_ id: UInt64) {
            guard let watcher = watchers.removeValue(forKey: id) else { return }
            guard watchers.isEmpty else { return release(watcher.numbers) }
            source?.cancel()
            (source, descriptor) = (nil, -1)
        }

        /// Reads the reports, and wakes whom they concern.
        private func distribute() {
            // Bounded, in case reports come faster than they are read: the rest calls again.
            for _ in 0..<16 {
                let reports = read()
                if reports.isEmpty { return }
                for (id, watcher) in watchers where !watcher.isReported {
                    guard reports.contains(where: watcher.isConcerned) else { continue }
                    watchers[id]?.isReported = true
                    watcher.queue.async(execute: watcher.wake)
                }
            }
        }

        /// Reads some reports, or none if there are none.
        private func read() -> [Report] {
            guard descriptor >= 0 else { return [] }
            let size = 4_096
            // The call writes at most `size` bytes, and returns how many it wrote.
            let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
                count = max(0, unsafe readReports(descriptor, buffer.baseAddress, size))
            }
            var reports: [Report] = []
            var rest = bytes[...]
            while let report = Self.next(&rest) { reports.append(report) }
            return reports
        }

        /// Takes the first report from bytes: a number, a mask, a cookie and the length of a name, of
        /// four bytes each, and the name, which ends with NULs.
        private static func next(_ bytes: inout ArraySlice<UInt8>) -> Report? {
            guard bytes.count >= 16 else { return nil }
            let words = unsafe bytes.withUnsafeBytes { bytes in
                // All four words are within the 16 bytes that there are.
                (0..<4).map {
                    unsafe bytes.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self)
                }
            }
            bytes = bytes.dropFirst(16)
            let name = bytes.prefix(Int(words[3]))
            bytes = bytes.dropFirst(Int(words[3]))
            return Report(
                number: Int32(bitPattern: words[0]), mask: words[1],
                name: String(decoding: name.prefix { $0 != 0 }, as: UTF8.self))
        }
    }

    /// The events that end the watch of a directory.
    private let ends = UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF)

    /// The system's `read`, which the method of the same name would hide.
    private func readReports(
        _ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ size: Int
    ) -> Int {
        // The caller passes a buffer of `size` bytes.
        unsafe read(descriptor, buffer, size)
    }
#endif
