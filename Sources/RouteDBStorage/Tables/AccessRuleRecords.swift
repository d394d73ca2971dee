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

extension AccessRule: EditedItem {
    static let table = VersionedTable(
        "access_rule", itemName: "access rule",
        columns: [
            "id", "namespace", "route_group", "route", "effect", "target", "subject",
            "subject_name", "subject_value", "conditions", "is_shadow", "until", "code", "message",
        ],
        references: ["namespace": "namespace", "route": "route"])

    // These conditions are spelled like the columns of the index.
    private static let isInScope =
        "ifnull(namespace, 0) = ?1 AND ifnull(route_group, '') = ?2 AND ifnull(route, 0) = ?3"

    /// The rules of the scope `?2`, `?3`, `?4`; spelled like the columns of the index.
    fileprivate static let inScope = table.dated(
        where:
            "ifnull(namespace, 0) = ?2 AND ifnull(route_group, '') = ?3 AND ifnull(route, 0) = ?4")
    /// The rules with the same content as another one, byte by byte.
    fileprivate static let equal = table.live(
        where: """
            \(isInScope) AND subject = ?4 AND ifnull(subject_name, '') = ?5 AND conditions = ?6
            AND subject_value IS ?7 AND effect = ?8 AND target IS ?9 AND is_shadow = ?10
            AND until IS ?11 AND code IS ?12 AND message IS ?13
            """)
    /// The rules of the namespace `?2` and its groups.
    static let ofNamespace = table.ending(where: "ifnull(namespace, 0) = ?2")
    /// The rules of the route `?2`.
    static let ofRoute = table.ending(
        where: """
            ifnull(namespace, 0) = 0 AND ifnull(route_group, '') = '' AND ifnull(route, 0) = ?2
            """)

    static func read(
        _ row: borrowing Statement, in database: Database
    ) throws(RouteDBError) -> AccessRule {
        if let rule = parse(row) { return rule }
        throw database.corrupt("access rule \(row.int(at: 0)) is invalid")
    }

    /// Reads a rule from a row with the columns of the table, or returns `nil` if it is invalid.
    static func parse(_ row: borrowing Statement) -> AccessRule? {
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
            let conditions = AccessRule.Condition.list(stored: row.string(at: 9))
        else { return nil }
        return AccessRule(
            id: RuleID(rawValue: row.int(at: 0)), scope: scope, effect: effect,
            subject: subject, conditions: conditions, isShadow: row.bool(at: 10),
            until: row.optionalTime(at: 11), code: row.optionalString(at: 12),
            message: row.optionalString(at: 13))
    }

    func bind(to statement: inout Statement) throws(SQLiteError) {
        let columns = ScopeColumns(scope)
        try statement.bind(id.rawValue, at: 1)
        try statement.bind(columns.namespace, at: 2)
        try statement.bind(columns.group, at: 3)
        try statement.bind(columns.route, at: 4)
        try statement.bind(effect.name, at: 5)
        try statement.bind(effect.target, at: 6)
        try statement.bind(subject.sort, at: 7)
        try statement.bind(subject.name, at: 8)
        try statement.bind(subject.value?.description, at: 9)
        try statement.bind(AccessRule.Condition.stored(conditions), at: 10)
        try statement.bind(isShadow, at: 11)
        try statement.bind(until, at: 12)
        try statement.bind(code, at: 13)
        try statement.bind(message, at: 14)
    }
}

extension Versions<AccessRule> {
    /// The live rule with the same content as another one, byte by byte.
    ///
    /// - Complexity: O(log *n*), except among rules with the same conditions.
    func twin(of rule: AccessRule) throws(RouteDBError) -> RuleID? {
        let scope = ScopeColumns(rule.scope)
        return try items(
            AccessRule.equal, .integer(scope.namespace ?? 0), .text(scope.group ?? ""),
            .integer(scope.route ?? 0), .text(rule.subject.sort), .text(rule.subject.name ?? ""),
            .text(AccessRule.Condition.stored(rule.conditions)),
            SQLiteValue(rule.subject.value?.description), .text(rule.effect.name),
            SQLiteValue(rule.effect.target), .integer(rule.isShadow ? 1 : 0),
            SQLiteValue(rule.until?.microseconds), SQLiteValue(rule.code),
            SQLiteValue(rule.message)
        ).first?.id
    }

    /// The number of live rules of a namespace, its groups and its routes.
    ///
    /// - Complexity: O(*n*) in the rules of the namespace and of single routes.
    func count(in namespace: NamespaceID) throws(RouteDBError) -> Int64 {
        // A cross join is done in the order in which it is written.
        let select: StaticString = """
            SELECT (
                SELECT count(*) FROM access_rule
                WHERE ifnull(namespace, 0) = ?1 AND ended_by IS NULL
            ) + (
                SELECT count(*) FROM access_rule AS a CROSS JOIN route AS r
                WHERE ifnull(a.namespace, 0) = 0 AND a.ended_by IS NULL
                    AND r.id = a.route AND r.ended_by IS NULL AND r.namespace = ?1
            )
            """
        return try database.number(select, namespace.rawValue) ?? 0
    }

    /// The rules of a scope at a revision, oldest first; `nil` for the live ones.
    func rules(
        in scope: RouteScope, at past: Int64? = nil
    ) throws(RouteDBError) -> [AccessRule] {
        let scope = ScopeColumns(scope)
        return try items(
            AccessRule.inScope, at: past,
            [
                .integer(scope.namespace ?? 0), .text(scope.group ?? ""),
                .integer(scope.route ?? 0),
            ]
        ).sorted { $0.id < $1.id }
    }
}
