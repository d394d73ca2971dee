import RouteDBDatabase
import RouteDBRouting
import RouteDBSQLite

/// The digests of revisions, a hash chain: each digest covers all earlier revisions.
///
/// The digest of a revision is the SHA-256 hash of the following, encoded by ``CanonicalEncoder``:
///
/// 1. the text `routedb revision 1` and the digest of the previous revision, empty for the first;
/// 2. the row of the table `revision`, without the digest;
/// 3. table by table, in the order of ``VersionedTable/all``, each row that the revision added,
///    sorted by `version_id`: the text `made`, the name of the table, and the columns except
///    `ended_by`;
/// 4. after the added rows of a table, each row that the revision ended: the text `ended`, the name
///    of the table, and the `version_id`.
///
/// So a later migration may add tables, and columns that are NULL in existing rows; it must not
/// rename them, or change the numbers of rows.
struct RevisionDigests {
    let database: Database

    /// Computes and stores the digest of a revision, which must be complete.
    func seal(_ number: Int64) throws(RouteDBError) {
        let previous = try RevisionRecords(database: database).find(number - 1)?.digest ?? ""
        try store(try digest(of: number, after: previous), of: number)
    }

    /// The first revision whose digest does not match, if any.
    func firstMismatch() throws(RouteDBError) -> Int64? {
        let records = RevisionRecords(database: database)
        var previous = ""
        for number in try numbers() {
            let digest = try digest(of: number, after: previous)
            guard try records.find(number)?.digest == digest else { return number }
            previous = digest
        }
        return nil
    }

    /// Returns whether the stored digest of a revision matches, given those of the revisions before.
    func isMatch(_ number: Int64) throws(RouteDBError) -> Bool {
        let records = RevisionRecords(database: database)
        let previous = try records.find(number - 1)?.digest ?? ""
        let digest = try digest(of: number, after: previous)
        return try records.find(number)?.digest == digest
    }

    private func numbers() throws(RouteDBError) -> [Int64] {
        try database.run("SELECT number FROM revision ORDER BY number") { statement in
            var numbers: [Int64] = []
            while try statement.step() { numbers.append(statement.int(at: 0)) }
            return numbers
        }
    }

    private func store(_ digest: String, of number: Int64) throws(RouteDBError) {
        try database.run("UPDATE revision SET digest = ?2 WHERE number = ?1") { statement in
            try statement.bind(number, at: 1)
            try statement.bind(digest, at: 2)
            try statement.run()
        }
    }

    private func digest(of number: Int64, after previous: String) throws(RouteDBError) -> String {
        var hash = SHA256()
        var encoder = CanonicalEncoder()
        encoder.append("routedb revision 1")
        encoder.append(previous)
        let select: StaticString = """
            SELECT author, created_at, message, number, source FROM revision WHERE number = ?1
            """
        try database.run(select) { statement in
            try statement.bind(number, at: 1)
            guard try statement.step() else { return }
            encoder.append(statement, RowColumn.all(of: statement, except: []))
        }
        hash.update(encoder.bytes)
        for table in VersionedTable.all {
            try add(table.made, "made", of: table, number, to: &hash)
            try add(table.ended, "ended", of: table, number, to: &hash)
        }
        return hash.finish().hexadecimal
    }

    private func add(
        _ select: ComposedSQL, _ word: String, of table: VersionedTable, _ number: Int64,
        to hash: inout SHA256
    ) throws(RouteDBError) {
        try database.run(select) { statement in
            try statement.bind(number, at: 1)
            var encoder = CanonicalEncoder()
            // Read after the first step, when SQLite has noticed a changed schema.
            var columns: [RowColumn] = []
            while try statement.step() {
                if columns.isEmpty {
                    columns = RowColumn.all(of: statement, except: ["ended_by"])
                }
                encoder.clear()
                encoder.append(word)
                encoder.append(table.name)
                encoder.append(statement, columns)
                hash.update(encoder.bytes)
            }
        }
    }
}
