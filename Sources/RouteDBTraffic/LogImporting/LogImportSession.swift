import RouteDB
import RouteDBDatabase
import RouteDBHistory
import RouteDBRouting

/// Lines of a log that are processed but not written yet.
struct PendingLines {
    /// The digests of the lines; the first may replace that of the last written line, now complete.
    var digests: [UInt32] = []
    var replacesLast = false
    var counts = ImportCounts()
    /// The size of the log up to the last line, in bytes.
    var bytes: Int64 = 0
    /// The size of the last line in bytes, if it had no end.
    var cut: Int?
    private(set) var rejections: [LogRejection] = []
    /// The size of the rejected lines' texts, in bytes.
    private(set) var rejectedBytes = 0

    mutating func append(_ rejection: LogRejection) {
        rejections.append(rejection)
        rejectedBytes += rejection.text.count
    }
}

/// Lines kept until it is known whether they are new.
struct HeldLines {
    /// A line, with its range in `bytes`.
    struct Line {
        let range: Range<Int>
        let split: SplitLine
        let number: Int64
        let digest: UInt32
    }

    /// The number of lines from which the format is detected.
    static let formatLines = 50

    private(set) var bytes: [UInt8] = []
    private(set) var lines: [Line] = []
    /// The ranges of the first lines that are neither blank nor comments.
    ///
    /// They are kept because the other lines may be many, and the format is looked for after each.
    private var contents: [Range<Int>] = []

    var isEmpty: Bool { lines.isEmpty }

    mutating func append(_ line: RawSpan, _ split: SplitLine, number: Int64, digest: UInt32) {
        let range = bytes.count..<bytes.count + line.byteCount
        bytes.append(contentsOf: line)
        lines.append(Line(range: range, split: split, number: number, digest: digest))
        if contents.count < Self.formatLines, !LogLineParser.isIdle(line) { contents.append(range) }
    }

    /// Copies of the first lines that are neither blank nor comments, as many as the format is
    /// detected from.
    var firstContents: [[UInt8]] { contents.map { Array(bytes[$0]) } }
}

/// Processes the lines of one log: finds the new ones, makes hits of them and writes them.
///
/// Lines are held until the format is known and ``LogRecognition`` has decided about them, then
/// processed one by one. Results are written in steps of one transaction each.
struct LogImportSession {
    /// The number of hits after which a step is written: a few whole segments.
    private static let stepHits = 4 * HitSegment.preferredSize
    /// The number of lines of any kind, and of bytes of text, after which a step is written.
    private static let (stepLines, stepBytes) = (1 << 17, 32 << 20)
    /// The number of lines, and of their bytes, that are held to detect the format.
    private static let (formatLines, formatBytes) = (HeldLines.formatLines, 1 << 16)

    let context: LogImportContext
    let time: Timestamp
    /// True if a last line without an end is taken if it can be parsed.
    private let takesUnended: Bool
    /// The table that resolves the requests.
    var table: RoutingTable {
        didSet { if table !== oldValue { requests = HitRequests(table) } }
    }
    private(set) var requests: HitRequests

    var recognition: LogRecognition
    /// Parses the lines, once their format is known.
    var parser = LogLineParser(.urls)
    var isFormatKnown = false
    var held = HeldLines()
    var encoder: HitEncoder
    /// The attributes of requests by the languages that their clients prefer.
    var languages = KnownAgents { VisitorAttributes(acceptLanguage: $0).stored }

    /// The log to write to; `nil` until one of its lines is new.
    var log: ImportStep.Log?
    /// The hits that are not written yet.
    var batch = HitBatch()
    var pending = PendingLines()
    /// The first new requests, until something is written.
    var hostless: HostlessRequests? = HostlessRequests()
    /// The run as written; `nil` until something is.
    var run: ImportRun?

    /// The report, including lines that are not written yet.
    var report: LogImportReport

    init(name: String, context: LogImportContext, takesUnended: Bool) {
        self.context = context
        self.takesUnended = takesUnended
        time = context.now()
        table = context.table
        requests = HitRequests(table)
        recognition = LogRecognition(writer: context.writer, source: context.options.source)
        encoder = HitEncoder(privacy: context.options.privacy)
        report = LogImportReport(name: name)
    }

    /// The number of lines so far.
    var lines: Int64 { recognition.lines }

    // MARK: Taking lines

    /// Adds a line.
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
            // Blank lines and comments are the same in every format, and there may be any number of
            // them.
            if !isFormatKnown { try release(beforeFormat: true) }
        }
        try release()
    }

    /// Processes all lines so far as if the log ended here, as far as possible, and writes the
    /// results.
    mutating func settle() throws(RouteDBError) {
        // If these lines do not reveal the format, later ones may.
        if !isFormatKnown { try? chooseFormat() }
        try release()
        try commit()
    }

    /// Processes all remaining lines at the end of the log, and writes the results.
    mutating func finish() throws(RouteDBError) {
        recognition.finish()
        if !isFormatKnown {
            try chooseFormat()
            // Only blank lines and comments are left, which need no format.
            isFormatKnown = true
        }
        try settle()
        if log == nil, let known = recognition.knownLog {
            report.log = known
            try noteEarlierRun(of: known)
        }
    }

    /// Returns whether to take a last line without an end, which may be half-written.
    private mutating func isTaken(
        _ line: RawSpan, _ split: SplitLine
    ) throws(RouteDBError) -> Bool {
        if context.options.isFinal { return true }
        if try recognition.agrees(line, split) { return true }
        guard takesUnended else { return false }
        // Part of a line usually cannot be parsed; then the rest is still to come.
        if !isFormatKnown { try chooseFormat(adding: line) }
        guard case .record = parser.parse(line) else { return false }
        return true
    }

    /// Processes the held lines if enough is known; blank lines and comments need no format.
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
        try read(line, split, number: number)
        if batch.count >= Self.stepHits || pending.digests.count >= Self.stepLines
            || batch.textSize + pending.rejectedBytes >= Self.stepBytes
        {
            try commit()
        }
    }
}
