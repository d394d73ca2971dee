package import RouteDBDatabase
package import RouteDBRouting
import RouteDBSQLite

/// A field of a route, and the revision that last changed it.
public struct FieldOrigin: Hashable, Sendable {
    /// The name of the field; for a default value, `default` and the key, separated by a space.
    public let field: String
    /// The value as text; `nil` if the field has none.
    public let value: String?
    /// The revision that last changed the field.
    public let revision: RegistryRevision
}

/// Finds the revisions that last changed the fields of a route.
private struct RouteBlame {
    let database: Database
    /// The number of the revision to examine.
    let revision: Int64

    /// A version of a route: the values of its columns that are not NULL.
    private struct Version {
        let madeBy: Int64
        let endedBy: Int64?
        let values: [String: [UInt8]]
    }

    /// The origins of the fields of a route, then of its own default values.
    func origins(of route: RouteID) throws(RouteDBError) -> [FieldOrigin] {
        let (fields, versions) = try self.versions(of: route)
        guard let newest = versions.first, newest.endedBy.map({ $0 > revision }) ?? true else {
            throw RouteDBError(
                .routeNotFound,
                "Route #\(route.rawValue) does not exist in revision \(revision).",
                hint: "`routedb list --as-of @\(revision)` lists its routes.")
        }
        let namespace = newest.values["namespace"].flatMap {
            Int64(String(decoding: $0, as: UTF8.self))
        }
        let namespaces = try Versions<RouteNamespace>(database: database).items(
            RouteNamespace.pastWithID, .integer(revision), .integer(namespace ?? 0))
        let origins = fields.filter { Self.isShown($0, versions) }.map { field in
            let value = newest.values[field].map { String(decoding: $0, as: UTF8.self) }
            return (
                Self.fieldName(of: field),
                Self.shown(value, of: field, among: namespaces),
                Self.origin(of: field, in: versions)
            )
        }
        var revisions: [Int64: RegistryRevision] = [:]
        var found: [FieldOrigin] = []
        let all = origins + (try defaultOrigins(of: route))
        for (field, value, madeBy) in all {
            let revision = if let known = revisions[madeBy] { known } else { try find(madeBy) }
            revisions[madeBy] = revision
            found.append(FieldOrigin(field: field, value: value, revision: revision))
        }
        return found
    }

    /// The name of the field that a column holds.
    private static func fieldName(of column: String) -> String {
        RouteField.all.first { $0.column == column }?.name ?? column
    }

    /// Returns whether a column is shown: those that documents leave out where they are not set are shown
    /// if any version has them.
    private static func isShown(_ column: String, _ versions: [Version]) -> Bool {
        let field = RouteField.all.first { $0.column == column }
        return field?.unset != nil || field == nil || versions.contains { $0.values[column] != nil }
    }

    /// A value in the form in which users know it.
    private static func shown(
        _ value: String?, of field: String, among namespaces: [RouteNamespace]
    ) -> String? {
        switch field {
        case "is_enabled": value == "0" ? "false" : "true"
        case "namespace":
            namespaces.first { String($0.id.rawValue) == value }.map(\.name) ?? value
        default: value
        }
    }

    /// The revision since which a field of the newest version has not changed.
    private static func origin(of field: String, in versions: [Version]) -> Int64 {
        var madeBy = versions[0].madeBy
        for version in versions.dropFirst() {
            // For a route that was removed and restored, all fields date from the restoration.
            guard version.endedBy == madeBy, version.values[field] == versions[0].values[field]
            else { break }
            madeBy = version.madeBy
        }
        return madeBy
    }

    /// The versions of a route up to a revision, newest first, and the names of their columns.
    private func versions(
        of route: RouteID
    ) throws(RouteDBError) -> (fields: [String], versions: [Version]) {
        let select: StaticString = """
            SELECT made_by, ended_by, * FROM route WHERE id = ?1 AND made_by <= ?2
            ORDER BY made_by DESC
            """
        return try database.run(select) { statement in
            try statement.bind(route.rawValue, at: 1)
            try statement.bind(revision, at: 2)
            var columns: [RowColumn] = []
            var versions: [Version] = []
            while try statement.step() {
                if columns.isEmpty {
                    columns = RowColumn.all(
                        of: statement, except: ["version_id", "id", "made_by", "ended_by"]
                    ).sorted { $0.index < $1.index }
                }
                var values: [String: [UInt8]] = [:]
                for column in columns {
                    values[column.name] = statement.optionalBytes(at: column.index)
                }
                versions.append(
                    Version(
                        madeBy: statement.int(at: 0), endedBy: statement.optionalInt(at: 1),
                        values: values))
            }
            return (columns.map(\.name), versions)
        }
    }

    /// The revisions of a route's own default values at a revision, by key.
    private func defaultOrigins(
        of route: RouteID
    ) throws(RouteDBError) -> [(String, String?, Int64)] {
        let select: StaticString = """
            SELECT key, value, made_by FROM default_value
            WHERE route = ?1 AND made_by <= ?2 AND (+ended_by IS NULL OR +ended_by > ?2)
            ORDER BY +key
            """
        return try database.run(select) { statement in
            try statement.bind(route.rawValue, at: 1)
            try statement.bind(revision, at: 2)
            var origins: [(String, String?, Int64)] = []
            while try statement.step() {
                origins.append(
                    (
                        "default \(statement.string(at: 0))", statement.string(at: 1),
                        statement.int(at: 2)
                    ))
            }
            return origins
        }
    }

    private func find(_ number: Int64) throws(RouteDBError) -> RegistryRevision {
        if let revision = try RevisionRecords(database: database).find(number) { return revision }
        throw database.corrupt("revision \(number) is missing")
    }
}

extension RegistryStore {
    /// Returns the revision that last changed each field of a route.
    package func blame(
        _ route: RouteID, at revision: Int64? = nil
    ) throws(RouteDBError) -> [FieldOrigin] {
        try database.transaction(.deferred) {
            let number = try require(revision: revision).number
            return try RouteBlame(database: database, revision: number).origins(of: route)
        }
    }
}
