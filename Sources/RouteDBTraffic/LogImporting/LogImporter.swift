import RouteDB
public import RouteDBDatabase
import RouteDBHistory
public import RouteDBRouting

/// Imports logs into a history: each request becomes a hit, exactly once.
///
/// A log is recognized by its lines, regardless of its file name and compression. You can import it
/// again after it has grown or was rotated, or after an import was interrupted: lines that were
/// imported before count as duplicates, and the rest is imported. `Docs/log-import.md` describes
/// the rules.
///
/// ```swift
/// let registry = try await RouteRegistry.open("routes.db")
/// let importer = try await LogImporter.open(
///     "routes.hits.db", options: LogImportOptions(resolving: .live(registry)))
/// let report = try await importer.importFile("access.log")
/// print(report.imported)  // 4711
/// await importer.close()
/// ```
///
/// The actor runs on its own dispatch queue and imports one log at a time. Every few thousand lines
/// are one transaction, together with the position in the log, so the process can be killed at any
/// moment.
public actor LogImporter {
    private let executor = QueueExecutor(label: "routedb.import")
    private let path: String
    let options: LogImportOptions
    /// The routes that were read for the logs alone; `nil` if all were.
    let ahead: RoutesAhead?
    private let now: @Sendable () -> Timestamp
    private(set) var writer: HitsWriter?

    /// The executor of the importer's own queue.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        // The actor keeps its executor alive.
        unsafe executor.asUnownedSerialExecutor()
    }

    /// Opens a history to import into, creating it if it does not exist.
    ///
    /// - Parameters:
    ///   - path: The path of the history.
    ///   - options: How logs are imported.
    ///   - registry: The path of the registry that the history belongs to; a new history never gets
    ///     wider file permissions than it. `nil` for the registry that lies beside the history by
    ///     convention, if there is one.
    ///   - busyTimeout: How long to wait for other writers.
    ///   - now: The clock for lines that have no time; `nil` for that of the system.
    /// - Returns: The importer.
    /// - Throws: `RouteDBError` with the code `invalidValue` if the format is unknown;
    ///   `notAHistory`, `schemaTooNew`, `schemaMismatch`, `permissionDenied`, `readOnly`, `busy`,
    ///   `full`, `corrupt` or `storageFailure`.
    public static func open(
        _ path: String, options: LogImportOptions, registry: String? = nil,
        busyTimeout: Duration = .seconds(5),
        now: (@Sendable () -> Timestamp)? = nil
    ) async throws(RouteDBError) -> LogImporter {
        if let format = options.format, !LogFormat.isFormat(format) {
            throw RouteDBError(
                .invalidValue, "Unknown log format \(format.excerpt).",
                hint: NameSuggestion.hint(for: format, among: LogFormat.names))
        }
        let importer = LogImporter(path, options, now ?? SystemClock.now)
        try await importer.openWriter(registry, busyTimeout: busyTimeout)
        return importer
    }

    private init(
        _ path: String, _ options: LogImportOptions, _ now: @escaping @Sendable () -> Timestamp
    ) {
        self.path = path
        self.options = options
        ahead = RoutesAhead(of: options.resolving)
        self.now = now
    }

    private func openWriter(_ registry: String?, busyTimeout: Duration) throws(RouteDBError) {
        writer = try HitsWriter(
            path: path, registry: registry, time: now(), busyTimeout: busyTimeout)
    }

    /// Closes the history, after summing up what reports read in place of hits, and copying the
    /// write-ahead log into its file.
    public func close() {
        // Once for all logs, which may be of the same times, and in any order.
        writer?.sumUpWritten()
        writer?.returnLog()
        writer = nil
    }

    /// Closes and deletes the history if nothing was ever written to it and no one else has it
    /// open.
    ///
    /// Call it after a failed first import, so that no empty file stays behind.
    public func removeIfUnused() {
        // An empty history that cannot be deleted does no harm.
        guard (try? writer?.removeIfUnused()) == true else { return }
        writer = nil
    }

    // MARK: Importing

    /// Imports a file, which may be compressed.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - monitor: Callbacks that observe and stop the import.
    /// - Returns: The report. If the file could not be read to its end, `failure` says why, and the
    ///   lines before that point are imported.
    /// - Throws: `RouteDBError` with the code `inputUnreadable` if the file cannot be opened;
    ///   `unknownFormat`, `hostsMissing`, `busy`, `full`, `corrupt`, `storageFailure` or `closed`.
    ///   Lines of transactions that were committed before stay imported.
    public func importFile(
        _ path: String, monitor: LogImportMonitor = LogImportMonitor()
    ) throws(RouteDBError) -> LogImportReport {
        let context = try context(monitor)
        let file = try ReadableFile(path: path)
        let source = LogFileSource(file: file) { context.isStopped }
        return try run(source, name: path, mayGrow: file.isRegular, context) { file.position }
    }

    /// Imports a log that the caller reads, such as standard input.
    ///
    /// - Parameters:
    ///   - name: The name of the log, for messages.
    ///   - monitor: Callbacks that observe and stop the import.
    ///   - next: Returns the next bytes, waiting for them; empty at the end. If it throws, the
    ///     report contains the error as `failure`.
    /// - Returns: The report.
    /// - Throws: The same errors as ``importFile(_:monitor:)``.
    public func importLog(
        named name: String, monitor: LogImportMonitor = LogImportMonitor(),
        reading next: @escaping @Sendable () throws -> [UInt8]
    ) throws(RouteDBError) -> LogImportReport {
        let context = try context(monitor)
        let count = Locked<Int64>(0)
        let source = LogStreamSource(next: {
            let bytes = try next()
            count.withLock { $0 += Int64(bytes.count) }
            return bytes
        })
        return try run(source, name: name, mayGrow: false, context) { count.withLock { $0 } }
    }

    private func run(
        _ source: any LogSource, name: String, mayGrow: Bool, _ context: LogImportContext,
        position: () -> Int64
    ) throws(RouteDBError) -> LogImportReport {
        var lines: LogLines
        do throws(LogSourceError) {
            lines = try LogLines(source)
        } catch {
            throw Self.failure(error, of: name)
        }
        var intake = LogImportSession(
            name: name, context: context, takesUnended: !mayGrow || lines.isCompressed)
        var failure: LogSourceError?
        var written = context.now()
        var isMore = true
        while isMore, !context.isStopped {
            intake.table = context.table
            var problem: RouteDBError?
            do throws(LogSourceError) {
                isMore = try lines.readChunk { line, split in
                    // When reading was stopped, the last line may be incomplete.
                    guard problem == nil, split.isEnded || !context.isStopped else { return }
                    do throws(RouteDBError) {
                        try intake.take(line, split)
                    } catch {
                        problem = error
                    }
                }
            } catch {
                (failure, isMore) = (error, false)
            }
            if let problem { throw problem }
            context.monitor.event(.progress(bytes: position(), lines: intake.lines))
            // Slow input is written about once a second instead of staying in memory, also if the
            // clock has been set back.
            let now = context.now()
            if now < written || now - written > .seconds(1) {
                try intake.settle()
                written = now
            }
        }
        intake.report.isStopped = context.isStopped
        if intake.report.isStopped { try intake.settle() } else { try intake.finish() }
        if let failure, !intake.report.isStopped {
            intake.report.failure = Self.failure(failure, of: name)
        }
        return intake.report
    }

    /// Returns the state shared by the logs of one import.
    func context(_ monitor: LogImportMonitor) throws(RouteDBError) -> LogImportContext {
        guard let writer else {
            throw RouteDBError(
                .closed, "The importer into '\(path)' is closed.", hint: "Open another one.")
        }
        return LogImportContext(
            writer: writer, options: options, ahead: ahead, monitor: monitor, now: now)
    }

    private static func failure(_ error: LogSourceError, of name: String) -> RouteDBError {
        let hint =
            switch error.code {
            case .unreadable: "Import it again; no line is imported twice."
            case .truncated: "Import it again once complete; the lines before that were imported."
            case .compressed:
                "Logs compressed with gzip are read as they are; decompress others into a pipe, and"
                    + " give '-' for the log."
            case .damaged: "The lines before that were imported; get another copy for the rest."
            }
        return RouteDBError(
            .inputUnreadable, "'\(name)' cannot be read to its end: \(error).", hint: hint,
            underlying: error)
    }
}
