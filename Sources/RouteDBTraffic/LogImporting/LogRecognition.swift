import RouteDBDatabase
import RouteDBHistory
import RouteDBInsight

/// A running digest of a log: each line's digest is combined with that of all lines before it.
///
/// Line endings are not included, so the digest is the same whether or not the last line has one
/// yet. For a line that is too long, its beginning and its length are included.
struct LineDigest: Equatable {
    /// The full digest.
    private(set) var value: UInt64

    /// Creates the digest before the first line; `source` distinguishes logs with equal lines.
    init(source: String) {
        // The buffer is read inside the closure only.
        value = unsafe Array(source.utf8).withUnsafeBytes { unsafe SegmentChecksum.of($0) }
    }

    /// The part of the digest that is stored for each line.
    var short: UInt32 { UInt32(truncatingIfNeeded: value) }

    /// Adds a line.
    mutating func join(_ line: RawSpan, _ split: SplitLine) {
        // The buffer is read inside the closure only.
        var sum = unsafe line.withUnsafeBytes { unsafe SegmentChecksum.of($0) }
        if split.isTooLong { sum = SegmentChecksum.mix(sum, UInt64(bitPattern: split.byteCount)) }
        value = SegmentChecksum.mix(value, sum)
    }
}

/// Recognizes a log by its lines: as one that was imported before, under whatever name, or as a new
/// one.
///
/// 1. A log is recognized if it begins with all imported lines of a known log, or if it is itself
///    the beginning of one. Lines after those are new.
/// 2. A log that equals a known one for at least its first 64 KiB and then differs is a branch of
///    it: the lines up to that point are shared, the lines after it are new.
/// 3. A log that differs earlier is a different log, and all of its lines are new.
///
/// At most 64 KiB of lines have to be held for a decision, and no line is read twice. Lines are
/// compared by chained digests: one different line changes all digests after it.
struct LogRecognition {
    /// How many equal bytes prove that two logs are the same up to that point.
    static let proof: Int64 = 1 << 16

    /// A known log that has been equal so far.
    private struct Candidate {
        let log: ImportedLog
        /// A run of its digests, and the number of the line that the first belongs to.
        var firstLine: Int64 = 1
        var digests: [UInt32] = []
    }

    private let writer: HitsWriter
    /// The digest of all lines so far.
    private(set) var digest: LineDigest
    /// The number of lines so far.
    private(set) var lines: Int64 = 0
    private var bytes: Int64 = 0
    private var candidates: [Candidate] = []
    /// The digest of the first line.
    private(set) var first: UInt64 = 0
    private var newest: Int64 = 0
    /// A known log of which all lines were seen, and the new digest of its last line if that has
    /// grown.
    private var whole: (log: ImportedLog, replacement: UInt32?)?
    /// A known log that contains all lines so far, and more.
    private var shared: ImportedLog?
    private var isFinished = false

    /// The number of the first new line; `nil` while none is known to be new.
    private(set) var firstNew: Int64?
    /// The log that the new lines belong to.
    private(set) var log: ImportStep.Log?
    /// The new digest of the log's last line, if that had no end and has grown.
    private(set) var replacement: UInt32?

    init(writer: HitsWriter, source: String) {
        self.writer = writer
        digest = LineDigest(source: source)
    }

    /// True if the decision about all lines so far is final: those before ``firstNew`` are
    /// duplicates.
    var isSettled: Bool { firstNew != nil || isFinished || bytes >= Self.proof }

    /// The known log that the lines belong to, or could belong to while none is new.
    var knownLog: Int64? {
        switch log {
        case .known(let id, _)?: id
        case .new?, .branch?: nil
        case nil: shared?.id ?? whole?.log.id
        }
    }

    /// Marks the end of the log: if no line is new by now, none is.
    mutating func finish() { isFinished = true }

    /// Adds a line.
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
            if candidates.isEmpty { extend(ended.log) }
        }
        bytes += split.byteCount
        shared = candidates.first?.log
    }

    /// Returns whether a line would be a known one if it came next.
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

    /// Returns the candidates that contain the line too.
    private mutating func agreeing(
        _ line: RawSpan, _ split: SplitLine, _ before: LineDigest
    ) throws(RouteDBError) -> [Candidate] {
        var agreeing: [Candidate] = []
        for var candidate in candidates {
            var short = digest.short
            if let cut = candidate.log.cut, candidate.log.lines == lines, cut < line.byteCount {
                // The line was imported without an end; compare only the part that was imported.
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

    /// Decides at a line that no candidate contains.
    private mutating func decide() {
        candidates = []
        if let whole, whole.log.lines == lines - 1 || bytes < Self.proof {
            extend(whole.log)
        } else if let shared, bytes >= Self.proof {
            firstNew = lines
            log = .branch(of: shared.id, lines: lines - 1, newest: newest)
        } else {
            firstNew = 1
            log = .new(newest: newest)
        }
    }

    private mutating func extend(_ known: ImportedLog) {
        firstNew = known.lines + 1
        log = .known(known.id, lines: known.lines)
        replacement = whole?.replacement
    }
}
