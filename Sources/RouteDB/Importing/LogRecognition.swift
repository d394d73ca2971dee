import RouteDBStorage

/// Finds out which log is read, by its lines: one that was imported before, under whatever name, or
/// another one.
///
/// 1. A log is known again if it begins with all lines that were imported of it, or if all of it is
///    the beginning of them. What comes behind them is new.
/// 2. A log that agrees with a known one in its first 64 KiB, and then goes other ways, is a branch
///    of it: the lines up to there are the same, and those behind are new.
/// 3. A log that goes other ways before is another log, and all of its lines are new.
///
/// So a verdict needs no more than 64 KiB of lines to be held, and no line is read twice. Lines
/// are compared by their digests, which hang together: one that differs changes all behind it.
struct LogRecognition {
    /// How many bytes of lines prove that two logs are one and the same up to there.
    static let proof: Int64 = 1 << 16

    /// A known log that has agreed so far.
    private struct Candidate {
        let log: ImportedLog
        /// Some of its digests, and the number of the line that the first is of.
        var firstLine: Int64 = 1
        var digests: [UInt32] = []
    }

    private let writer: HitsWriter
    /// The digest of the lines so far.
    private(set) var digest: LineDigest
    /// How many lines there were.
    private(set) var lines: Int64 = 0
    private var bytes: Int64 = 0
    private var candidates: [Candidate] = []
    /// The digest of the first line.
    private(set) var first: UInt64 = 0
    private var newest: Int64 = 0
    /// The log of which all lines were met, and the digest of its last one where that went on.
    private var whole: (log: ImportedLog, replacement: UInt32?)?
    /// A log that has all lines so far, and more.
    private var shared: ImportedLog?
    private var isFinished = false

    /// The number of the first line that is new; `nil` as long as none is known to be.
    private(set) var firstNew: Int64?
    /// The log that the new lines belong to.
    private(set) var log: ImportStep.Log?
    /// The digest of the log's last line, where it had no end and went on.
    private(set) var replacement: UInt32?

    /// - Parameters:
    ///   - writer: The history.
    ///   - source: A name that tells logs with the same lines from each other.
    init(writer: HitsWriter, source: String) {
        self.writer = writer
        digest = LineDigest(source: source)
    }

    /// Whether the verdict about all lines so far will stay: those before ``firstNew`` are
    /// duplicates.
    var isSettled: Bool { firstNew != nil || isFinished || bytes >= Self.proof }

    /// The known log that the lines are of, or as long as none is new could be of.
    var knownLog: Int64? {
        switch log {
        case .known(let id, _)?: id
        case .new?, .branch?: nil
        case nil: shared?.id ?? whole?.log.id
        }
    }

    /// Takes the end of the log: if no line is new by now, none is.
    mutating func finish() { isFinished = true }

    /// Takes a line.
    mutating func take(_ line: RawSpan, _ split: SplitLine) throws(RouteDBError) {
        let before = digest
        digest.join(line, split)
        lines += 1
        guard firstNew == nil else { return }
        if lines == 1 { try find() }
        let agreeing = try agreeing(line, split, before)
        guard !agreeing.isEmpty else { return decide() }
        candidates = agreeing.filter { $0.log.lines > lines }
        if let ended = agreeing.first(where: { $0.log.lines == lines }) {
            let went = ended.log.cut.map { $0 < line.byteCount } ?? false
            whole = (ended.log, went ? digest.short : nil)
            if candidates.isEmpty { goOn(in: ended.log) }
        }
        bytes += split.byteCount
        shared = candidates.first?.log
    }

    /// Whether a line, coming next, would be one that is known.
    func agrees(_ line: RawSpan, _ split: SplitLine) throws(RouteDBError) -> Bool {
        var next = self
        try next.take(line, split)
        return next.firstNew.map { $0 > next.lines } ?? true
    }

    private mutating func find() throws(RouteDBError) {
        first = digest.value
        let found = try writer.findLogs(first: first)
        newest = found.newest
        candidates = found.logs.map { Candidate(log: $0) }
    }

    /// The candidates that have the line too.
    private mutating func agreeing(
        _ line: RawSpan, _ split: SplitLine, _ before: LineDigest
    ) throws(RouteDBError) -> [Candidate] {
        var agreeing: [Candidate] = []
        for var candidate in candidates {
            var short = digest.short
            if let cut = candidate.log.cut, candidate.log.lines == lines, cut < line.byteCount {
                // The line had no end when it was imported; as far as it went, it must be the same.
                var partial = before
                partial.join(line.extracting(first: cut), split)
                short = partial.short
            }
            if lines >= candidate.firstLine + Int64(candidate.digests.count) {
                (candidate.firstLine, candidate.digests) =
                    try writer.digests(of: candidate.log.id, with: lines)
            }
            let index = Int(lines - candidate.firstLine)
            if candidate.digests.indices.contains(index), candidate.digests[index] == short {
                agreeing.append(candidate)
            }
        }
        return agreeing
    }

    /// Decides at a line that no candidate has.
    private mutating func decide() {
        candidates = []
        if let whole, whole.log.lines == lines - 1 || bytes < Self.proof {
            goOn(in: whole.log)
        } else if let shared, bytes >= Self.proof {
            firstNew = lines
            log = .branch(of: shared.id, lines: lines - 1, newest: newest)
        } else {
            firstNew = 1
            log = .new(newest: newest)
        }
    }

    private mutating func goOn(in known: ImportedLog) {
        firstNew = known.lines + 1
        log = .known(known.id, lines: known.lines)
        replacement = whole?.replacement
    }
}
