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

/// A stored version of a default value.
struct DefaultRecord {
    /// The id of the row.
    let version: Int64
    let key: String
    /// The value's JSON text.
    let value: String
    let madeBy: Int64
}

/// The table `default_value`.
struct DefaultRecords {
    let database: Database

    /// All default values at a revision, by scope, sorted by key; `nil` for the live ones.
    func all(at revision: Int64?) throws(RouteDBError) -> [RouteScope: JSONObject] {
        let select: StaticString = """
            SELECT namespace, route_group, route, key, value FROM default_value
            WHERE made_by <= ifnull(?1, made_by) AND (ended_by IS NULL OR ended_by > ?1)
            ORDER BY key
            """
        return try database.run(select) { statement in
            try statement.bind(revision, at: 1)
            var defaults: [RouteScope: JSONObject] = [:]
            while try statement.step() {
                let scope = try scope(statement)
                let key = statement.string(at: 3)
                defaults[scope, default: [:]][key] = try value(statement.string(at: 4), of: key)
            }
            return defaults
        }
    }

    private func scope(_ statement: borrowing Statement) throws(RouteDBError) -> RouteScope {
        if let route = statement.optionalInt(at: 2) { return .route(RouteID(rawValue: route)) }
        guard let number = statement.optionalInt(at: 0) else {
            throw database.corrupt("the default value '\(statement.string(at: 3))' has no scope")
        }
        let namespace = NamespaceID(rawValue: number)
        return statement.optionalString(at: 1).map { .group(namespace, $0) }
            ?? .namespace(namespace)
    }

    private func value(_ text: String, of key: String) throws(RouteDBError) -> JSONValue {
        do {
            return try JSONValue(parsing: text)
        } catch {
            throw database.corrupt(
                "the default value '\(text)' of '\(key)' is not valid JSON", underlying: error)
        }
    }

    /// The live default values of a scope, by key.
    func rows(in scope: RouteScope) throws(RouteDBError) -> [DefaultRecord] {
        switch scope {
        case .route(let id):
            let select: StaticString = """
                SELECT version_id, key, value, made_by FROM default_value
                WHERE route = ?1 AND ended_by IS NULL ORDER BY key
                """
            return try database.run(select) { statement in
                try statement.bind(id.rawValue, at: 1)
                return try rows(&statement)
            }
        case .namespace(let id): return try rows(in: id, group: "")
        case .group(let id, let group): return try rows(in: id, group: group)
        }
    }

    private func rows(
        in namespace: NamespaceID, group: String
    ) throws(RouteDBError) -> [DefaultRecord] {
        let select: StaticString = """
            SELECT version_id, key, value, made_by FROM default_value
            WHERE namespace = ?1 AND ifnull(route_group, '') = ?2 AND ended_by IS NULL ORDER BY key
            """
        return try database.run(select) { statement in
            try statement.bind(namespace.rawValue, at: 1)
            try statement.bind(group, at: 2)
            return try rows(&statement)
        }
    }

    private func rows(_ statement: inout Statement) throws -> [DefaultRecord] {
        var rows: [DefaultRecord] = []
        while try statement.step() {
            rows.append(
                DefaultRecord(
                    version: statement.int(at: 0), key: statement.string(at: 1),
                    value: statement.string(at: 2), madeBy: statement.int(at: 3)))
        }
        return rows
    }

    /// The values of rows, by key.
    func object(_ rows: [DefaultRecord]) throws(RouteDBError) -> JSONObject {
        var object = JSONObject()
        for row in rows { object[row.key] = try value(row.value, of: row.key) }
        return object
    }

    func insert(
        _ value: String, of key: String, in scope: RouteScope, revision: Int64
    ) throws(RouteDBError) {
        let insert: StaticString = """
            INSERT INTO default_value (namespace, route_group, route, key, value, made_by)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6)
            """
        try database.run(insert) { statement in
            switch scope {
            case .namespace(let id):
                try statement.bind(id.rawValue, at: 1)
            case .group(let id, let group):
                try statement.bind(id.rawValue, at: 1)
                try statement.bind(group, at: 2)
            case .route(let id):
                try statement.bind(id.rawValue, at: 3)
            }
            try statement.bind(key, at: 4)
            try statement.bind(value, at: 5)
            try statement.bind(revision, at: 6)
            try statement.run()
        }
    }

    /// Ends a version; one that the current revision added is deleted.
    func end(_ row: DefaultRecord, revision: Int64) throws(RouteDBError) {
        if row.madeBy == revision {
            try database.run("DELETE FROM default_value WHERE version_id = ?1", row.version)
        } else {
            try database.run(
                "UPDATE default_value SET ended_by = ?2 WHERE version_id = ?1",
                row.version, revision)
        }
    }

    /// Ends the live default values of a namespace and its groups.
    func endAll(of namespace: NamespaceID, revision: Int64) throws(RouteDBError) {
        let ended: StaticString = """
            DELETE FROM default_value WHERE namespace = ?1 AND ended_by IS NULL AND made_by = ?2
            """
        try database.run(ended, namespace.rawValue, revision)
        try database.run(
            "UPDATE default_value SET ended_by = ?2 WHERE namespace = ?1 AND ended_by IS NULL",
            namespace.rawValue, revision)
    }
}
