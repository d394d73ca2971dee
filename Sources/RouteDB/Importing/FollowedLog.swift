import RouteDBStorage

/// A log that is read while it is written, through rotation.
///
/// - F1: When another file stands at the path, the old one is read to its end, once more after a
///   while, since its writer may still hold it, and then the new one from its beginning.
/// - F2: A file that got shorter, or in which what was read last stands no longer before the place
///   that was reached, was written anew, and is read from its beginning.
/// - F3: Where reading or writing fails, the file is read again from its beginning; what was
///   written is known again, and comes to nothing.
struct FollowedLog {
    /// How many bytes before the place that was reached are compared, for F2.
    private static let comparedBytes = 64
    /// How long a failure is left alone.
    private static let pause = Duration.seconds(2)

    private let path: String
    private var file: ReadableFile
    private var splitter = LineSplitter()
    private var intake: LogIntake
    /// The last bytes that were read.
    private var last: [UInt8] = []
    /// Whether another file is at the path.
    private var isReplaced = false
    private var pausedUntil: ContinuousClock.Instant?
    /// Whether it went well at least once; a failure may pass then.
    private var hasBegun = false
    /// What became of the lines of earlier files at the path.
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
        intake = LogIntake(name: path, context: context, takesUnended: true)
        earlier = LogImportReport(name: path)
    }

    /// What became of all lines.
    var report: LogImportReport {
        var report = earlier
        report.add(intake.report)
        return report
    }

    /// Reads what there is, and writes it.
    ///
    /// - Throws: What does not pass by itself.
    mutating func poll() throws(RouteDBError) {
        if let pausedUntil, ContinuousClock.now < pausedUntil { return }
        pausedUntil = nil
        intake.table = context.table
        do throws(RouteDBError) {
            if try isRewritten() { try restart() }
            try readOn()
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

    private mutating func readOn() throws(RouteDBError) {
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

    /// Leaves the file behind, and reads the one that took its place.
    private mutating func replace() throws(RouteDBError) {
        let next = try ReadableFile(path: path)
        try splitter.finish { (line, split) throws(RouteDBError) in
            try intake.take(line, split)
        }
        file = next
        isReplaced = false
        try restart()
    }

    /// Reads another log from its beginning.
    private mutating func restart() throws(RouteDBError) {
        try intake.finish()
        earlier.add(intake.report)
        context.monitor.event(.restarted(name: path))
        try begin()
    }

    /// Reads the file from its beginning.
    private mutating func begin() throws(RouteDBError) {
        intake = LogIntake(name: path, context: context, takesUnended: true)
        try file.rewind()
        splitter = LineSplitter()
        last = []
    }
}
