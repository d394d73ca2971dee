import RouteDBDatabase
import RouteDBRouting
import RouteDBSQLite

/// The rows that may answer a query: a condition in SQL, and the values of its parameters.
///
/// The condition is exact, but for ``RouteFilter/text``, which ignores case as Swift does. One index is
/// chosen here, and the columns of all others are hidden from SQLite's planner by a plus sign: without
/// statistics, which a registry does not have, it may walk through all routes to spare itself the sorting of
/// a few.
struct RouteCandidates {
    private enum Index { case name, group, target, namespace, id, end }

    private let index: Index
    private var terms: [String] = []
    /// The values of the parameters.
    private(set) var values: [SQLiteValue] = []

    /// Returns the candidates among the routes that are live, and, for a past revision, among those that ended
    /// since.
    static func all(
        _ query: RouteQuery, in namespace: NamespaceID?, at past: Int64?
    ) -> [RouteCandidates] {
        let filter = query.filter
        let index: Index =
            if filter.name != nil { .name } else if filter.group != nil {
                .group
            } else if filter.target != nil { .target } else if namespace != nil { .namespace } else
            { .id }
        var live = RouteCandidates(query, in: namespace, by: index)
        live.terms.append("ended_by IS NULL")
        guard let past else { return [live] }
        live.add("+made_by <= ?", .integer(past))
        var ended = RouteCandidates(query, in: namespace, by: .end)
        ended.add("ended_by > ?", .integer(past))
        ended.add("+made_by <= ?", .integer(past))
        return [live, ended]
    }

    /// The text of a route's pattern for display.
    private static let pattern = "iif(syntax = 'native', pattern, written)"

    /// Describes the candidates of a query, in the namespace that its filter names.
    private init(_ query: RouteQuery, in namespace: NamespaceID?, by index: Index) {
        self.index = index
        let filter = query.filter
        if let name = filter.name { add("name", .name, comparison: "= ?", .text(name)) }
        if let group = filter.group { add("route_group", .group, comparison: "= ?", .text(group)) }
        if let target = filter.target { add(target: target) }
        if let namespace {
            add(
                "namespace", .namespace, .name, .group, comparison: "= ?",
                .integer(namespace.rawValue))
        }
        if let kind = filter.kind {
            let isMethod = RouteKind.isMethod(kind)
            add("kind", comparison: "= ?\(isMethod ? " COLLATE NOCASE" : "")", .text(kind))
        }
        if let pattern = filter.pattern {
            terms.append("syntax <> ''")
            add("instr(\(Self.pattern), ?) > 0", .text(pattern))
        }
        for label in filter.labels { add("instr(labels, ?) > 0", .text(label.stored)) }
        if let isEnabled = filter.isEnabled { add("is_enabled = ?", .integer(isEnabled ? 1 : 0)) }
        if let after = query.after {
            add("id", .namespace, .id, comparison: "> ?", .integer(after.rawValue))
        }
    }

    /// Adds a condition on a column, which some indexes have.
    private mutating func add(
        _ column: String, _ indexes: Index..., comparison: String, _ value: SQLiteValue
    ) {
        add("\(indexes.contains(index) ? "" : "+")\(column) \(comparison)", value)
    }

    /// Adds a condition; the question mark in it stands for the value.
    private mutating func add(_ term: String, _ value: SQLiteValue) {
        values.append(value)
        terms.append(term.replacing("?", with: "?\(values.count)"))
    }

    /// Adds the condition that a route leads to a target or to one below it.
    private mutating func add(target: String) {
        add("target", .target, comparison: ">= ?", .text(target))
        let first = values.count
        // This character sorts after every other one.
        add("target", .target, comparison: "< ?", .text(target + "\u{10FFFF}"))
        terms.append(
            "(target = ?\(first) OR substr(target, length(?\(first)) + 1, 1) IN ('.', '/'))")
    }

    /// The statement that selects columns of the candidates, in the order of registration.
    func selecting(_ columns: String) -> String {
        let order = index == .namespace || index == .id ? "id" : "+id"
        return "SELECT \(columns) FROM route WHERE \(condition) ORDER BY \(order)"
    }

    /// The statement that counts the candidates.
    var counting: String { "SELECT count(*) FROM route WHERE \(condition)" }

    private var condition: String { terms.joined(separator: " AND ") }
}

extension RouteFilter.Label {
    /// The label, or its key, as it stands among the stored ones.
    ///
    /// A quote inside a value is preceded by a backslash, so that this is found nowhere else.
    fileprivate var stored: String {
        let key = "\(JSONValue.string(key)):"
        return value.map { "\(key)\(JSONValue.string($0))" } ?? key
    }
}
