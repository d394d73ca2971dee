import RouteDBRouting
import RouteDBStorage

/// Takes the lines of one log: tells which of them are new, makes hits of these, and writes them.
///
/// Lines are held until the log's format is known and ``LogRecognition`` is sure of them, then dealt
/// with one by one. What they come to is written in steps; each is one transaction.
struct LogIntake {
    /// A step is written when it has as many hits: some whole segments.
    private static let stepHits = 4 * HitsWriter.segmentSize
    /// Or as many lines of any kind, or bytes of texts.
    private static let (stepLines, stepBytes) = (1 << 17, 32 << 20)
    /// How many lines, or bytes of them, are held to tell the format.
    private static let (formatLines, formatBytes) = (50, 1 << 16)

    let context: LogImportContext
    let timeMicroseconds: Int64
    /// Whether a last line without an end is taken if it can be read.
    private let takesUnended: Bool
    /// What answers the requests.
    var table: RoutingTable

    var recognition: LogRecognition
    /// Reads the lines, once their format is known.
    var parser = LogLineParser(.urls)
    var isFormatKnown = false
    var held = HeldLines()
    var encoder: HitEncoder

    /// The log as it is written; `nil` until a line of it is new.
    var log: ImportStep.Log?
    /// What is not written yet.
    var batch = HitBatch()
    var pending = PendingLines()
    /// The first new requests, until something is written.
    var hostless: HostlessRequests? = HostlessRequests()
    /// The run, as it is written; `nil` until something of it is.
    var run: ImportRun?

    /// What became of the lines, written or not.
    var report: LogImportReport

    /// - Parameters:
    ///   - name: The name of the log.
    ///   - context: What all logs share.
    ///   - takesUnended: Whether a last line without an end is taken if it can be read.
    init(name: String, context: LogImportContext, takesUnended: Bool) {
        self.context = context
        self.takesUnended = takesUnended
        timeMicroseconds = context.currentTimeMicroseconds()
        table = context.table
        recognition = LogRecognition(writer: context.writer, source: context.options.source)
        encoder = HitEncoder(privacy: context.options.privacy)
        report = LogImportReport(name: name)
    }

    /// How many lines came.
    var lines: Int64 { recognition.lines }

    // MARK: Taking lines

    /// Takes a line.
    mutating func take(_ line: RawSpan, _ split: SplitLine) throws(RouteDBError) {
        if !split.isEnded, try !isTaken(line, split) {
            report.hasWaitingLine = true
            return
        }
        try recognition.take(line, split)
        let (number, digest) = (recognition.lines, recognition.digest.short)
        if isFormatKnown, held.isEmpty, recognition.isSettled {
            return try settle(line, split, number: number, digest: digest)
        }
        held.append(line, split, number: number, digest: digest)
        let isEnough =
            held.lines.count >= Self.formatLines || held.bytes.count >= Self.formatBytes
        if !isFormatKnown, isEnough {
            try chooseFormat()
            // Blank lines and comments are so in any format, and there may be any number of them.
            if !isFormatKnown { try release(beforeFormat: true) }
        }
        try release()
    }

    /// Deals with all lines so far as if there were no more, as far as that can be done, and
    /// writes what they came to.
    mutating func settle() throws(RouteDBError) {
        // More lines may tell what these do not.
        if !isFormatKnown { try? chooseFormat() }
        try release()
        try commit()
    }

    /// Deals with all lines, since there are no more, and writes what they came to.
    mutating func finish() throws(RouteDBError) {
        recognition.finish()
        if !isFormatKnown {
            try chooseFormat()
            // Blank lines and comments are so in any format.
            isFormatKnown = true
        }
        try settle()
        if log == nil, let known = recognition.knownLog {
            report.log = known
            try noteEarlierRun(of: known)
        }
    }

    /// Whether a last line without an end is taken: its writer may be in the middle of it.
    private mutating func isTaken(
        _ line: RawSpan, _ split: SplitLine
    ) throws(RouteDBError) -> Bool {
        if context.options.isFinal { return true }
        if try recognition.agrees(line, split) { return true }
        guard takesUnended else { return false }
        // Part of a line mostly cannot be read, and the whole of it is still to come then.
        if !isFormatKnown { try chooseFormat(adding: line) }
        guard case .record = parser.parse(line) else { return false }
        return true
    }

    /// Deals with the lines that are held, if all is known that is needed; blank lines and comments
    /// need no format.
    private mutating func release(beforeFormat: Bool = false) throws(RouteDBError) {
        guard isFormatKnown || beforeFormat, recognition.isSettled, !held.isEmpty else { return }
        let released = held
        held = HeldLines()
        for line in released.lines {
            try settle(
                released.bytes.span.bytes.extracting(line.range), line.split, number: line.number,
                digest: line.digest)
        }
    }

    private mutating func settle(
        _ line: RawSpan, _ split: SplitLine, number: Int64, digest: UInt32
    ) throws(RouteDBError) {
        guard number >= recognition.firstNew ?? .max else {
            if parser.skips(line) { report.skipped += 1 } else { report.duplicate += 1 }
            return
        }
        if log == nil { try begin() }
        pending.digests.append(digest)
        pending.bytes = split.offset + split.byteCount
        pending.cut = split.isEnded ? nil : line.byteCount
        read(line, split, number: number)
        if batch.count >= Self.stepHits || pending.digests.count >= Self.stepLines
            || batch.textSize + pending.rejectedBytes >= Self.stepBytes
        {
            try commit()
        }
    }
}
