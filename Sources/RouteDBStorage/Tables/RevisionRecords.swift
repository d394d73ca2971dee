import RouteDBDatabase
public import RouteDBRouting
import RouteDBSQLite

/// The author, message, source and time of a commit, which are stored with its revision.
package struct CommitInfo: Hashable, Sendable {
    /// The author of the change.
    package var author: String
    /// Why, in the author's words; may be empty.
    package var message: String
    /// Where the change comes from, such as a command or the name of an imported file; may be
    /// empty.
    package var source: String
    /// The time of the change.
    package var time: Timestamp
    /// The revision that must be the newest for the write to succeed, or `nil` to skip the check.
    package var expectedRevision: Int64?

    /// Creates the information for a commit.
    package init(
        author: String, message: String = "", source: String = "", time: Timestamp,
        expectedRevision: Int64? = nil
    ) {
        self.author = author
        self.message = message
        self.source = source
        self.time = time
        self.expectedRevision = expectedRevision
    }
}

/// A committed state of a registry.
public struct RegistryRevision: Hashable, Sendable {
    /// The number, from 1 without gaps.
    public let number: Int64
    /// The time of the commit.
    public let time: Timestamp
    /// The author of the change.
    public let author: String
    /// Why, in the author's words; may be empty.
    public let message: String
    /// Where the change came from, such as a command or a file's name; may be empty.
    public let source: String
    /// A SHA-256 hash, as 64 hexadecimal digits, of the revision and of all before it; it proves
    /// that none of them was modified afterwards.
    public let digest: String
}

extension CommitInfo {
    /// The information of a revision that was made, perhaps by another registry.
    init(_ revision: RegistryRevision) {
        self.init(
            author: revision.author, message: revision.message, source: revision.source,
            time: revision.time)
    }
}

/// The table `revision`.
struct RevisionRecords {
    /// More revisions than any registry can ever have, and more ids of what they contain.
    static let maximum: Int64 = 1 << 62

    let database: Database

    /// The number of the newest revision; 0 if there is none.
    func latest() throws(RouteDBError) -> Int64 {
        let number = try database.number("SELECT max(number) FROM revision") ?? 0
        return try database.checked(number, 0...Self.maximum, "number")
    }

    func insert(number: Int64, _ commit: CommitInfo) throws(RouteDBError) {
        let insert: StaticString = """
            INSERT INTO revision (number, created_at, author, message, source)
            VALUES (?1, ?2, ?3, ?4, ?5)
            """
        try database.run(insert) { statement in
            try statement.bind(number, at: 1)
            try statement.bind(commit.time, at: 2)
            try statement.bind(commit.author, at: 3)
            try statement.bind(commit.message, at: 4)
            try statement.bind(commit.source, at: 5)
            try statement.run()
        }
    }

    /// The newest revisions with numbers below a bound, in descending order.
    func list(below bound: Int64, limit: Int) throws(RouteDBError) -> [RegistryRevision] {
        let select: StaticString = """
            SELECT number, created_at, author, message, source, digest FROM revision
            WHERE number < ?1 ORDER BY number DESC LIMIT ?2
            """
        return try database.run(select) { statement in
            try statement.bind(bound, at: 1)
            try statement.bind(limit, at: 2)
            var revisions: [RegistryRevision] = []
            while try statement.step() { revisions.append(Self.revision(statement)) }
            return revisions
        }
    }

    /// The revision with a number.
    func find(_ number: Int64) throws(RouteDBError) -> RegistryRevision? {
        let select: StaticString = """
            SELECT number, created_at, author, message, source, digest FROM revision
            WHERE number = ?1
            """
        return try database.run(select) { statement in
            try statement.bind(number, at: 1)
            return try statement.step() ? Self.revision(statement) : nil
        }
    }

    /// The digest of a revision; empty for 0 and for one that does not exist.
    func digest(of number: Int64) throws(RouteDBError) -> String {
        try find(number)?.digest ?? ""
    }

    /// The newest revision committed at or before a time, or `nil` if there is none.
    func latest(until time: Timestamp) throws(RouteDBError) -> Int64? {
        try database.number(
            "SELECT max(number) FROM revision WHERE created_at <= ?1", time.microseconds)
    }

    private static func revision(_ statement: borrowing Statement) -> RegistryRevision {
        RegistryRevision(
            number: statement.int(at: 0), time: statement.time(at: 1),
            author: statement.string(at: 2), message: statement.string(at: 3),
            source: statement.string(at: 4), digest: statement.string(at: 5))
    }
}

extension RevisionRecords {
    /// Checks that the newest revision is the one that the writer expects.
    @discardableResult
    func require(expected: Int64?) throws(RouteDBError) -> Int64 {
        let latest = try latest()
        guard let expected, expected != latest else { return latest }
        let place = "The registry '\(database.path)' is at revision \(latest), not at \(expected)"
        guard expected < latest, let first = try find(expected + 1) else {
            throw RouteDBError(
                .revisionConflict, "\(place).", hint: "The newest revision is \(latest).")
        }
        let others = latest - first.number
        throw RouteDBError(
            .revisionConflict,
            "\(place): \(first.author) made revision \(first.number) at"
                + " \(first.time)"
                + (first.message.isEmpty ? "" : ", '\(first.message)'")
                + (others == 0 ? "." : ", and \(others) followed."),
            hint: "See what changed with `routedb diff @\(expected)`, then try again with"
                + " revision \(latest).")
    }
}
