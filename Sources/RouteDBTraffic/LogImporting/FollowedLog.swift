import RouteDB
public import RouteDBDatabase
import RouteDBRouting

/// A log file that is read while another process writes it, across rotation.
///
/// - F1: When a different file appears at the path, the old file is read to its end, and once more
///   at the next poll because its writer may still hold it open; then the new file is read from its
///   start.
/// - F2: A file that became shorter, or whose bytes before the current position have changed, was
///   rewritten and is read from its start.
/// - F3: After an error in reading or writing, the file is read again from its start; lines that
///   were already written are recognized and skipped.
struct FollowedLog {
    /// How many bytes before the current position are compared, for F2.
    private static let comparedBytes = 64
    /// How long to wait after an error.
    private static let pause = Duration.seconds(2)

    private let path: String
    private var file: ReadableFile
    private var splitter = LineSplitter()
    private var intake: LogImportSession
    /// The last bytes read.
    private var last: [UInt8] = []
    /// True if the path now names a different file.
    private var isReplaced = false
    private var pausedUntil: ContinuousClock.Instant?
    /// True if a poll has succeeded; later errors may be temporary.
    private var hasBegun = false
    /// The report on earlier files at the path.
    private var earlier: LogImportReport
    private let context: LogImportContext

    init(path: String, context: LogImportContext) throws(RouteDBError) {
        self.path = path
        self.context = context
        file = try ReadableFile(path: path)
        guard file.isRegular, !GzipSource.isGzip(try file.read(at: 0, count: 2)) else {
            throw RouteDBError(
                .inputUnreadable, "'\(path)' cannot be followed: it is not a regular file.",
                hint: "Import it without following.")
        }
        intake = LogImportSession(name: path, context: context, takesUnended: true)
        earlier = LogImportReport(name: path)
    }

    /// The report on all lines, including those of earlier files.
    var report: LogImportReport {
        var report = earlier
        report.add(intake.report)
        return report
    }

    /// Reads and writes what was appended.
    mutating func poll() throws(RouteDBError) {
        if let pausedUntil, ContinuousClock.now < pausedUntil { return }
        pausedUntil = nil
        intake.table = context.table
        do throws(RouteDBError) {
            if try isRewritten() { try restart() }
            try readAppended()
            try intake.settle()
            if isReplaced {
                try replace()
            } else if let identity = ReadableFile.identity(at: path) {
                isReplaced = identity != file.identity
            }
            hasBegun = true
        } catch {
            let passing: [RouteDBError.Code] = [.busy, .full, .inputUnreadable, .unknownFormat]
            guard hasBegun, passing.contains(error.code) else { throw error }
            context.monitor.event(.problem(name: path, error))
            pausedUntil = ContinuousClock.now + Self.pause
            try begin()
        }
    }

    private func isRewritten() throws(RouteDBError) -> Bool {
        guard let size = file.size, size >= file.position else { return true }
        return try file.read(at: file.position - Int64(last.count), count: last.count) != last
    }

    private mutating func readAppended() throws(RouteDBError) {
        while !context.isStopped {
            let bytes = try file.read { false }
            guard !bytes.isEmpty else { break }
            last = (last + bytes.suffix(Self.comparedBytes)).suffix(Self.comparedBytes)
            try splitter.split(bytes.span.bytes) { (line, split) throws(RouteDBError) in
                try intake.take(line, split)
            }
            context.monitor.event(.progress(bytes: file.position, lines: intake.lines))
        }
    }

    /// Switches to the file that replaced this one.
    private mutating func replace() throws(RouteDBError) {
        let next = try ReadableFile(path: path)
        try splitter.finish { (line, split) throws(RouteDBError) in
            try intake.take(line, split)
        }
        file = next
        isReplaced = false
        try restart()
    }

    /// Finishes the current log and starts another one.
    private mutating func restart() throws(RouteDBError) {
        try intake.finish()
        earlier.add(intake.report)
        context.monitor.event(.restarted(name: path))
        try begin()
    }

    /// Starts reading the file from its beginning.
    private mutating func begin() throws(RouteDBError) {
        intake = LogImportSession(name: path, context: context, takesUnended: true)
        try file.rewind()
        splitter = LineSplitter()
        last = []
    }
}

extension LogImporter {
    /// Imports files and then follows them, across rotation, until the monitor stops the import or
    /// the task is cancelled.
    ///
    /// The existing contents are imported first. Complete lines are written within about a second
    /// of being appended. A file that is replaced at its path or rewritten is followed from its
    /// start. While the history is busy, its disk is full or a file cannot be read, the monitor
    /// receives `problem` events and the import keeps trying.
    ///
    /// - Parameters:
    ///   - paths: The paths of uncompressed regular files.
    ///   - interval: The time between two checks of the files.
    ///   - monitor: Callbacks that observe and stop the import.
    /// - Returns: A report for each path.
    /// - Throws: `RouteDBError` with the code `inputUnreadable` if a file cannot be opened at the
    ///   start; `corrupt`, `storageFailure` or `closed`.
    public func follow(
        _ paths: [String], every interval: Duration = .milliseconds(250),
        monitor: LogImportMonitor = LogImportMonitor()
    ) async throws(RouteDBError) -> [LogImportReport] {
        var logs: [FollowedLog] = []
        let context = try context(monitor)
        for path in paths { logs.append(try FollowedLog(path: path, context: context)) }
        while true {
            let isLast = context.isStopped
            if case .live(let registry) = options.resolving {
                // If this fails, the last table keeps answering.
                try? await registry.refresh()
            }
            for index in logs.indices { try logs[index].poll() }
            if isLast { break }
            // Cancellation ends the sleep and is noticed in the next iteration.
            try? await Task.sleep(for: interval)
        }
        return logs.map(\.report)
    }
}
