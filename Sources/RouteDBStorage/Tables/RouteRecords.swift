import RouteDBDatabase
import RouteDBRouting
import RouteDBSQLite

/// A stored version of a route.
struct RouteRecord: Hashable {
    /// The syntax of native text.
    static let nativeSyntax = PatternSyntax.native.description

    var id: RouteID
    var namespace: NamespaceID
    var name: String?
    var group: String?
    var kind: String?
    /// The canonical native text, or `nil` if the route is requested only by its name.
    var pattern: String?
    /// The text as written by its author; empty without a pattern.
    var written: String
    /// The text of the `PatternSyntax` in which it is written; empty without a pattern.
    var syntax: String = nativeSyntax
    var target: String
    var priority: Int32
    var isEnabled: Bool
    /// The requirements, as JSON text.
    var requirements: String?
    /// The presentation, as JSON text.
    var presentation: String?

    /// The text of the pattern for display: as written, if in another language, or else canonical;
    /// empty without a pattern.
    var patternText: String { dialectText ?? pattern ?? "" }

    /// The text as written, unless it is native.
    var dialectText: String? { pattern == nil || syntax == Self.nativeSyntax ? nil : written }
}

/// The table `route`.
struct RouteRecords {
    let database: Database

    /// All live routes, in the order of registration.
    func live() throws(RouteDBError) -> [Route] {
        let select: StaticString = """
            SELECT id, namespace, name, route_group, CASE WHEN syntax <> '' THEN pattern END,
                target, priority, is_enabled, kind,
                CASE WHEN syntax NOT IN ('native', '') THEN written END,
                requirements, presentation
            FROM route WHERE ended_by IS NULL ORDER BY id
            """
        return try database.run(select) { try routes(&$0) }
    }

    /// All routes at a revision, in the order of registration.
    func all(at revision: Int64) throws(RouteDBError) -> [Route] {
        let select: StaticString = """
            SELECT id, namespace, name, route_group, CASE WHEN syntax <> '' THEN pattern END,
                target, priority, is_enabled, kind,
                CASE WHEN syntax NOT IN ('native', '') THEN written END,
                requirements, presentation
            FROM route WHERE made_by <= ?1 AND (ended_by IS NULL OR ended_by > ?1) ORDER BY id
            """
        return try database.run(select) { statement in
            try statement.bind(revision, at: 1)
            return try routes(&statement)
        }
    }

    private func routes(_ statement: inout Statement) throws -> [Route] {
        var routes: [Route] = []
        while try statement.step() {
            let id = RouteID(rawValue: statement.int(at: 0))
            routes.append(
                Route(
                    id: id,
                    namespace: NamespaceID(rawValue: statement.int(at: 1)),
                    name: statement.optionalString(at: 2),
                    group: statement.optionalString(at: 3),
                    kind: statement.optionalString(at: 8),
                    pattern: try statement.optionalString(at: 4).map { try pattern($0, of: id) },
                    dialectText: statement.optionalString(at: 9),
                    target: statement.string(at: 5),
                    priority: try priority(statement.int(at: 6), of: id),
                    isEnabled: statement.bool(at: 7),
                    requirements: try requirements(statement.optionalString(at: 10), of: id),
                    presentation: try presentation(statement.optionalString(at: 11), of: id)))
        }
        return routes
    }

    /// The live version of a route.
    func find(_ id: RouteID) throws(RouteDBError) -> RouteRecord? {
        let select: StaticString = """
            SELECT namespace, name, route_group, CASE WHEN syntax <> '' THEN pattern END, written,
                syntax, target, priority, is_enabled, kind, requirements, presentation
            FROM route WHERE id = ?1 AND ended_by IS NULL
            """
        return try database.run(select) { statement in
            try statement.bind(id.rawValue, at: 1)
            guard try statement.step() else { return nil }
            return RouteRecord(
                id: id,
                namespace: NamespaceID(rawValue: statement.int(at: 0)),
                name: statement.optionalString(at: 1),
                group: statement.optionalString(at: 2),
                kind: statement.optionalString(at: 9),
                pattern: statement.optionalString(at: 3),
                written: statement.string(at: 4),
                syntax: statement.string(at: 5),
                target: statement.string(at: 6),
                priority: try priority(statement.int(at: 7), of: id),
                isEnabled: statement.bool(at: 8),
                requirements: statement.optionalString(at: 10),
                presentation: statement.optionalString(at: 11))
        }
    }

    /// Creates the route of a record.
    func route(_ record: RouteRecord) throws(RouteDBError) -> Route {
        Route(
            id: record.id, namespace: record.namespace, name: record.name, group: record.group,
            kind: record.kind, pattern: try pattern(of: record), dialectText: record.dialectText,
            target: record.target, priority: record.priority, isEnabled: record.isEnabled,
            requirements: try requirements(record.requirements, of: record.id),
            presentation: try presentation(record.presentation, of: record.id))
    }

    /// The pattern languages of all routes at a revision that are not native; `nil` for the live
    /// routes.
    func syntaxes(at revision: Int64?) throws(RouteDBError) -> [RouteID: PatternSyntax] {
        let select: StaticString = """
            SELECT id, syntax FROM route
            WHERE syntax NOT IN ('native', '') AND made_by <= ifnull(?1, made_by)
                AND (ended_by IS NULL OR ended_by > ?1)
            """
        return try database.run(select) { statement in
            try statement.bind(revision, at: 1)
            var syntaxes: [RouteID: PatternSyntax] = [:]
            while try statement.step() {
                let id = RouteID(rawValue: statement.int(at: 0))
                syntaxes[id] = try syntax(statement.string(at: 1), of: id)
            }
            return syntaxes
        }
    }

    /// Reads the stored syntax of a route.
    func syntax(_ text: String, of id: RouteID) throws(RouteDBError) -> PatternSyntax {
        if let syntax = PatternSyntax(text) { return syntax }
        throw database.corrupt("the syntax '\(text)' of route #\(id.rawValue) is unknown")
    }

    /// Reads the stored requirements of a route.
    func requirements(
        _ text: String?, of id: RouteID
    ) throws(RouteDBError) -> [RouteRequirement] {
        guard let text else { return [] }
        do {
            return try RouteRequirement.list(stored: text)
        } catch {
            throw database.corrupt(
                "route #\(id.rawValue) has invalid requirements: \(error)", underlying: error)
        }
    }

    /// Reads the stored presentation of a route.
    func presentation(
        _ text: String?, of id: RouteID
    ) throws(RouteDBError) -> RoutePresentation? {
        guard let text else { return nil }
        do {
            return try RoutePresentation(stored: text)
        } catch {
            throw database.corrupt(
                "route #\(id.rawValue) has an invalid presentation: \(error)", underlying: error)
        }
    }

    private func pattern(of record: RouteRecord) throws(RouteDBError) -> RoutePattern? {
        guard let text = record.pattern else { return nil }
        return try pattern(text, of: record.id)
    }

    private func pattern(_ text: String, of id: RouteID) throws(RouteDBError) -> RoutePattern {
        do {
            return try RoutePattern(stored: text)
        } catch {
            throw database.corrupt(
                "route #\(id.rawValue) has the invalid pattern '\(text)'", underlying: error)
        }
    }

    private func priority(_ number: Int64, of id: RouteID) throws(RouteDBError) -> Int32 {
        guard let priority = Int32(exactly: number) else {
            throw database.corrupt("route #\(id.rawValue) has the invalid priority \(number)")
        }
        return priority
    }
}

extension RouteRecords {
    /// The next unused id.
    func nextID() throws(RouteDBError) -> Int64 {
        try database.number("SELECT ifnull(max(id), 0) + 1 FROM route") ?? 1
    }

    func insert(_ record: RouteRecord, revision: Int64) throws(RouteDBError) {
        let insert: StaticString = """
            INSERT INTO route (id, namespace, name, route_group, pattern, written, syntax, target,
                priority, is_enabled, made_by, kind, requirements, presentation)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)
            """
        try database.run(insert) { statement in
            try statement.bind(record.id.rawValue, at: 1)
            try statement.bind(record.namespace.rawValue, at: 2)
            try statement.bind(record.name, at: 3)
            try statement.bind(record.group, at: 4)
            try statement.bind(record.pattern ?? "", at: 5)
            try statement.bind(record.written, at: 6)
            try statement.bind(record.syntax, at: 7)
            try statement.bind(record.target, at: 8)
            try statement.bind(Int64(record.priority), at: 9)
            try statement.bind(record.isEnabled, at: 10)
            try statement.bind(revision, at: 11)
            try statement.bind(record.kind, at: 12)
            try statement.bind(record.requirements, at: 13)
            try statement.bind(record.presentation, at: 14)
            try statement.run()
        }
    }

    /// Ends the live version of a route; one that the current revision added is deleted.
    func end(_ id: RouteID, revision: Int64) throws(RouteDBError) {
        try database.run(
            "DELETE FROM route WHERE id = ?1 AND ended_by IS NULL AND made_by = ?2",
            id.rawValue, revision)
        try database.run(
            "UPDATE route SET ended_by = ?2 WHERE id = ?1 AND ended_by IS NULL",
            id.rawValue, revision)
    }
}
