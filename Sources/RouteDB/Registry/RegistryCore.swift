import RouteDBDatabase
import RouteDBRouting
import RouteDBStorage
import Synchronization

/// The current routing table, shared by all readers, with a counter of its changes.
///
/// Reading ``table`` takes a lock and updates a reference count, which many threads would contend
/// for. A ``RouteReader`` keeps its own reference and only checks ``generation``.
final class PublishedTable: Sendable {
    private let current: Locked<RoutingTable>
    private let changes = Atomic<UInt64>(0)
    private let histories = Atomic<UInt64>(0)

    init(_ table: RoutingTable) { current = Locked(table) }

    /// The number of changes so far, incremented after the new table is in place.
    @inline(__always)
    var generation: UInt64 { changes.load(ordering: .acquiring) }

    var table: RoutingTable { current.withLock { $0 } }

    /// The number of times that the file has got another history, in which a revision's number means
    /// something else.
    var history: UInt64 { histories.load(ordering: .acquiring) }

    func beginOtherHistory() { histories.add(1, ordering: .releasing) }

    func publish(_ table: RoutingTable) {
        current.withLock { $0 = table }
        changes.add(1, ordering: .releasing)
    }
}

/// Owns the connection to a registry's file and does all work on it, on its own dispatch queue.
///
/// It reads and edits the file, detects commits by other connections, and compiles and publishes
/// the routing table after each change.
package actor RegistryCore {
    private let executor = QueueExecutor(label: "routedb.registry")
    /// The path of the file, or `nil` for a registry in memory.
    private let path: String?
    private let options: RegistryOptions
    /// The path of the file whose content the registry has, unless that is in memory.
    nonisolated var file: String? { options.access == .copying ? nil : path }
    private var store: RegistryStore? {
        didSet { noteHealth() }
    }
    /// The table published last.
    private var table: RoutingTable
    /// The digest of the revision of `table`: another file, or one that follows another registry,
    /// may have another revision with the same number.
    private var digest = ""
    /// The file's data version when `table` was last known to be up to date.
    private var seenVersion: Int64 = -1
    private var refreshError: RouteDBError? {
        didSet {
            noteHealth()
            tellHealth(since: oldValue)
        }
    }
    /// The watch that reports changes of the file, if the system can and the options ask to follow.
    private var watch: FileWatch?
    /// The number of the next scheduled check; earlier ones are void.
    private var checkNumber: UInt64 = 0
    /// The observers that are told what happens.
    private var observers: RegistryObservers { options.observers }
    private nonisolated let notedError = Locked<RouteDBError?>(nil)
    /// Why the table may be out of date; see ``RouteRegistry/Health/refreshError``.
    nonisolated var healthError: RouteDBError? { notedError.withLock(\.self) }
    nonisolated let published: PublishedTable

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        // The actor keeps its executor alive.
        unsafe executor.asUnownedSerialExecutor()
    }

    init(path: String?, options: RegistryOptions) {
        self.path = path
        self.options = options
        table = .empty(at: 0)
        published = PublishedTable(table)
    }

    // MARK: Opening and closing

    func open() throws(RouteDBError) {
        let store = try openFile()
        self.store = store
        try reload(store)
        observers.note(.opened(path: store.path, revision: table.revision))
        if options.refreshInterval != nil, file != nil { check() }
    }

    /// Does what ``open()`` does, and then runs an edit, while the calling thread waits.
    ///
    /// Call it only before anything else uses the core.
    nonisolated func openWaiting(
        _ edit: @Sendable (isolated RegistryCore) throws -> Void = { _ in }
    ) throws(RouteDBError) {
        do {
            try executor.runWaiting {
                try assumeIsolated { core in
                    try core.open()
                    try edit(core)
                }
            }
        } catch {
            throw RouteDBError(error, path: path ?? RegistryStore.memoryPath)
        }
    }

    private func openFile(again: Bool = false) throws(RouteDBError) -> RegistryStore {
        let time = options.now()
        let first = CommitInfo(
            author: options.author, message: "Create the registry", source: "init", time: time)
        guard let path else { return try RegistryStore.inMemory(first) }
        let mode: RegistryMode =
            switch options.access {
            case .reading: .reading
            case .writing: .writing(time: time)
            // What somebody deleted is not made again.
            case .creating: again ? .writing(time: time) : .creating(first)
            case .copying: .copying(time: time)
            }
        return try RegistryStore.open(path: path, mode: mode, busyTimeout: options.busyTimeout)
    }

    func close() {
        guard let path = store?.path else { return }
        store = nil
        watch = nil
        checkNumber &+= 1
        observers.note(.closed(path: path))
    }

    // MARK: Reading and editing

    /// Runs a closure that reads the file, on the registry's queue.
    func read<Result: Sendable>(
        _ body: @Sendable (RegistryStore) throws(RouteDBError) -> Result
    ) throws(RouteDBError) -> Result {
        try body(try openStore())
    }

    /// Runs an edit and publishes the new table before returning.
    func edit<Result: Sendable>(
        _ commit: CommitInfo, dryRun: Bool,
        _ body: @Sendable (RegistryEditor) throws -> Result
    ) throws -> (result: Result, revision: Int64?) {
        let store = try openStore()
        let written = try store.write(commit, dryRun: dryRun, body)
        if let revision = written.revision, !dryRun {
            refresh(store)
            observers.note(.edited(revision: revision, message: commit.message))
        }
        return written
    }

    /// Does what ``edit(_:dryRun:_:)`` does, while the calling thread waits.
    nonisolated func editWaiting<Result: Sendable>(
        _ commit: CommitInfo, _ body: @Sendable (RegistryEditor) throws -> Result
    ) throws -> Result {
        try executor.runWaiting {
            try assumeIsolated { core in try core.edit(commit, dryRun: false, body).result }
        }
    }

    // MARK: Following changes

    /// Checks for commits by other connections and publishes them.
    func refresh() throws(RouteDBError) {
        let store = try openStore()
        refresh(store)
        if let refreshError { throw refreshError }
    }

    /// How long after a report the file is looked at again, since a report may come before the commit
    /// is visible.
    private static let settlingTime = Duration.milliseconds(20)
    /// How long a replaced table is kept: much longer than a resolution takes.
    private static let graceTime = Duration.milliseconds(20)
    /// How often the file is looked at although nothing was reported.
    private static let restingTime = Duration.seconds(5)

    /// Looks at the file now, and again after a while.
    private func check() {
        guard let interval = options.refreshInterval, store != nil else { return }
        if watch?.isLost != false, let path {
            watch = FileWatch(path: path, on: executor) { [weak self] in
                self?.assumeIsolated { $0.noteReports() }
            }
        }
        poll()
        let isReported = watch?.seesEveryCommit == true && refreshError == nil
        check(after: isReported ? max(interval, Self.restingTime) : interval)
    }

    /// Looks at the file after a while, instead of when it was to be looked at before.
    private func check(after delay: Duration) {
        checkNumber &+= 1
        let number = checkNumber
        executor.run(after: delay) { [weak self] in
            self?.assumeIsolated { core in
                if core.checkNumber == number { core.check() }
            }
        }
    }

    private func noteReports() {
        guard let watch, watch.takeReports() else { return }
        poll()
        check(after: Self.settlingTime)
    }

    /// Does what ``refresh()`` does, but only if the file's data version has changed.
    ///
    /// An error is not thrown but kept for ``healthError``.
    private func poll() {
        guard store != nil else { return }
        do {
            let store = try openStore()
            guard try store.dataVersion() != seenVersion || refreshError != nil else { return }
            refresh(store)
        } catch {
            refreshError = error
        }
    }

    /// Notes why the table may be out of date, for those who ask without waiting.
    private func noteHealth() {
        let error = refreshError ?? store?.copyNotice
        notedError.withLock { $0 = error }
    }

    /// Tells the observers if the registry is no longer, or again, up to date with its file.
    private func tellHealth(since old: RouteDBError?) {
        guard !observers.isEmpty, let path else { return }
        if let refreshError, !refreshError.isSameTrouble(as: old) {
            observers.note(.refreshFailed(path: path, refreshError))
        } else if refreshError == nil, old != nil {
            observers.note(.refreshRecovered(path: path))
        }
        guard refreshError != nil || old != nil else { return }
        // Without an answer, the file is not there or not readable, and nobody knows how it lags.
        if let newest = try? store?.latestRevision() {
            observers.note(.lagged(revisions: max(0, newest - table.revision)))
        }
    }

    /// Brings the table up to date, or keeps the last good one if that fails.
    private func refresh(_ store: RegistryStore) {
        do {
            // Read before the changes: a commit in between is then seen twice instead of missed.
            let start = ContinuousClock.now
            let version = try store.dataVersion()
            if !options.hasTable {
                try reload(store)
            } else if let changes = try store.changes(since: table.revision, digest: digest) {
                if changes.hasOtherHistory { published.beginOtherHistory() }
                if changes.needsFullReload {
                    try reload(store)
                } else {
                    publish(
                        table.applying(changes), digest: changes.digest, isFull: false,
                        since: start)
                }
            }
            seenVersion = version
            refreshError = nil
        } catch {
            refreshError = error
        }
    }

    private func reload(_ store: RegistryStore) throws(RouteDBError) {
        let start = ContinuousClock.now
        let version = try store.dataVersion()
        guard options.hasTable else {
            let newest = try store.position()
            publish(
                .empty(at: newest.revision), digest: newest.digest, isFull: true, since: start)
            return seenVersion = version
        }
        let newest = try store.newestSnapshot(options.sieve)
        publish(
            RoutingTable(newest.snapshot, functions: options.converters), digest: newest.digest,
            isFull: true, since: start)
        seenVersion = version
    }

    private func publish(
        _ table: RoutingTable, digest: String, isFull: Bool, since start: ContinuousClock.Instant
    ) {
        let replaced = self.table
        (self.table, self.digest) = (table, digest)
        published.publish(table)
        // Whoever releases a table last frees all that only it has, which takes 20 µs if it has many hosts.
        // Kept for a while, it is freed here, and not by a thread that was resolving when it was replaced.
        executor.run(after: Self.graceTime) { withExtendedLifetime(replaced) {} }
        observers.note(
            .rebuilt(
                TableRebuild(
                    revision: table.revision, isFull: isFull,
                    duration: start.duration(to: .now), missingZones: table.missingZones)))
    }

    /// Returns the store, reopening the file if the store reads a copy that is out of date, or a file
    /// that is no longer at its path.
    private func openStore() throws(RouteDBError) -> RegistryStore {
        if let store, store.isOutdatedCopy || store.isReplaced {
            self.store = try openFile(again: true)
            seenVersion = -1
        }
        if let store { return store }
        throw RouteDBError(
            .closed, "The registry '\(path ?? RegistryStore.memoryPath)' is closed.",
            hint: "Open it again.")
    }
}

extension RoutingTable {
    /// Returns a table without routes.
    fileprivate static func empty(at revision: Int64) -> RoutingTable {
        RoutingTable(RegistrySnapshot(revision: revision, namespaces: [], routes: []))
    }

    /// Returns the table with the changes of later revisions applied.
    fileprivate func applying(_ changes: RegistryChanges) -> RoutingTable {
        changing(
            to: changes.revision, removing: changes.removed, upserting: changes.upserted,
            defaults: changes.defaults)
    }
}
