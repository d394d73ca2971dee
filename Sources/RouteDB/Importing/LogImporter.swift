import RouteDBRouting
public import RouteDBStorage

/// Imports logs into a history: every request of theirs becomes a hit, once.
///
/// A log is known by its lines, whatever the name of its file and whether it is compressed, so it
/// may be imported again when it has grown, was rotated, or an import was interrupted: the lines
/// that were imported are duplicates, and the others follow. `Docs/log-import.md` has the rules.
///
/// ```swift
/// let registry = try await RouteRegistry.open("routes.db")
/// let importer = try await LogImporter.open(
///     "routes.hits.db", options: LogImportOptions(resolving: .live(registry)))
/// let report = try await importer.importFile("access.log")
/// report.imported               // 4711
/// await importer.close()
/// ```
///
/// It works on a queue of its own, one log after the other; each step of some thousand lines is a
/// transaction, with how far the log is imported, so an import may be killed at any moment.
public actor LogImporter {
    private let executor = QueueExecutor(label: "routedb.import")
    private let path: String
    let options: LogImportOptions
    private let currentTimeMicroseconds: @Sendable () -> Int64
    private(set) var writer: HitsWriter?

    /// Where its work is done.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// Opens a history to import into, and makes it if there is none.
    ///
    /// - Parameters:
    ///   - path: The path of the history.
    ///   - options: How logs are imported.
    ///   - registry: The path of the registry that the hits are of: a history that is made is no
    ///     more open than it. `nil`: the one that it lies beside by custom, if that is there.
    ///   - busyTimeoutMilliseconds: How long to wait for other writers.
    ///   - currentTimeMicroseconds: The time, which lines without one get.
    /// - Returns: The importer.
    /// - Throws: ``RouteDBError`` with `invalidValue` for a format that is not there; `notAHistory`,
    ///   `schemaTooNew`, `schemaMismatch`, `permissionDenied`, `readOnly`, `busy`, `full`,
    ///   `corrupt`, `storageFailure`.
    public static func open(
        _ path: String, options: LogImportOptions, registry: String? = nil,
        busyTimeoutMilliseconds: Int = 5_000,
        currentTimeMicroseconds: @escaping @Sendable () -> Int64 = SystemClock.microseconds
    ) async throws(RouteDBError) -> LogImporter {
        if let format = options.format, !LogFormat.names.contains(format) {
            let nearest = NameSuggestion.nearest(to: format, among: LogFormat.names)
            throw RouteDBError(
                .invalidValue, "Unknown log format \(format.excerpt).",
                hint: nearest.map { "Did you mean '\($0)'?" }
                    ?? "Use one of \(LogFormat.names.joined(separator: ", ")).")
        }
        let importer = LogImporter(path, options, currentTimeMicroseconds)
        try await importer.openWriter(registry, busyTimeoutMilliseconds: busyTimeoutMilliseconds)
        return importer
    }

    private init(
        _ path: String, _ options: LogImportOptions,
        _ currentTimeMicroseconds: @escaping @Sendable () -> Int64
    ) {
        self.path = path
        self.options = options
        self.currentTimeMicroseconds = currentTimeMicroseconds
    }

    private func openWriter(
        _ registry: String?, busyTimeoutMilliseconds: Int
    ) throws(RouteDBError) {
        writer = try HitsWriter(
            path: path, stream: (0..<16).map { _ in UInt8.random(in: 0...255) },
            registry: registry, timeMicroseconds: currentTimeMicroseconds(),
            busyTimeoutMilliseconds: busyTimeoutMilliseconds)
    }

    /// Closes the history, with all that was imported in its file.
    public func close() {
        // What is written is written; the next writer copies the rest of the write-ahead log.
        try? writer?.checkpoint()
        writer = nil
    }

    /// Removes the history, and closes it, if nothing was ever written to it and nobody else has it
    /// open: after a first import that failed, no file need stay.
    public func removeIfUnused() {
        // A history that cannot be removed harms nobody.
        guard (try? writer?.removeIfUnused()) == true else { return }
        writer = nil
    }

    // MARK: Importing

    /// Imports a file, which may be compressed.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - monitor: What the caller wants to know meanwhile.
    /// - Returns: What became of its lines. Where the file could not be read to its end, the report
    ///   says why, and the lines before are imported.
    /// - Throws: ``RouteDBError`` with `inputUnreadable` if the file cannot be opened,
    ///   `unknownFormat`, `busy`, `full`, `corrupt`, `storageFailure`, `closed`. The lines of the
    ///   steps before stay imported.
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
    ///   - monitor: What the caller wants to know meanwhile.
    ///   - next: Gives the next bytes, waiting for the first; none at the end. If it throws, the
    ///     report says so.
    /// - Returns: What became of its lines.
    /// - Throws: As ``importFile(_:monitor:)``.
    public func importLog(
        named name: String, monitor: LogImportMonitor = LogImportMonitor(),
        reading next: @escaping @Sendable () throws -> [UInt8]
    ) throws(RouteDBError) -> LogImportReport {
        let context = try context(monitor)
        let count = Guarded<Int64>(0)
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
        var intake = LogIntake(
            name: name, context: context, takesUnended: !mayGrow || lines.isCompressed)
        var failure: LogSourceError?
        var written = ContinuousClock.now
        var isMore = true
        while isMore, !context.isStopped {
            intake.table = context.table
            var problem: RouteDBError?
            do throws(LogSourceError) {
                isMore = try lines.readChunk { line, split in
                    // What comes last when the reading was stopped is no last line.
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
            // Of slow input, what came is not left in memory for long.
            if ContinuousClock.now - written > .seconds(1) {
                try intake.settle()
                written = ContinuousClock.now
            }
        }
        intake.report.isStopped = context.isStopped
        if intake.report.isStopped { try intake.settle() } else { try intake.finish() }
        if let failure, !intake.report.isStopped {
            intake.report.failure = Self.failure(failure, of: name)
        }
        return intake.report
    }

    /// What the logs of an import share.
    func context(_ monitor: LogImportMonitor) throws(RouteDBError) -> LogImportContext {
        guard let writer else {
            throw RouteDBError(
                .closed, "The importer into '\(path)' is closed.", hint: "Open another one.")
        }
        return LogImportContext(
            writer: writer, options: options, monitor: monitor,
            currentTimeMicroseconds: currentTimeMicroseconds)
    }

    private static func failure(_ error: LogSourceError, of name: String) -> RouteDBError {
        let hint =
            switch error.code {
            case .unreadable: "Import it again; the lines before are not imported twice."
            case .truncated: "Import it again when it is complete; the lines before were imported."
            case .damaged: "The lines before were imported; get another copy for the rest."
            }
        return RouteDBError(
            .inputUnreadable, "'\(name)' cannot be read to its end: \(error).", hint: hint,
            underlying: error)
    }
}
