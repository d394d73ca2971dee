import RouteDBDatabase
import RouteDBRouting
import RouteDBSQLite

extension RegistryCheck {
    /// Checks that rows have no text that an edit could not have stored.
    func checkTexts() throws(RouteDBError) {
        try checkTexts(of: RouteNamespace.table, "namespace") { row throws(RouteDBError) in
            try EditRules.checkNamespaceName(row.string(at: 1))
            try row.optionalString(at: 4).map { text throws(RouteDBError) in
                try EditRules.checkText(text, called: "fallback target")
            }
        }
        try checkTexts(of: StoredBinding.table, "binding of namespace") {
            row throws(RouteDBError) in
            if let scheme = row.optionalString(at: 1) { try NamespaceRules.checkScheme(scheme) }
            if let host = row.optionalString(at: 2) { try NamespaceRules.checkHost(host) }
        }
        try checkTexts(of: RouteRecord.table, "route", Self.checkRoute)
        try checkTexts(of: DefaultRecord.table, "default value of namespace") {
            row throws(RouteDBError) in
            if let group = row.optionalString(at: 1) {
                try EditRules.checkRouteName(group, called: "group")
            }
            try EditRules.checkText(row.string(at: 3), called: "key of a default value")
        }
        try checkTexts(of: ParameterConverter.table, "converter of namespace") {
            row throws(RouteDBError) in
            // An invalid rule has a finding of its own.
            guard let rule = ParameterConverter.parseRule(row) else { return }
            try EditRules.checkConverter(row.string(at: 1), rule)
        }
        try checkTexts(of: AccessRule.table, "access rule") { row throws(RouteDBError) in
            if let group = row.optionalString(at: 2) {
                try EditRules.checkRouteName(group, called: "group")
            }
            if let rule = AccessRule.parse(row) { try RuleCheck.checkTexts(of: rule) }
        }
        try checkTexts(of: LintSuppression.table, "suppression") { row throws(RouteDBError) in
            if let name = row.optionalString(at: 5) {
                try EditRules.checkText(name, called: "name of a finding")
            }
            try EditRules.checkReason(row.string(at: 6))
        }
        try checkTexts(of: RouteTestCase.Stored.table, "case") { row throws(RouteDBError) in
            if let name = row.optionalString(at: 1) { try EditRules.checkCaseName(name) }
        }
    }

    /// Checks the authors and times of all revisions and tags.
    func checkCommits() throws(RouteDBError) {
        let revisions = try RevisionRecords(database: database).list(below: .max, limit: .max)
        for revision in revisions.reversed() {
            guard let fault = EditRules.fault(of: CommitInfo(revision)) else { continue }
            report(.texts, "revision \(revision.number): \(fault)")
        }
        for tag in try TagRecords(database: database).all() {
            guard let fault = EditRules.fault(of: CommitInfo(tag)) else { continue }
            report(.texts, "tag '\(tag.name)': \(fault)")
        }
    }

    private static func checkRoute(_ row: borrowing Statement) throws(RouteDBError) {
        if let name = row.optionalString(at: 2) {
            try EditRules.checkRouteName(name, called: "name")
        }
        if let group = row.optionalString(at: 3) {
            try EditRules.checkRouteName(group, called: "group")
        }
        if let kind = row.optionalString(at: 4) { try EditRules.checkKind(kind) }
        try EditRules.checkText(row.string(at: 8), called: "target")
        try EditRules.check(
            RoutePeriod(starts: row.optionalTime(at: 16), ends: row.optionalTime(at: 17)))
    }

    /// Checks the rows of a table, whose first column names the item in findings.
    private func checkTexts(
        of table: VersionedTable, _ kind: String,
        _ check: (borrowing Statement) throws(RouteDBError) -> Void
    ) throws(RouteDBError) {
        try readVersions(of: table) { row, number, _ in
            do throws(RouteDBError) {
                try check(row)
            } catch {
                report(.texts, "\(kind) \(row.int(at: 0)), row \(number): \(error.message)")
            }
        }
    }
}
