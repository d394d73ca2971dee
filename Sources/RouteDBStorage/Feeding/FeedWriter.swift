import RouteDBDatabase
import RouteDBRouting
import RouteDBSQLite

/// Why a revision of a feed is not taken.
struct FeedRefusal: Error {
    /// The revision.
    let revision: Int64
    /// A description of the revision's fault.
    let what: String
    /// True if a newer version of RouteDB could take it.
    var needsNewerSchema = false
}

/// Writes the revisions of a feed into a registry, within the caller's transaction.
///
/// Nothing of the feed is trusted. Numbers follow each other; a row has only columns that exist; a row
/// is ended once, by a revision after the one that added it; and once a revision is complete, its
/// digest is computed anew from what was stored.
struct FeedWriter {
    private let database: Database
    /// The revision that is being written, or the one before the first.
    private(set) var revision: Int64
    private var isOpen = false
    private var inserts: [String: Insert] = [:]

    /// How the rows of a table are inserted.
    private struct Insert {
        let columns: [String]
        let sql: ComposedSQL
    }

    init(database: Database, after revision: Int64) {
        (self.database, self.revision) = (database, revision)
    }

    /// Ends the revision before, and begins one.
    mutating func begin(_ next: RegistryRevision) throws {
        try close()
        guard revision < .max, next.number == revision + 1 else {
            throw FeedRefusal(
                revision: next.number, what: "it does not follow revision \(revision)")
        }
        revision = next.number
        isOpen = true
        let (info, digest) = (CommitInfo(next), next.digest)
        if let fault = EditRules.fault(of: info) { throw refusal(fault) }
        try refusing {
            try RevisionRecords(database: database).insert(number: next.number, info)
            try database.run("UPDATE revision SET digest = ?2 WHERE number = ?1") { statement in
                try statement.bind(next.number, at: 1)
                try statement.bind(digest, at: 2)
                try statement.run()
            }
        }
    }

    /// Ends rows of a table.
    func end(_ versions: [Int64], of name: String) throws {
        let table = try table(name)
        let number = revision
        let update = ComposedSQL(
            "UPDATE \(table.name) SET ended_by = ?1"
                + " WHERE version_id = ?2 AND ended_by IS NULL AND made_by < ?1")
        try refusing {
            try database.run(update) { statement in
                for version in versions {
                    try statement.bind(number, at: 1)
                    try statement.bind(version, at: 2)
                    try statement.run()
                    guard database.connection.changes == 1 else {
                        throw refusal("it ends row \(version) of '\(name)', which is not live")
                    }
                }
            }
        }
    }

    /// Adds a row to a table.
    mutating func insert(_ row: JSONObject, into name: String) throws {
        let insert = try insert(into: try table(name))
        for member in row.members where !insert.columns.contains(member.key) {
            throw FeedRefusal(
                revision: revision,
                what: "a row of '\(name)' has the column '\(member.key)', which this RouteDB does"
                    + " not know", needsNewerSchema: true)
        }
        let number = revision
        try refusing {
            try database.run(insert.sql) { statement in
                for (index, column) in insert.columns.enumerated() {
                    try statement.bind(try cell(row[column], column), at: Int32(index + 1))
                }
                try statement.bind(number, at: Int32(insert.columns.count + 1))
                try statement.run()
            }
        }
    }

    /// Ends the last revision: checks its digest.
    mutating func close() throws {
        guard isOpen else { return }
        isOpen = false
        guard try RevisionDigests(database: database).isMatch(revision) else {
            throw refusal("its digest is not that of its rows")
        }
    }

    private func cell(_ value: JSONValue?, _ column: String) throws -> SQLiteValue {
        switch value {
        case nil, .null: .null
        case .int(let number): .integer(number)
        case .string(let text): .text(text)
        default: throw refusal("the value of '\(column)' is neither text nor an integer")
        }
    }

    private func table(_ name: String) throws -> VersionedTable {
        guard isOpen else { throw refusal("a row comes before the first revision") }
        if let table = VersionedTable.all.first(where: { $0.name == name }) { return table }
        throw FeedRefusal(
            revision: revision,
            what: "it has rows of '\(name)', which this RouteDB does not know",
            needsNewerSchema: true)
    }

    private mutating func insert(into table: VersionedTable) throws -> Insert {
        if let known = inserts[table.name] { return known }
        let columns = try database.run(composed: "SELECT * FROM \(table.name)") { statement in
            RowColumn.all(of: statement, except: ["made_by", "ended_by"]).map(\.name)
        }
        let names = columns.map { "\"\($0)\"" }.joined(separator: ", ")
        let values = (1...columns.count + 1).map { "?\($0)" }.joined(separator: ", ")
        let insert = Insert(
            columns: columns,
            sql: ComposedSQL("INSERT INTO \(table.name) (\(names), made_by) VALUES (\(values))"))
        inserts[table.name] = insert
        return insert
    }

    private func refusal(_ what: String) -> FeedRefusal {
        FeedRefusal(revision: revision, what: what)
    }

    /// Runs a closure whose violations of the schema's rules are those of the feed.
    private func refusing(_ body: () throws -> Void) throws {
        do {
            try body()
        } catch let error as RouteDBError {
            if let refusal = error.underlying as? FeedRefusal { throw refusal }
            guard let cause = error.underlying as? SQLiteError,
                [.constraint, .mismatch, .tooBig].contains(cause.code.primary)
            else { throw error }
            throw refusal("SQLite refuses a row: \(cause.message)")
        }
    }
}
