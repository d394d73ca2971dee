import RouteDBDatabase
import RouteDBRouting
import RouteDBSQLite

/// A route as stored: its values as text, which two equal routes have in common.
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
    /// The labels, as JSON text.
    var labels: String?
    var note: String?
    /// The redirect, as JSON text.
    var redirect: String?
    var period = RoutePeriod.always

    /// The text of the pattern for display: as written, if in another language, or else canonical;
    /// empty without a pattern.
    var patternText: String { dialectText ?? pattern ?? "" }

    /// The text as written, unless it is native.
    var dialectText: String? { pattern == nil || syntax == Self.nativeSyntax ? nil : written }
}

extension RouteRecord {
    /// Creates the row of a draft, with the id 0, after checking all but the pattern and the
    /// default values.
    init(
        _ draft: RouteDraft, in namespace: NamespaceID, pattern: String?, syntax: PatternSyntax?
    ) throws(RouteDBError) {
        try EditRules.checkText(draft.target, called: "target")
        if let name = draft.name { try EditRules.checkRouteName(name, called: "name") }
        if let group = draft.group { try EditRules.checkRouteName(group, called: "group") }
        if let kind = draft.kind { try EditRules.checkKind(kind) }
        try EditRules.check(draft.period)
        self.init(
            id: RouteID(rawValue: 0), namespace: namespace, name: draft.name, group: draft.group,
            kind: draft.kind, pattern: pattern, written: draft.pattern ?? "",
            syntax: syntax?.description ?? "", target: draft.target, priority: draft.priority,
            isEnabled: draft.isEnabled, requirements: try Self.text(of: draft.requirements),
            presentation: try draft.presentation?.stored(),
            labels: try RouteLabels.stored(draft.labels), note: draft.note,
            redirect: draft.redirect?.json.description, period: draft.period)
        if let note { try RouteLabels.checkNote(note) }
    }

    /// The stored text of requirements.
    private static func text(of requirements: [RouteRequirement]) throws(RouteDBError) -> String? {
        guard !requirements.isEmpty else { return nil }
        for requirement in requirements {
            try EditRules.checkText(requirement.key, called: "key of a required value")
        }
        let json = RouteRequirement.json(requirements)
        guard json.members.count == requirements.count else {
            throw RouteDBError(
                .invalidValue, "A value is listed twice among those required.",
                hint: "List each required value once.")
        }
        return json.description
    }
}

extension RouteRecord: EditedItem {
    static let table = VersionedTable(
        "route",
        columns: [
            "id", "namespace", "name", "route_group", "kind", "pattern", "written", "syntax",
            "target", "priority", "is_enabled", "requirements", "presentation", "labels", "note",
            "redirect", "starts", "ends",
        ],
        references: ["namespace": "namespace"])

    static func read(
        _ row: borrowing Statement, in database: Database
    ) throws(RouteDBError) -> RouteRecord {
        let id = RouteID(rawValue: row.int(at: 0))
        let syntax = row.string(at: 7)
        return RouteRecord(
            id: id, namespace: NamespaceID(rawValue: row.int(at: 1)),
            name: row.optionalString(at: 2), group: row.optionalString(at: 3),
            kind: row.optionalString(at: 4), pattern: syntax.isEmpty ? nil : row.string(at: 5),
            written: row.string(at: 6), syntax: syntax, target: row.string(at: 8),
            priority: try Route.priority(row.int(at: 9), of: id, in: database),
            isEnabled: row.bool(at: 10), requirements: row.optionalString(at: 11),
            presentation: row.optionalString(at: 12), labels: row.optionalString(at: 13),
            note: row.optionalString(at: 14), redirect: row.optionalString(at: 15),
            period: RoutePeriod(starts: row.optionalTime(at: 16), ends: row.optionalTime(at: 17)))
    }

    func bind(to statement: inout Statement) throws(SQLiteError) {
        try statement.bind(id.rawValue, at: 1)
        try statement.bind(namespace.rawValue, at: 2)
        try statement.bind(name, at: 3)
        try statement.bind(group, at: 4)
        try statement.bind(kind, at: 5)
        try statement.bind(pattern ?? "", at: 6)
        try statement.bind(written, at: 7)
        try statement.bind(syntax, at: 8)
        try statement.bind(target, at: 9)
        try statement.bind(Int64(priority), at: 10)
        try statement.bind(isEnabled, at: 11)
        try statement.bind(requirements, at: 12)
        try statement.bind(presentation, at: 13)
        try statement.bind(labels, at: 14)
        try statement.bind(note, at: 15)
        try statement.bind(redirect, at: 16)
        try statement.bind(period.starts, at: 17)
        try statement.bind(period.ends, at: 18)
    }

    /// The route of the record.
    func route(in database: Database) throws(RouteDBError) -> Route {
        Route(
            id: id, namespace: namespace, name: name, group: group, kind: kind,
            pattern: try pattern.map { (text) throws(RouteDBError) in
                try Route.pattern(text, of: id, in: database)
            },
            dialectText: dialectText, target: target, priority: priority, isEnabled: isEnabled,
            requirements: try Route.requirements(requirements, of: id, in: database),
            presentation: try Route.presentation(presentation, of: id, in: database),
            labels: try RouteLabels.read(labels, of: id, in: database),
            note: try RouteLabels.readNote(note, of: id, in: database),
            redirect: try Route.redirect(redirect, of: id, in: database),
            starts: period.starts, ends: period.ends)
    }
}

/// Reads what resolving needs directly from the rows: a registry may have 100,000 of them.
extension Route: StoredItem {
    static var table: VersionedTable { RouteRecord.table }

    static func read(
        _ row: borrowing Statement, in database: Database
    ) throws(RouteDBError) -> Route {
        let id = RouteID(rawValue: row.int(at: 0))
        let syntax = row.string(at: 7)
        let isTask = syntax.isEmpty
        return Route(
            id: id, namespace: NamespaceID(rawValue: row.int(at: 1)),
            name: row.optionalString(at: 2), group: row.optionalString(at: 3),
            kind: row.optionalString(at: 4),
            pattern: isTask ? nil : try pattern(row.string(at: 5), of: id, in: database),
            dialectText: isTask || syntax == RouteRecord.nativeSyntax ? nil : row.string(at: 6),
            target: row.string(at: 8),
            priority: try priority(row.int(at: 9), of: id, in: database),
            isEnabled: row.bool(at: 10),
            requirements: try requirements(row.optionalString(at: 11), of: id, in: database),
            presentation: try presentation(row.optionalString(at: 12), of: id, in: database),
            labels: try RouteLabels.read(row.optionalString(at: 13), of: id, in: database),
            note: try RouteLabels.readNote(row.optionalString(at: 14), of: id, in: database),
            redirect: try redirect(row.optionalString(at: 15), of: id, in: database),
            starts: row.optionalTime(at: 16), ends: row.optionalTime(at: 17))
    }

    // The columns by which rows are chosen before they are read.
    static let (idColumn, namespaceColumn, nameColumn): (Int32, Int32, Int32) = (0, 1, 2)
    static let (kindColumn, patternColumn, enabledColumn): (Int32, Int32, Int32) = (4, 5, 10)

    fileprivate static func pattern(
        _ text: String, of id: RouteID, in database: Database
    ) throws(RouteDBError) -> RoutePattern {
        do {
            return try RoutePattern(stored: text)
        } catch {
            throw database.corrupt(
                "route #\(id.rawValue) has the invalid pattern '\(text)'", underlying: error)
        }
    }

    fileprivate static func redirect(
        _ text: String?, of id: RouteID, in database: Database
    ) throws(RouteDBError) -> RouteRedirect? {
        guard let text else { return nil }
        do {
            return try RouteRedirect(stored: text)
        } catch {
            throw database.corrupt(
                "route #\(id.rawValue) has an invalid redirect: \(error)", underlying: error)
        }
    }

    fileprivate static func priority(
        _ number: Int64, of id: RouteID, in database: Database
    ) throws(RouteDBError) -> Int32 {
        guard let priority = Int32(exactly: number) else {
            throw database.corrupt("route #\(id.rawValue) has the invalid priority \(number)")
        }
        return priority
    }

    fileprivate static func requirements(
        _ text: String?, of id: RouteID, in database: Database
    ) throws(RouteDBError) -> [RouteRequirement] {
        guard let text else { return [] }
        do {
            return try RouteRequirement.list(stored: text)
        } catch {
            throw database.corrupt(
                "route #\(id.rawValue) has invalid requirements: \(error)", underlying: error)
        }
    }

    fileprivate static func presentation(
        _ text: String?, of id: RouteID, in database: Database
    ) throws(RouteDBError) -> RoutePresentation? {
        guard let text else { return nil }
        do {
            return try RoutePresentation(stored: text)
        } catch {
            throw database.corrupt(
                "route #\(id.rawValue) has an invalid presentation: \(error)", underlying: error)
        }
    }
}

extension Versions<RouteRecord> {
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
}
