import RouteDBDatabase
import RouteDBRouting
import RouteDBSQLite

extension RegistryRecovery {
    /// The greatest jump between the numbers of revisions that rows name, beside four times as many
    /// as there are: beyond it, the number itself is damaged.
    private static let maximumJump: Int64 = 64

    /// Inserts the revisions, and stand-ins for those that are lost.
    func insertRevisions() throws(RouteDBError) {
        let found = rows["revision"] ?? [:]
        newest = max(1, newestNamed(found.keys))
        var (previous, time) = (Int64(0), Int64?.none)
        for (number, values) in found.sorted(by: { $0.key < $1.key }) {
            guard case .integer(let created) = values[1] else { continue }
            guard number <= newest else {
                losses.append(
                    RecoveryLoss(
                        .invalid, "revision \(number): no other revision has a number near it"))
                continue
            }
            if previous + 1 < number {
                try insertStandIns(previous + 1...number - 1, at: time ?? created)
            }
            try insertRevision(number, values)
            (previous, time) = (number, created)
        }
        if previous < newest {
            try insertStandIns(previous + 1...newest, at: time ?? commit.time.microseconds)
        }
    }

    /// The newest of the revisions that there are, or that rows name, as far as no jump separates it
    /// from the others.
    private func newestNamed(_ numbers: some Sequence<Int64>) -> Int64 {
        var named = Set(numbers)
        for table in VersionedTable.all {
            for values in (rows[table.name] ?? [:]).values {
                for case .integer(let number) in values.suffix(2) { named.insert(number) }
            }
        }
        let jump = Self.maximumJump + 4 * Int64(named.count)
        var newest: Int64 = 0
        for number in named.sorted() where number > newest && number - newest <= jump {
            newest = number
        }
        return newest
    }

    private func insertRevision(_ number: Int64, _ values: [SQLiteValue]) throws(RouteDBError) {
        let insert: StaticString = """
            INSERT INTO revision (number, created_at, author, message, source, digest)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6)
            """
        do throws(RouteDBError) {
            try database.run(insert) { statement in
                try statement.bind(values)
                try statement.run()
            }
        } catch {
            guard error.code == .corrupt else { throw error }
            losses.append(RecoveryLoss(.changed, "revision \(number): its digest is damaged"))
            changed.insert(number)
            try database.run(insert) { statement in
                try statement.bind(values.dropLast() + [.null])
                try statement.run()
            }
        }
    }

    /// Inserts revisions that stand in for lost ones, with the time of the one before.
    private func insertStandIns(
        _ numbers: ClosedRange<Int64>, at time: Int64
    ) throws(RouteDBError) {
        let standIn = CommitInfo(
            author: "unknown", message: "The author, time and message of this revision are lost.",
            source: commit.source, time: Timestamp(microseconds: time))
        for number in numbers {
            try RevisionRecords(database: database).insert(number: number, standIn)
            changed.insert(number)
        }
        losses.append(
            RecoveryLoss(
                .replaced,
                "\(Self.name(of: numbers)): author, time and message are lost; a stand-in dated"
                    + " \(Timestamp(microseconds: time)) takes its place"))
    }

    /// Inserts the tags whose revisions exist.
    func insertTags() throws(RouteDBError) {
        for (_, values) in (rows["tag"] ?? [:]).sorted(by: { $0.key < $1.key }) {
            guard case .text(let name) = values[0], case .integer(let revision) = values[1],
                case .integer(let time) = values[2], case .text(let author) = values[3],
                case .text(let message) = values[4]
            else { continue }
            guard RevisionTag.isName(name), 1...newest ~= revision else {
                losses.append(
                    RecoveryLoss(.invalid, "tag '\(name)': its name or its revision is damaged"))
                continue
            }
            try TagRecords(database: database).write(
                RevisionTag(
                    name: name, revision: revision, time: Timestamp(microseconds: time),
                    author: author, message: message))
        }
    }

    /// Stores the digests of the first revision that does not match, and of all after it, and reports
    /// which do not match by themselves.
    func sealRevisions() throws(RouteDBError) {
        let digests = RevisionDigests(database: database)
        for number in 1...newest where try !digests.isMatch(number) {
            changed.insert(number)
            // The next cannot be told without the digest of this one.
            if try RevisionRecords(database: database).find(number)?.digest == "", number < newest {
                changed.insert(number + 1)
            }
        }
        try reportLostVersions()
        if let first = changed.min() {
            for number in first...newest { try digests.seal(number) }
        }
        if let repair { try digests.seal(repair) }
        for range in Self.ranges(of: changed) {
            losses.append(
                RecoveryLoss(
                    .changed,
                    "\(Self.name(of: range)), \(try times(of: range)): incomplete or altered; the digests from"
                        + " there on are new"))
        }
    }

    /// The times of the first and the last of some revisions.
    func times(of revisions: ClosedRange<Int64>) throws(RouteDBError) -> String {
        let records = RevisionRecords(database: database)
        let first = try records.find(revisions.lowerBound)?.time ?? .epoch
        let last = try records.find(revisions.upperBound)?.time ?? .epoch
        return first == last ? "\(first)" : "\(first) to \(last)"
    }

    static func name(of revisions: ClosedRange<Int64>) -> String {
        revisions.count == 1
            ? "revision \(revisions.lowerBound)"
            : "revisions \(revisions.lowerBound) to \(revisions.upperBound)"
    }

    /// The runs of numbers without gaps.
    static func ranges(of numbers: some Sequence<Int64>) -> [ClosedRange<Int64>] {
        var ranges: [ClosedRange<Int64>] = []
        for number in numbers.sorted() {
            if let last = ranges.last, last.upperBound + 1 == number {
                ranges[ranges.count - 1] = last.lowerBound...number
            } else {
                ranges.append(number...number)
            }
        }
        return ranges
    }
}
