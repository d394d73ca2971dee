import RouteDBDatabase
import RouteDBRouting
import RouteDBSQLite

/// A scope as the columns `namespace`, `route_group` and `route`.
struct ScopeColumns {
    let namespace: Int64?
    let group: String?
    let route: Int64?

    init(namespace: Int64?, group: String?, route: Int64?) {
        self.namespace = namespace
        self.group = group
        self.route = route
    }

    init(_ scope: RouteScope) {
        switch scope {
        case .namespace(let id): self.init(namespace: id.rawValue, group: nil, route: nil)
        case .group(let id, let group):
            self.init(namespace: id.rawValue, group: group, route: nil)
        case .route(let id): self.init(namespace: nil, group: nil, route: id.rawValue)
        }
    }

    /// The scope, or `nil` if the columns are invalid.
    var scope: RouteScope? {
        switch (namespace, group, route) {
        case (let id?, nil, nil): .namespace(NamespaceID(rawValue: id))
        case (let id?, let group?, nil): .group(NamespaceID(rawValue: id), group)
        case (nil, nil, let id?): .route(RouteID(rawValue: id))
        default: nil
        }
    }
}

/// The table `access_rule`.
struct AccessRuleRecords {
    let database: Database

    /// All rules at a revision, oldest first; `nil` for the live ones.
    func all(at revision: Int64?) throws(RouteDBError) -> [AccessRule] {
        let select: StaticString = """
            SELECT id, namespace, route_group, route, effect, target, subject, subject_name,
                subject_value, conditions, is_shadow, until, code, message
            FROM access_rule
            WHERE made_by <= ifnull(?1, made_by) AND (ended_by IS NULL OR ended_by > ?1)
            ORDER BY id
            """
        return try database.run(select) { statement in
            try statement.bind(revision, at: 1)
            return try rules(&statement)
        }
    }

    /// The live rule with the same content as another one, byte by byte.
    ///
    /// - Complexity: O(log *n*), except among rules with the same conditions.
    func twin(of rule: AccessRule) throws(RouteDBError) -> RuleID? {
        let select: StaticString = """
            SELECT id FROM access_rule
            WHERE ifnull(namespace, 0) = ?1 AND ifnull(route_group, '') = ?2
                AND ifnull(route, 0) = ?3 AND subject = ?4 AND ifnull(subject_name, '') = ?5
                AND conditions = ?6 AND ended_by IS NULL AND subject_value IS ?7 AND effect = ?8
                AND target IS ?9 AND is_shadow = ?10 AND until IS ?11 AND code IS ?12
                AND message IS ?13
            ORDER BY id
            """
        let columns = ScopeColumns(rule.scope)
        return try database.run(select) { statement in
            try statement.bind(columns.namespace ?? 0, at: 1)
            try statement.bind(columns.group ?? "", at: 2)
            try statement.bind(columns.route ?? 0, at: 3)
            try statement.bind(rule.subject.sort, at: 4)
            try statement.bind(rule.subject.name ?? "", at: 5)
            try statement.bind(AccessCondition.stored(rule.conditions), at: 6)
            try statement.bind(rule.subject.value?.description, at: 7)
            try statement.bind(rule.effect.name, at: 8)
            try statement.bind(rule.effect.target, at: 9)
            try statement.bind(rule.isShadow, at: 10)
            try statement.bind(rule.until, at: 11)
            try statement.bind(rule.code, at: 12)
            try statement.bind(rule.message, at: 13)
            return try statement.step() ? RuleID(rawValue: statement.int(at: 0)) : nil
        }
    }

    /// The live rules of a scope, oldest first.
    func rules(in scope: RouteScope) throws(RouteDBError) -> [AccessRule] {
        let select: StaticString = """
            SELECT id, namespace, route_group, route, effect, target, subject, subject_name,
                subject_value, conditions, is_shadow, until, code, message
            FROM access_rule
            WHERE ifnull(namespace, 0) = ?1 AND ifnull(route_group, '') = ?2
                AND ifnull(route, 0) = ?3 AND ended_by IS NULL
            ORDER BY id
            """
        let columns = ScopeColumns(scope)
        return try database.run(select) { statement in
            try statement.bind(columns.namespace ?? 0, at: 1)
            try statement.bind(columns.group ?? "", at: 2)
            try statement.bind(columns.route ?? 0, at: 3)
            return try rules(&statement)
        }
    }

    /// The live rule with an id.
    func find(_ id: RuleID) throws(RouteDBError) -> AccessRule? {
        let select: StaticString = """
            SELECT id, namespace, route_group, route, effect, target, subject, subject_name,
                subject_value, conditions, is_shadow, until, code, message
            FROM access_rule WHERE id = ?1 AND ended_by IS NULL
            """
        return try database.run(select) { statement in
            try statement.bind(id.rawValue, at: 1)
            return try rules(&statement).first
        }
    }

    /// The revision that removed a rule, or `nil` if the id was never used.
    func end(of id: RuleID) throws(RouteDBError) -> Int64? {
        try database.number("SELECT max(ended_by) FROM access_rule WHERE id = ?1", id.rawValue)
    }

    private func rules(_ statement: inout Statement) throws -> [AccessRule] {
        var rules: [AccessRule] = []
        while try statement.step() {
            guard let rule = Self.rule(statement) else {
                throw database.corrupt("access rule \(statement.int(at: 0)) is invalid")
            }
            rules.append(rule)
        }
        return rules
    }

    /// Reads a rule from a row, or returns `nil` if it is invalid; the columns are in the order of
    /// the selects above.
    static func rule(_ row: borrowing Statement) -> AccessRule? {
        let columns = ScopeColumns(
            namespace: row.optionalInt(at: 1), group: row.optionalString(at: 2),
            route: row.optionalInt(at: 3))
        let valueText = row.optionalString(at: 8)
        let value = valueText.flatMap { try? JSONValue(parsing: $0) }
        guard let scope = columns.scope, (value == nil) == (valueText == nil),
            let effect = AccessRule.Effect(
                name: row.string(at: 4), target: row.optionalString(at: 5)),
            let subject = AccessRule.Subject(
                sort: row.string(at: 6), name: row.optionalString(at: 7),
                value: value),
            let conditions = AccessCondition.list(stored: row.string(at: 9))
        else { return nil }
        return AccessRule(
            id: RuleID(rawValue: row.int(at: 0)), scope: scope, effect: effect,
            subject: subject, conditions: conditions, isShadow: row.bool(at: 10),
            until: row.optionalInt(at: 11), code: row.optionalString(at: 12),
            message: row.optionalString(at: 13))
    }
}

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
