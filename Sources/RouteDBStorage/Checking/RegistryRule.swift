/// A rule for stored rows, checked by one query: each row that it returns is a violation.
///
/// SQLite's own integrity check covers the constraints and unique indexes of the schema.
struct RegistryRule {
    let rule: RegistryFinding.Rule
    let violations: StaticString

    static let all = [
        // A version ends after it begins. The constraints require this too, but could have been
        // disabled.
        RegistryRule(
            rule: .versions,
            violations: """
                SELECT kind || ', row ' || version_id || ': made by ' || made_by || ', ended by '
                    || ended_by
                FROM (
                    SELECT 'namespace' AS kind, version_id, made_by, ended_by FROM namespace
                    UNION ALL
                    SELECT 'namespace_binding', version_id, made_by, ended_by
                    FROM namespace_binding
                    UNION ALL
                    SELECT 'route', version_id, made_by, ended_by FROM route
                    UNION ALL
                    SELECT 'converter', version_id, made_by, ended_by FROM converter
                    UNION ALL
                    SELECT 'default_value', version_id, made_by, ended_by FROM default_value
                    UNION ALL
                    SELECT 'access_rule', version_id, made_by, ended_by FROM access_rule
                    UNION ALL
                    SELECT 'suppression', version_id, made_by, ended_by FROM suppression
                    UNION ALL
                    SELECT 'test_case', version_id, made_by, ended_by FROM test_case)
                WHERE ended_by <= made_by
                """),
        RegistryRule(
            rule: .versions,
            violations: """
                SELECT kind || ' ' || id || ': a version begins with revision ' || next
                    || ' before the one of revision ' || made_by || ' has ended'
                FROM (
                    SELECT 'namespace' AS kind, id, made_by, ended_by,
                        lead(made_by) OVER (PARTITION BY id ORDER BY made_by) AS next
                    FROM namespace
                    UNION ALL
                    SELECT 'route', id, made_by, ended_by,
                        lead(made_by) OVER (PARTITION BY id ORDER BY made_by)
                    FROM route
                    UNION ALL
                    SELECT 'access_rule', id, made_by, ended_by,
                        lead(made_by) OVER (PARTITION BY id ORDER BY made_by)
                    FROM access_rule
                    UNION ALL
                    SELECT 'suppression', id, made_by, ended_by,
                        lead(made_by) OVER (PARTITION BY id ORDER BY made_by)
                    FROM suppression
                    UNION ALL
                    SELECT 'test_case', id, made_by, ended_by,
                        lead(made_by) OVER (PARTITION BY id ORDER BY made_by)
                    FROM test_case)
                WHERE next IS NOT NULL AND (ended_by IS NULL OR ended_by > next)
                """),
        RegistryRule(
            rule: .liveRows,
            violations: """
                SELECT 'there is no namespace ''default'''
                WHERE EXISTS (SELECT 1 FROM revision) AND NOT EXISTS (
                    SELECT 1 FROM namespace WHERE name = 'default' AND ended_by IS NULL)
                """),
        RegistryRule(
            rule: .liveRows,
            violations: """
                SELECT kind || ', row ' || version_id || ': there is no namespace ' || namespace
                FROM (
                    SELECT 'route' AS kind, version_id, namespace FROM route
                    WHERE ended_by IS NULL
                    UNION ALL
                    SELECT 'namespace_binding', version_id, namespace FROM namespace_binding
                    WHERE ended_by IS NULL
                    UNION ALL
                    SELECT 'converter', version_id, namespace FROM converter
                    WHERE ended_by IS NULL
                    UNION ALL
                    SELECT 'default_value', version_id, namespace FROM default_value
                    WHERE ended_by IS NULL AND namespace IS NOT NULL
                    UNION ALL
                    SELECT 'access_rule', version_id, namespace FROM access_rule
                    WHERE ended_by IS NULL AND namespace IS NOT NULL
                    UNION ALL
                    SELECT 'suppression', version_id, namespace FROM suppression
                    WHERE ended_by IS NULL AND namespace IS NOT NULL)
                WHERE namespace NOT IN (SELECT id FROM namespace WHERE ended_by IS NULL)
                """),
        RegistryRule(
            rule: .liveRows,
            violations: """
                SELECT kind || ', row ' || version_id || ': there is no route ' || route
                FROM (
                    SELECT 'default_value' AS kind, version_id, route FROM default_value
                    WHERE ended_by IS NULL AND route IS NOT NULL
                    UNION ALL
                    SELECT 'access_rule', version_id, route FROM access_rule
                    WHERE ended_by IS NULL AND route IS NOT NULL
                    UNION ALL
                    SELECT 'suppression', version_id, route FROM suppression
                    WHERE ended_by IS NULL AND route IS NOT NULL
                    UNION ALL
                    SELECT 'suppression', version_id, other_route FROM suppression
                    WHERE ended_by IS NULL AND other_route IS NOT NULL)
                WHERE route NOT IN (SELECT id FROM route WHERE ended_by IS NULL)
                """),
        RegistryRule(
            rule: .liveRows,
            violations: """
                SELECT 'namespace_binding, row ' || version_id || ': the namespace ''default'' is'
                    || ' bound'
                FROM namespace_binding
                WHERE ended_by IS NULL AND namespace IN (
                    SELECT id FROM namespace WHERE name = 'default' AND ended_by IS NULL)
                """),
        RegistryRule(
            rule: .fallbacks,
            violations: """
                SELECT 'namespace ''' || name || ''': there is no namespace ' || fallback
                FROM namespace
                WHERE ended_by IS NULL
                    AND fallback NOT IN (SELECT id FROM namespace WHERE ended_by IS NULL)
                """),
        RegistryRule(
            rule: .revisions,
            violations: """
                SELECT 'there is no revision ' || (number - 1) FROM revision
                WHERE number > 1 AND number - 1 NOT IN (SELECT number FROM revision)
                """),
    ]
}
