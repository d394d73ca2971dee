import RouteDBRouting
import RouteDBSQLite

extension AccessRuleRecords {
    /// The next unused id.
    func nextID() throws(RouteDBError) -> Int64 {
        try database.number("SELECT ifnull(max(id), 0) + 1 FROM access_rule") ?? 1
    }

    func insert(_ rule: AccessRule, revision: Int64) throws(RouteDBError) {
        let insert: StaticString = """
            INSERT INTO access_rule (id, namespace, route_group, route, effect, target, subject,
                subject_name, subject_value, conditions, is_shadow, until, code, message, made_by)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)
            """
        let columns = ScopeColumns(rule.scope)
        try database.run(insert) { statement in
            try statement.bind(rule.id.rawValue, at: 1)
            try statement.bind(columns.namespace, at: 2)
            try statement.bind(columns.group, at: 3)
            try statement.bind(columns.route, at: 4)
            try statement.bind(rule.effect.name, at: 5)
            try statement.bind(rule.effect.target, at: 6)
            try statement.bind(rule.subject.sort, at: 7)
            try statement.bind(rule.subject.name, at: 8)
            try statement.bind(rule.subject.value?.description, at: 9)
            try statement.bind(AccessCondition.stored(rule.conditions), at: 10)
            try statement.bind(rule.isShadow, at: 11)
            try statement.bind(rule.until, at: 12)
            try statement.bind(rule.code, at: 13)
            try statement.bind(rule.message, at: 14)
            try statement.bind(revision, at: 15)
            try statement.run()
        }
    }

    /// Ends a live rule; one that the current revision added is deleted.
    func end(_ id: RuleID, revision: Int64) throws(RouteDBError) {
        try database.run(
            "DELETE FROM access_rule WHERE id = ?1 AND ended_by IS NULL AND made_by = ?2",
            id.rawValue, revision)
        try database.run(
            "UPDATE access_rule SET ended_by = ?2 WHERE id = ?1 AND ended_by IS NULL",
            id.rawValue, revision)
    }

    /// Ends the live rules of a namespace and its groups.
    func endAll(of namespace: NamespaceID, revision: Int64) throws(RouteDBError) {
        let ends: [StaticString] = [
            """
            DELETE FROM access_rule
            WHERE ifnull(namespace, 0) = ?1 AND ended_by IS NULL AND made_by = ?2
            """,
            """
            UPDATE access_rule SET ended_by = ?2
            WHERE ifnull(namespace, 0) = ?1 AND ended_by IS NULL
            """,
        ]
        for end in ends { try database.run(end, namespace.rawValue, revision) }
    }

    /// Ends the live rules of a route.
    func endAll(of route: RouteID, revision: Int64) throws(RouteDBError) {
        let ends: [StaticString] = [
            """
            DELETE FROM access_rule
            WHERE ifnull(namespace, 0) = 0 AND ifnull(route_group, '') = ''
                AND ifnull(route, 0) = ?1 AND ended_by IS NULL AND made_by = ?2
            """,
            """
            UPDATE access_rule SET ended_by = ?2
            WHERE ifnull(namespace, 0) = 0 AND ifnull(route_group, '') = ''
                AND ifnull(route, 0) = ?1 AND ended_by IS NULL
            """,
        ]
        for end in ends { try database.run(end, route.rawValue, revision) }
    }
}
