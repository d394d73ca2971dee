import RouteDBDatabase
import RouteDBRouting
import RouteDBSQLite

/// The scope of a default value or an access rule, by names.
public enum DefaultPlace: Hashable, Sendable {
    /// Every route of a namespace.
    case namespace(String)
    /// Every route of a namespace that has the group; the group may still have no routes.
    case group(namespace: String, group: String)
    /// One route.
    case route(RouteReference)
}

/// A stored default value.
struct DefaultRecord: EditedItem {
    let scope: RouteScope
    let key: String
    /// The value's JSON text.
    let value: String

    static let table = VersionedTable(
        "default_value", itemName: "default value",
        columns: ["namespace", "route_group", "route", "key", "value"],
        identity: ["namespace", "route_group", "route", "key"], order: "key",
        references: ["namespace": "namespace", "route": "route"])

    /// The values of the route `?2`.
    fileprivate static let inRoute = table.dated(where: "route = ?2")
    /// The values of the group `?3` of the namespace `?2`; of the namespace itself if it is empty.
    fileprivate static let inGroup = table.dated(
        where: "namespace = ?2 AND ifnull(route_group, '') = ?3")
    /// The value of the route `?1` with the key `?2`.
    fileprivate static let keyInRoute = table.live(where: "route = ?1 AND key = ?2")
    /// The value of the group `?2` of the namespace `?1` with the key `?3`.
    fileprivate static let keyInGroup = table.live(
        where: "namespace = ?1 AND ifnull(route_group, '') = ?2 AND key = ?3")
    /// The values of the namespace `?2` and its groups.
    static let ofNamespace = table.ending(where: "namespace = ?2")
    /// The values of the route `?2`.
    static let ofRoute = table.ending(where: "route = ?2")
    /// The value of the route `?2` with the key `?3`.
    fileprivate static let oneOfRoute = table.ending(where: "route = ?2 AND key = ?3")
    /// The value of the group `?3` of the namespace `?2` with the key `?4`.
    fileprivate static let oneOfGroup = table.ending(
        where: "namespace = ?2 AND ifnull(route_group, '') = ?3 AND key = ?4")

    static func read(
        _ row: borrowing Statement, in database: Database
    ) throws(RouteDBError) -> DefaultRecord {
        let key = row.string(at: 3)
        let columns = ScopeColumns(
            namespace: row.optionalInt(at: 0), group: row.optionalString(at: 1),
            route: row.optionalInt(at: 2))
        guard let scope = columns.scope else {
            throw database.corrupt("the default value '\(key)' has no scope")
        }
        return DefaultRecord(scope: scope, key: key, value: row.string(at: 4))
    }

    func bind(to statement: inout Statement) throws(SQLiteError) {
        let columns = ScopeColumns(scope)
        try statement.bind(columns.namespace, at: 1)
        try statement.bind(columns.group, at: 2)
        try statement.bind(columns.route, at: 3)
        try statement.bind(key, at: 4)
        try statement.bind(value, at: 5)
    }

    /// The value as JSON.
    func json(in database: Database) throws(RouteDBError) -> JSONValue {
        do {
            return try JSONValue(parsing: value)
        } catch {
            throw database.corrupt(
                "the default value '\(value)' of '\(key)' is not valid JSON", underlying: error)
        }
    }
}

extension Versions<DefaultRecord> {
    /// The default values at a revision, by scope, sorted by key; `nil` for the live ones.
    func objects(at revision: Int64?) throws(RouteDBError) -> [RouteScope: JSONObject] {
        try objects(of: try all(at: revision))
    }

    /// The default values of records, by scope.
    func objects(of records: [DefaultRecord]) throws(RouteDBError) -> [RouteScope: JSONObject] {
        var objects: [RouteScope: JSONObject] = [:]
        for record in records {
            objects[record.scope, default: [:]][record.key] = try record.json(in: database)
        }
        return objects
    }

    /// The default values of a scope at a revision, sorted by key; `nil` for the live ones.
    func records(
        in scope: RouteScope, at past: Int64? = nil
    ) throws(RouteDBError) -> [DefaultRecord] {
        let columns = ScopeColumns(scope)
        let records =
            if let route = columns.route {
                try items(DefaultRecord.inRoute, at: past, [.integer(route)])
            } else {
                try items(
                    DefaultRecord.inGroup, at: past,
                    [.integer(columns.namespace ?? 0), .text(columns.group ?? "")])
            }
        return records.sorted { TextKey($0.key) < TextKey($1.key) }
    }

    /// The live default value of a scope with a key.
    func find(_ key: String, in scope: RouteScope) throws(RouteDBError) -> DefaultRecord? {
        let found =
            switch scope {
            case .route(let id):
                try items(DefaultRecord.keyInRoute, .integer(id.rawValue), .text(key))
            case .namespace(let id):
                try items(DefaultRecord.keyInGroup, .integer(id.rawValue), .text(""), .text(key))
            case .group(let id, let group):
                try items(
                    DefaultRecord.keyInGroup, .integer(id.rawValue), .text(group), .text(key))
            }
        return found.first
    }

    /// The default values of a scope at a revision; `nil` for the live ones.
    func object(
        in scope: RouteScope, at past: Int64? = nil
    ) throws(RouteDBError) -> JSONObject {
        var object = JSONObject()
        for record in try records(in: scope, at: past) {
            object[record.key] = try record.json(in: database)
        }
        return object
    }

    /// Ends a live default value.
    func end(_ record: DefaultRecord, in revision: Int64) throws(RouteDBError) {
        let key = SQLiteValue.text(record.key)
        switch record.scope {
        case .route(let id):
            try end(DefaultRecord.oneOfRoute, in: revision, .integer(id.rawValue), key)
        case .namespace(let id):
            try end(
                DefaultRecord.oneOfGroup, in: revision, .integer(id.rawValue), .text(""), key)
        case .group(let id, let group):
            try end(
                DefaultRecord.oneOfGroup, in: revision, .integer(id.rawValue), .text(group), key)
        }
    }
}
