import RouteDBRouting
import RouteDBSQLite

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
