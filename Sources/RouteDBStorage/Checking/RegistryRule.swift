import RouteDBSQLite

/// A rule for stored rows, checked by one query: each row that it returns is a violation.
///
/// SQLite's own integrity check covers the constraints and unique indexes of the schema.
struct RegistryRule {
    let rule: RegistryFinding.Rule
    let violations: ComposedSQL

    init(_ rule: RegistryFinding.Rule, _ violations: String) {
        self.rule = rule
        self.violations = ComposedSQL(violations)
    }

    static let all = [versionsEnd, versionsFollow, revisionsFollow] + live

    /// The rules for what is live.
    static let live = [
        defaultExists, references(to: "namespace"), references(to: "route"), defaultIsUnbound,
        fallbacksExist,
    ]

    /// A version ends after it begins.
    ///
    /// The constraints require this too, but could have been disabled.
    private static let versionsEnd = RegistryRule(
        .versions,
        """
        SELECT kind || ', row ' || version_id || ': made by ' || made_by || ', ended by '
            || ended_by
        FROM (\(union {
            ["SELECT '\($0.name)' AS kind, version_id, made_by, ended_by FROM \($0.name)"]
        }))
        WHERE ended_by <= made_by
        """)

    /// Versions of one item do not overlap.
    private static let versionsFollow = RegistryRule(
        .versions,
        """
        SELECT kind || ' ' || id || ': a version begins with revision ' || next
            || ' before the one of revision ' || made_by || ' has ended'
        FROM (\(union { table in
            guard table.hasIDs else { return [] }
            return [
                """
                SELECT '\(table.name)' AS kind, id, made_by, ended_by,
                    lead(made_by) OVER (PARTITION BY id ORDER BY made_by) AS next
                FROM \(table.name)
                """
            ]
        }))
        WHERE next IS NOT NULL AND (ended_by IS NULL OR ended_by > next)
        """)

    /// Returns the rule that the items to which a live item refers are live.
    private static func references(to target: String) -> RegistryRule {
        RegistryRule(
            .liveRows,
            """
            SELECT kind || ', row ' || version_id || ': there is no \(target) ' || target
            FROM (\(union { table in
                table.references.filter { $0.table == target }.map {
                    """
                    SELECT '\(table.name)' AS kind, version_id, \($0.column) AS target
                    FROM \(table.name) WHERE ended_by IS NULL
                    """
                }
            }))
            WHERE target IS NOT NULL
                AND target NOT IN (SELECT id FROM \(target) WHERE ended_by IS NULL)
            """)
    }

    private static let defaultExists = RegistryRule(
        .liveRows,
        """
        SELECT 'there is no namespace ''default'''
        WHERE EXISTS (SELECT 1 FROM revision) AND NOT EXISTS (
            SELECT 1 FROM namespace WHERE name = 'default' AND ended_by IS NULL)
        """)

    private static let defaultIsUnbound = RegistryRule(
        .liveRows,
        """
        SELECT 'namespace_binding, row ' || version_id || ': the namespace ''default'' is'
            || ' bound'
        FROM namespace_binding
        WHERE ended_by IS NULL AND namespace IN (
            SELECT id FROM namespace WHERE name = 'default' AND ended_by IS NULL)
        """)

    private static let fallbacksExist = RegistryRule(
        .fallbacks,
        """
        SELECT 'namespace ''' || name || ''': there is no namespace ' || fallback
        FROM namespace
        WHERE ended_by IS NULL
            AND fallback NOT IN (SELECT id FROM namespace WHERE ended_by IS NULL)
        """)

    private static let revisionsFollow = RegistryRule(
        .revisions,
        """
        SELECT 'there is no revision ' || (number - 1) FROM revision
        WHERE number > 1 AND number - 1 NOT IN (SELECT number FROM revision)
        """)

    /// The union of the queries for each table.
    private static func union(_ queries: (VersionedTable) -> [String]) -> String {
        VersionedTable.all.flatMap(queries).joined(separator: "\nUNION ALL\n")
    }
}
