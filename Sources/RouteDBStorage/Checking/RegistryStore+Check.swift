package import RouteDBDatabase
import RouteDBRouting
import RouteDBSQLite

extension RegistryStore {
    /// Checks the whole file.
    ///
    /// - Returns: The problems found; empty if there are none.
    /// - Throws: `busy` or `storageFailure` if the check could not be completed.
    /// - Complexity: Reads the whole file.
    package func check() throws(RouteDBError) -> [RegistryFinding] {
        var findings: [RegistryFinding] = []
        do throws(RouteDBError) {
            try database.transaction(.deferred) {
                try checkStructure(&findings)
                try checkMigrations(&findings)
                try checkSchema(&findings)
                for rule in RegistryRule.all { try check(rule, &findings) }
                try checkRevisions(&findings)
                try checkDigests(&findings)
                try checkFallbacks(&findings)
                try checkPolicies(&findings)
                try checkPatterns(&findings)
                try checkPresentations(&findings)
                try checkConverters(&findings)
                try checkDefaults(&findings)
                try checkAccessRules(&findings)
                try checkSuppressions(&findings)
                try checkCases(&findings)
            }
        } catch {
            // Damage may end the check early; the problems found so far are reported.
            guard error.code == .corrupt || error.code == .notARegistry else { throw error }
            findings.append(RegistryFinding(rule: .integrity, message: error.message))
        }
        return findings
    }

    private func checkStructure(_ findings: inout [RegistryFinding]) throws(RouteDBError) {
        for line in try lines("PRAGMA integrity_check") where line != "ok" {
            findings.append(RegistryFinding(rule: .integrity, message: line))
        }
        let select: StaticString = """
            SELECT "table" || ', row ' || ifnull(rowid, '?') || ': no such ' || parent
            FROM pragma_foreign_key_check
            """
        for line in try lines(select) {
            findings.append(RegistryFinding(rule: .foreignKeys, message: line))
        }
    }

    private func checkMigrations(_ findings: inout [RegistryFinding]) throws(RouteDBError) {
        do {
            let version = try database.number("PRAGMA user_version") ?? 0
            try migrator.verify(upTo: version)
        } catch  where error.code == .schemaMismatch {
            findings.append(RegistryFinding(rule: .migrations, message: error.message))
        }
    }

    private func checkSchema(_ findings: inout [RegistryFinding]) throws(RouteDBError) {
        for fault in try schemaComparison().faults {
            findings.append(RegistryFinding(rule: .schema, message: fault.message))
        }
    }

    /// The tables, views and indexes that somebody has added to the file's schema.
    ///
    /// - Throws: `busy`, `corrupt`, `storageFailure`.
    package func schemaAdditions() throws(RouteDBError) -> [SchemaObject] {
        try database.transaction(.deferred) { try schemaComparison().additions }
    }

    private func schemaComparison() throws(RouteDBError) -> SchemaComparison {
        try migrator.schemaComparison(at: try database.number("PRAGMA user_version") ?? 0)
    }

    private func check(
        _ rule: RegistryRule, _ findings: inout [RegistryFinding]
    ) throws(RouteDBError) {
        for line in try lines(rule.violations) {
            findings.append(RegistryFinding(rule: rule.rule, message: line))
        }
    }

    private func checkRevisions(_ findings: inout [RegistryFinding]) throws(RouteDBError) {
        let count = try database.number("SELECT count(*) FROM revision") ?? 0
        let latest = try RevisionRecords(database: database).latest()
        guard count != latest else { return }
        findings.append(
            RegistryFinding(
                rule: .revisions,
                message: "there are \(count) revisions, and the newest has the number \(latest)"))
    }

    private func lines(_ sql: StaticString) throws(RouteDBError) -> [String] {
        try database.run(sql) { statement in
            var lines: [String] = []
            while try statement.step() { lines.append(statement.string(at: 0)) }
            return lines
        }
    }
}

extension RegistryStore {
    /// Reports the first revision whose digest does not match; mismatches of later ones follow from
    /// it.
    func checkDigests(_ findings: inout [RegistryFinding]) throws(RouteDBError) {
        guard let number = try RevisionDigests(database: database).firstMismatch() else { return }
        findings.append(
            RegistryFinding(
                rule: .digests,
                message: "revision \(number): digest mismatch: the revision was modified"
                    + " outside routedb"))
    }
}

extension RegistryStore {
    func checkSuppressions(_ findings: inout [RegistryFinding]) throws(RouteDBError) {
        let select: StaticString = """
            SELECT id, code, route, other_route, namespace, name, reason, version_id
            FROM suppression ORDER BY version_id
            """
        try database.run(select) { statement in
            while try statement.step() {
                guard SuppressionRecords.suppression(statement) == nil else { continue }
                findings.append(
                    RegistryFinding(
                        rule: .suppressions,
                        message: "suppression \(statement.int(at: 0)), row"
                            + " \(statement.int(at: 7)): unknown code"
                            + " '\(statement.string(at: 1))'"))
            }
        }
    }
}

extension RegistryStore {
    /// Checks every version of every case.
    func checkCases(_ findings: inout [RegistryFinding]) throws(RouteDBError) {
        let select: StaticString = """
            SELECT id, name, request, expected, version_id FROM test_case ORDER BY version_id
            """
        try database.run(select) { statement in
            while try statement.step() {
                do {
                    _ = try CaseRecords.stored(statement)
                } catch {
                    findings.append(
                        RegistryFinding(
                            rule: .cases,
                            message: "case \(statement.int(at: 0)), row"
                                + " \(statement.int(at: 4)): it is invalid: \(error)"))
                }
            }
        }
    }
}
