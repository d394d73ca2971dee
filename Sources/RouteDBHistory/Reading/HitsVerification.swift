import RouteDBRouting

/// A problem found in a history.
public struct HistoryFinding: Hashable, Sendable, CustomStringConvertible {
    /// The part of the file that is wrong; more parts may be added.
    public enum Part: String, Sendable {
        /// SQLite's own structures.
        case file
        /// The tables, indexes and views, which differ from those that the migrations create.
        case schema
        /// The bytes of a segment, or its row.
        case segment
        /// The numbering of the hits of a stream.
        case stream
        /// The data about an imported log.
        case log
        /// A roll-up that is not the sum of its hits.
        case rollUp = "roll-up"
    }

    /// The part of the file that is wrong.
    public let part: Part
    /// A one-sentence description of the problem and its location, with the rule of
    /// `Docs/history.md`.
    public let message: String

    /// The part and the message.
    public var description: String { "\(part.rawValue): \(message)" }
}

/// A set of sequence numbers, stored as runs without gaps.
struct SequenceRuns {
    private var runs: [ClosedRange<Int64>] = []

    /// Adds a number; usually it follows the previous one.
    mutating func add(_ number: Int64) {
        if let last = runs.last, last.upperBound < number, last.upperBound + 1 == number {
            runs[runs.count - 1] = last.lowerBound...number
        } else {
            runs.append(number...number)
        }
    }

    /// The number of elements, or `nil` if any occurs twice or is outside a range.
    func count(within range: ClosedRange<Int64>) -> Int64? {
        var (count, end) = (Int64(0), range.lowerBound - 1)
        for run in runs.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            guard run.lowerBound > end, run.upperBound <= range.upperBound else { return nil }
            count += run.upperBound - run.lowerBound + 1
            end = run.upperBound
        }
        return count
    }
}

/// The state of a ``HitsReader/verify()`` in progress.
struct HitsVerification {
    private(set) var findings: [HistoryFinding] = []
    private var fingerprints = RollUpFingerprints()
    private var streams: [Int64: SequenceRuns] = [:]
    /// The number of hits of each imported log.
    private var logs: [Int64: Int64] = [:]

    /// Records a problem.
    mutating func add(_ part: HistoryFinding.Part, _ message: String) {
        findings.append(HistoryFinding(part: part, message: message))
    }

    /// Adds the hits of a segment, or of the tail, to the sums.
    mutating func add(_ segment: HitSegment) {
        fingerprints.add(segment)
        for index in 0..<segment.count {
            let stream = segment.value(.stream, at: index)
            streams[stream, default: SequenceRuns()].add(segment.value(.sequence, at: index))
            let source = segment.value(.source, at: index)
            if source != 0 { logs[source, default: 0] += 1 }
        }
    }

    /// Checks a segment by itself and against its row, and adds its hits to the sums.
    mutating func addSealed(
        _ segment: HitSegment, hits: Int64, firstTime: Int64, lastTime: Int64
    ) throws(SegmentDamage) {
        try Self.check(segment, hits: hits, firstTime: firstTime, lastTime: lastTime)
        add(segment)
    }

    /// Checks a segment by itself and against its row.
    static func check(
        _ segment: HitSegment, hits: Int64, firstTime: Int64, lastTime: Int64
    ) throws(SegmentDamage) {
        var times: [Int64] = []
        segment.read(.time, into: &times)
        guard times.min() == segment.firstTime, times.max() == segment.lastTime else {
            throw SegmentDamage(
                segment: segment.id, offset: 40,
                message: "its time range does not match its hits (S7)")
        }
        guard
            hits == Int64(segment.count), firstTime == segment.firstTime,
            lastTime == segment.lastTime
        else {
            throw SegmentDamage(
                segment: segment.id, offset: 4, message: "its row does not match its content")
        }
        for text in HitText.allCases {
            // The texts are not kept.
            for index in 0..<segment.count { _ = try unsafe segment.text(text, at: index) }
        }
    }

    /// Checks the numbers of a stream's hits against its row.
    mutating func compare(stream: Int64, hits: Int64, pruned: Int64, forgotten: Int64) {
        guard hits >= 0, 0...hits ~= pruned, 0...(hits - pruned) ~= forgotten else {
            add(
                .stream,
                "Stream \(stream) has \(NumberText.hits(hits)), of which \(pruned) are pruned and"
                    + " \(forgotten) forgotten.")
            return
        }
        let runs = streams[stream, default: SequenceRuns()]
        guard let count = runs.count(within: 1...max(1, hits)) else {
            add(
                .stream,
                "Stream \(stream) has a duplicate hit, or one not numbered from 1 to \(hits)"
                    + " (W2, W3).")
            return
        }
        guard count == hits - pruned - forgotten else {
            add(
                .stream,
                "Stream \(stream) has \(NumberText.hits(count)), and \(hits) less \(pruned) pruned and"
                    + " \(forgotten) forgotten ones were written (W2).")
            return
        }
    }

    /// Checks the totals of an imported log against its hits and its other rows.
    mutating func compare(_ log: ImportTotals, isPruned: Bool) {
        // A log that is being forgotten is incomplete and need not be consistent.
        guard !log.isBeingForgotten else { return }
        let hits = logs[log.id, default: 0] &+ log.pruned
        if isPruned ? hits > log.imported : hits != log.imported {
            add(
                .log,
                "Log \(log.id) has \(NumberText.hits(hits)), and"
                    + " \(NumberText.counted(log.imported, "line of it was", "lines of it were")) imported"
                    + " (I1).")
        }
        if log.runImported > log.imported {
            add(
                .log,
                "The runs of log \(log.id) imported \(log.runImported) lines, and"
                    + " \(log.imported) lines of it were imported (I4).")
        }
        if log.rejects != log.rejected || log.digests != log.lines {
            add(
                .log,
                "Log \(log.id) has \(log.lines) lines and \(log.rejected) rejected ones, but"
                    + " \(log.digests) digests and \(log.rejects) rejects (I2).")
        }
    }

    /// Checks that every hit's stream has a row.
    mutating func compare(streams ids: Set<Int64>) {
        for stream in streams.keys.sorted() where !ids.contains(stream) {
            add(.stream, "There are hits of the unknown stream \(stream) (W2).")
        }
    }

    // MARK: Roll-ups

    /// The number of groups of roll-ups that are compared one by one at a time.
    private static let groupsAtOnce = 64
    /// The number of roll-ups after which no more wrong ones are looked for.
    private static let listedRollUps = 1_000

    /// Subtracts the roll-up of hits that remain from the sums of the hits.
    mutating func subtract(_ key: RollUps.Key, _ sum: RollUps.Sum) {
        fingerprints.subtract(key, sum)
    }

    /// Finds the roll-ups that do not equal the sums of their hits; `read` passes all hits that remain, and
    /// all roll-ups, to two closures.
    mutating func findWrongRollUps(
        read: (_ hits: (HitSegment) -> Void, _ rollUps: (RollUps.Key, RollUps.Sum) -> Void) throws
            ->
            Void
    ) throws {
        var groups = fingerprints.wrongGroups[...]
        var wrong: [RollUps.Key: (kept: Int64, found: Int64)] = [:]
        while !groups.isEmpty, wrong.count < Self.listedRollUps {
            let wanted = Set(groups.prefix(Self.groupsAtOnce))
            groups = groups.dropFirst(Self.groupsAtOnce)
            var sums: [RollUps.Key: RollUps.Sum] = [:]
            var remaining: [RollUps.Key: RollUps.Sum] = [:]
            let fingerprints = fingerprints
            try read { segment in
                var rollUps = RollUps()
                rollUps.add(segment)
                for (key, sum) in zip(rollUps.keys, rollUps.sums)
                where wanted.contains(fingerprints.group(of: key)) {
                    sums[key, default: RollUps.Sum()] += sum
                }
            } _: { key, sum in
                if wanted.contains(fingerprints.group(of: key)) { remaining[key] = sum }
            }
            for key in Set(remaining.keys).union(sums.keys) where remaining[key] != sums[key] {
                wrong[key] = (remaining[key]?.hits ?? 0, sums[key]?.hits ?? 0)
            }
        }
        for (key, (kept, found)) in wrong.sorted(by: { $0.key < $1.key }) {
            add(
                .rollUp,
                "The roll-up of bucket \(key.bucket), namespace \(key.namespace), route"
                    + " \(key.route) and outcome \(key.outcome) does not equal the sum of its hits: it"
                    + " has \(kept), but the hits add up to \(found) (W1).")
        }
        if !groups.isEmpty {
            add(.rollUp, "Further roll-ups do not equal the sums of their hits (W1).")
        }
    }
}
