import Dispatch
import RouteDBCFiles

#if canImport(Darwin)
    import Darwin
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
/// - W3: The system may fail to report a change, for instance of a remote file system, and may have no
///   watch left to give. So there is no watch where that is known, and whoever has one still looks now
///   and then.
///
/// It is confined to the queue that it was made for.
package final class FileWatch {
    private let path: String
    /// True if the watched directory is gone, so that nothing more will be reported.
    package private(set) var isLost = false

    #if os(Linux)
        private let reports: FileEventMonitor
        /// The number by which the reports know this watch.
        private let id: UInt64
        private var isComplete = false

        /// Begins to watch a file, which need not exist; returns `nil` if the system cannot report its
        /// changes.
        package init?(
            path: String, on executor: QueueExecutor, reports: FileEventMonitor = .shared,
            wake: @escaping @Sendable () -> Void
        ) {
            let place = FileAccess(path: path).resolved
            // The call reads the path only until it returns.
            guard unsafe routedb_is_local(place.directory.path),
                let id = reports.add(on: executor, wake: wake)
            else { return nil }
            (self.path, self.reports, self.id) = (path, reports, id)
            renew()
            if isLost { return nil }
        }

        deinit { reports.remove(id) }
    #else
        private let source: any DispatchSourceProtocol

        /// Begins to watch a file, which need not exist; returns `nil` if the system cannot report its
        /// changes.
        package init?(
            path: String, on executor: QueueExecutor, wake: @escaping @Sendable () -> Void
        ) {
            let place = FileAccess(path: path).resolved
            // The calls read the path only until they return.
            guard unsafe routedb_is_local(place.directory.path) else { return nil }
            #if canImport(Darwin)
                let descriptor = unsafe open(place.directory.path, O_EVTONLY | O_CLOEXEC)
                guard descriptor >= 0 else { return nil }
                let source = DispatchSource.makeFileSystemObjectSource(
                    fileDescriptor: descriptor, eventMask: [.write, .delete, .rename],
                    queue: executor.queue)
            #else
                return nil
            #endif
            self.path = path
            self.source = source
            source.setEventHandler(handler: wake)
            source.setCancelHandler { close(descriptor) }
            source.activate()
        }

        deinit { source.cancel() }
    #endif
}

#if os(Linux)
    extension FileWatch {
        /// True if every commit is reported, whatever the journal mode of its writer.
        package var seesEveryCommit: Bool { !isLost && isComplete }

        /// Takes the reports that have come; returns whether any of them may be a change of the file.
        package func takeReports() -> Bool {
            guard reports.take(id) else { return false }
            renew()
            return true
        }

        private func renew() {
            let coverage = reports.renew(id, at: FileAccess(path: path).resolved)
            isLost = coverage == .none
            isComplete = coverage == .all
        }
    }
#else
    extension FileWatch {
        /// True if every commit is reported, whatever the journal mode of its writer.
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
