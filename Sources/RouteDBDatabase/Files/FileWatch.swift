import Dispatch
import RouteDBCFiles

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Reports when an SQLite database may have changed, so that nobody has to ask for it all the time.
///
/// The system reports changes of a directory's entries (inotify on Linux, kqueue on Apple's systems):
/// a commit creates and deletes the journal beside the file, and a backup that takes the file's place
/// is a new entry. On Linux, the file and its write-ahead log are watched as well.
///
/// - W1: The file is never opened: to close a descriptor would drop the locks that SQLite holds.
/// - W2: A report may come before the commit is visible. Whoever gets one looks at once and again a
///   little later.
/// - W3: The system may fail to report a change, for instance of a remote file system. So there is
///   no watch where that is known, and whoever has one still looks now and then.
///
/// It is confined to the queue that it was made for.
package final class FileWatch {
    private let path: String
    private let descriptor: Int32
    private let source: any DispatchSourceProtocol
    /// Whether the watched directory is gone, so that nothing more will be reported.
    package private(set) var isLost = false

    #if os(Linux)
        private var place: FileAccess
        /// The watches of the directory, the file and its write-ahead log, or -1.
        private var directory: Int32 = -1
        private var file: Int32 = -1
        private var log: Int32 = -1
    #endif

    /// Begins to watch a file, which need not exist; returns `nil` if the system cannot report its
    /// changes.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - executor: The queue on which the watch is made and used.
    ///   - wake: Called on the queue when there is something for ``takeReports()``.
    package init?(path: String, on executor: QueueExecutor, wake: @escaping @Sendable () -> Void) {
        let place = FileAccess(path: path).resolved
        // The call reads the path only until it returns.
        guard unsafe routedb_is_local(place.directory.path) else { return nil }
        self.path = path
        #if os(Linux)
            let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
            guard descriptor >= 0 else { return nil }
            let source = DispatchSource.makeReadSource(
                fileDescriptor: descriptor, queue: executor.queue)
            self.place = place
        #elseif canImport(Darwin)
            // The call reads the path only until it returns.
            let descriptor = unsafe open(place.directory.path, O_EVTONLY | O_CLOEXEC)
            guard descriptor >= 0 else { return nil }
            let source = DispatchSource.makeFileSystemObjectSource(
                fileDescriptor: descriptor, eventMask: [.write, .delete, .rename],
                queue: executor.queue)
        #else
            return nil
        #endif
        self.descriptor = descriptor
        self.source = source
        source.setEventHandler(handler: wake)
        source.setCancelHandler { close(descriptor) }
        source.activate()
        #if os(Linux)
            renew()
            if isLost { return nil }
        #endif
    }

    deinit { source.cancel() }
}

#if os(Linux)
    extension FileWatch {
        /// One report of the system: which watch it is of, what happened, and to which entry.
        private struct Report {
            let watch: Int32
            let mask: UInt32
            let name: String
        }

        private static let entryChanges =
            UInt32(IN_CREATE) | UInt32(IN_DELETE) | UInt32(IN_MOVED_FROM) | UInt32(IN_MOVED_TO)
        private static let ends = UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF)

        /// Whether every commit is reported, whatever the journal mode of its writer.
        package var seesEveryCommit: Bool { !isLost }

        /// Takes the reports that have come; returns whether any of them may be a change of the file.
        package func takeReports() -> Bool {
            var isChange = false
            // Bounded, in case reports come faster than they are read: the rest wakes again.
            for _ in 0..<16 {
                let reports = read()
                if reports.isEmpty { break }
                isChange = reports.contains(where: concernsFile) || isChange
            }
            if isChange { renew() }
            return isChange
        }

        private func concernsFile(_ report: Report) -> Bool {
            if report.mask & UInt32(IN_Q_OVERFLOW) != 0 { return true }
            if report.watch == file || report.watch == log { return true }
            guard report.watch == directory else { return false }
            if report.mask & (Self.ends | UInt32(IN_IGNORED)) != 0 { return true }
            return ["", "-journal", "-wal"].contains { report.name == name + $0 }
        }

        /// The name of the file in its directory.
        private var name: String {
            place.path.utf8.split(separator: UInt8(ascii: "/")).last.flatMap { String($0) } ?? ""
        }

        /// Watches what is at the paths now: the file or its directory may be another than before.
        private func renew() {
            place = FileAccess(path: path).resolved
            replace(
                &directory, by: place.directory.path,
                Self.entryChanges | Self.ends | UInt32(IN_ONLYDIR))
            replace(&file, by: place.path, UInt32(IN_MODIFY))
            replace(&log, by: place.path + "-wal", UInt32(IN_MODIFY))
            isLost = directory < 0
        }

        private func replace(_ watch: inout Int32, by path: String, _ mask: UInt32) {
            let old = watch
            // The call reads the path only until it returns. It returns the same number for a file
            // that is watched already.
            watch = unsafe inotify_add_watch(descriptor, path, mask)
            if old >= 0, old != watch { inotify_rm_watch(descriptor, old) }
        }

        /// Reads some reports, or none if there are none.
        private func read() -> [Report] {
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

        /// Takes the first report from bytes: a watch, a mask, a cookie and the length of a name, of
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
                watch: Int32(bitPattern: words[0]), mask: words[1],
                name: String(decoding: name.prefix { $0 != 0 }, as: UTF8.self))
        }
    }
    /// The system's `read`, which the method of the same name would hide.
    private func readReports(
        _ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ size: Int
    ) -> Int {
        // The caller passes a buffer of `size` bytes.
        unsafe read(descriptor, buffer, size)
    }
#else
    extension FileWatch {
        /// Whether every commit is reported, whatever the journal mode of its writer.
        ///
        /// A commit to a write-ahead log changes no entry of the directory.
        package var seesEveryCommit: Bool {
            !isLost && !FileAccess(path: FileAccess(path: path).resolved.path + "-wal").exists
        }

        /// Takes the reports that have come; returns whether any of them may be a change of the file.
        package func takeReports() -> Bool {
            #if canImport(Darwin)
                if let source = source as? any DispatchSourceFileSystemObject {
                    isLost = isLost || !source.data.isDisjoint(with: [.delete, .rename])
                }
            #endif
            return true
        }
    }
#endif
