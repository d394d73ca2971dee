package import RouteDBDatabase
import RouteDBRouting
import RouteDBSQLite

/// A row of a table of versions.
struct VersionNumber: Hashable {
    /// The name of the table.
    let table: String
    /// The row's `version_id`.
    let number: Int64
}

/// A check of a whole registry file, which collects what it finds.
final class RegistryCheck {
    let database: Database
    /// The revision after which rows are checked one by one; `nil` for all rows.
    let base: Int64?
    private let migrator: Migrator
    private var findings: [RegistryFinding] = []
    /// The rows that break a rule by themselves.
    private(set) var invalidRows: Set<VersionNumber> = []
    /// The live rows that break a rule together with others.
    private(set) var unsupportedRows: Set<VersionNumber> = []
    /// The row that is being checked.
    var currentRow: VersionNumber?

    init(of store: RegistryStore, after base: Int64? = nil) {
        database = store.database
        migrator = store.migrator
        self.base = base
    }

    /// Runs the check, within one transaction.
    func run() throws(RouteDBError) -> [RegistryFinding] {
        do throws(RouteDBError) {
            try database.transaction(.deferred) {
                try checkStructure()
                try checkMigrations()
                try checkSchema()
                for rule in RegistryRule.all { try check(rule) }
                try checkRevisions()
                try checkCommits()
                try checkDigests()
                try checkItems()
            }
        } catch {
            // Damage may end the check early; the problems found so far are reported.
            guard error.code == .corrupt || error.code == .notARegistry else { throw error }
            report(.integrity, error.message)
        }
        return findings
    }

    /// Checks what is live, and the rows that later revisions than the base added, as far as a
    /// routing table and the commands depend on it.
    ///
    /// The caller has begun a transaction, and has written the rows itself: so the constraints of
    /// the schema hold, and the digests match.
    func runOnContent() throws(RouteDBError) -> [RegistryFinding] {
        for rule in RegistryRule.live { try check(rule) }
        try checkItems()
        return findings
    }

    /// Checks the items only, to find ``invalidRows`` and ``unsupportedRows``.
    ///
    /// The caller has begun a transaction.
    func runOnItems() throws(RouteDBError) { try checkItems() }

    private func checkItems() throws(RouteDBError) {
        try checkFallbacks()
        try checkPolicies()
        try checkPatterns()
        try checkPresentations()
        try checkConverters()
        try checkDefaults()
        if base == nil {
            try checkAccessRules()
        } else {
            // What a rule tests, and the system's time zones, prevent no table.
            try checkAccessRuleRows { _, _ in }
        }
        try checkSuppressions()
        try checkCases()
        try checkApps()
        try checkTexts()
    }

    /// Adds a problem to the findings.
    func report(_ rule: RegistryFinding.Rule, _ message: String) {
        // A text that breaks a rule may be of any length.
        findings.append(RegistryFinding(rule: rule, message: message.shortened(to: 1_000)))
        if let currentRow { invalidRows.insert(currentRow) }
    }

    /// Adds a problem of a live row, which is valid by itself, to the findings.
    func report(_ rule: RegistryFinding.Rule, _ message: String, ofLive row: VersionNumber) {
        findings.append(RegistryFinding(rule: rule, message: message))
        unsupportedRows.insert(row)
    }

    /// Reads the versions of the items of a table that are to be checked, oldest first.
    func readVersions(
        of table: VersionedTable,
        _ body: (_ row: borrowing Statement, _ number: Int64, _ isLive: Bool) throws -> Void
    ) throws(RouteDBError) {
        let count = Int32(table.columns.count)
        try database.run(base == nil ? table.versions : table.newVersions) { statement in
            if let base { try statement.bind(base, at: 1) }
            defer { currentRow = nil }
            while try statement.step() {
                let number = statement.int(at: count)
                currentRow = VersionNumber(table: table.name, number: number)
                try body(statement, number, statement.bool(at: count + 1))
            }
        }
    }

    private func checkStructure() throws(RouteDBError) {
        for line in try lines(ComposedSQL("PRAGMA integrity_check")) where line != "ok" {
            report(.integrity, line)
        }
        let select = """
            SELECT "table" || ', row ' || ifnull(rowid, '?') || ': no such ' || parent
            FROM pragma_foreign_key_check
            """
        for line in try lines(ComposedSQL(select)) { report(.foreignKeys, line) }
    }

    private func checkMigrations() throws(RouteDBError) {
        do {
            let version = try database.number("PRAGMA user_version") ?? 0
            try migrator.verify(upTo: version)
        } catch  where error.code == .schemaMismatch {
            report(.migrations, error.message)
        }
    }

    private func checkSchema() throws(RouteDBError) {
        for fault in try schemaComparison().faults { report(.schema, fault.message) }
    }

    /// The comparison of the file's schema with the one that the migrations create.
    func schemaComparison() throws(RouteDBError) -> SchemaComparison {
        try migrator.schemaComparison(at: try database.number("PRAGMA user_version") ?? 0)
    }

    private func check(_ rule: RegistryRule) throws(RouteDBError) {
        for line in try lines(rule.violations) { report(rule.rule, line) }
    }

    private func checkRevisions() throws(RouteDBError) {
        let count = try database.number("SELECT count(*) FROM revision") ?? 0
        let latest = try RevisionRecords(database: database).latest()
        guard count != latest else { return }
        report(
            .revisions,
            "the registry has \(NumberText.counted(count, "revision")), and the newest has the"
                + " number \(latest)")
    }

    /// Reports the first revision whose digest does not match; mismatches of later ones follow from
    /// it.
    private func checkDigests() throws(RouteDBError) {
        guard let number = try RevisionDigests(database: database).firstMismatch() else { return }
        report(
            .digests,
            "revision \(number): digest mismatch: the revision was modified outside routedb")
    }

    private func lines(_ sql: ComposedSQL) throws(RouteDBError) -> [String] {
        try database.run(sql) { statement in
            var lines: [String] = []
            while try statement.step() { lines.append(statement.string(at: 0)) }
            return lines
        }
    }
}

extension RegistryStore {
    /// Checks the whole file.
    ///
    /// - Complexity: Reads the whole file.
    package func check() throws(RouteDBError) -> [RegistryFinding] {
        try RegistryCheck(of: self).run()
    }

    /// The tables, views and indexes that somebody has added to the file's schema.
    package func schemaAdditions() throws(RouteDBError) -> [SchemaObject] {
        try database.transaction(.deferred) {
            try RegistryCheck(of: self).schemaComparison().additions
        }
    }
}
