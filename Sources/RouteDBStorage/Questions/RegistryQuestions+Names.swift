package import RouteDBDatabase
import RouteDBRouting
import RouteDBSQLite

extension RegistryQuestions {
    /// The maximum number of known names that an error lists.
    private static let listedNames = 10

    /// Checks that each name in conditions is that of something.
    ///
    /// It is meant for conditions that select no route: a misspelled name selects nothing. A part of a
    /// pattern and other texts to search for are not names.
    ///
    /// - Complexity: O(log *n*) if all exist; else O(*n*) in the names, one at a time.
    package func checkNames(in filter: RouteFilter) throws(RouteDBError) {
        try check(filter, \.group, "route_group", "in the group", "groups")
        try check(filter, \.kind, "kind", "of the kind", "kinds")
        try check(filter, \.name, "name", "with the name", "names")
        try check(filter, \.target, "target", "to the target", "targets")
        for label in filter.labels { try check(label, filter) }
    }

    /// Returns the first groups that routes are in, in order.
    package func groups(limit: Int) throws(RouteDBError) -> [String] {
        var groups: [String] = []
        try forEachText(of: "route_group", in: nil) { group in
            groups.append(group)
            return groups.count < limit
        }
        return groups
    }

    /// Reads the texts of a column of routes, each once, in order, as long as a closure returns `true`.
    private func forEachText(
        of column: String, in space: NamespaceID?, _ body: (String) -> Bool
    ) throws(RouteDBError) {
        let isThere = past == nil ? "ended_by IS NULL" : "(ended_by IS NULL OR ended_by > ?2)"
        let distinct = """
            SELECT DISTINCT \(column) FROM route
            WHERE \(column) IS NOT NULL AND ifnull(?1, namespace) = namespace AND \(isThere)
                \(past == nil ? "" : "AND +made_by <= ?2")
            ORDER BY \(column)
            """
        try database.run(composed: distinct) { statement in
            try statement.bind([SQLiteValue(space?.rawValue)] + (past.map { [.integer($0)] } ?? []))
            while try statement.step(), body(statement.string(at: 0)) {}
        }
    }

    /// Checks that a condition by itself selects any route.
    private func check(
        _ filter: RouteFilter, _ condition: WritableKeyPath<RouteFilter, String?>,
        _ column: String, _ relation: String, _ noun: String
    ) throws(RouteDBError) {
        guard let name = filter[keyPath: condition] else { return }
        var one = RouteFilter()
        one.namespace = filter.namespace
        let space = try self.space(of: one)
        one[keyPath: condition] = name
        guard
            try reading.rows(of: RouteQuery(one, limit: 1), in: space, selecting: "1", { _ in 1 })
                .isEmpty
        else { return }
        var known = KnownNames(like: name, most: Self.listedNames)
        try forEachText(of: column, in: space) { text in
            known.add(text)
            return true
        }
        throw known.failure(relation, noun)
    }

    /// Checks that a route has a label with a key.
    private func check(
        _ label: RouteFilter.Label, _ filter: RouteFilter
    ) throws(RouteDBError) {
        var one = RouteFilter()
        one.namespace = filter.namespace
        var known = KnownNames(like: label.key, most: Self.listedNames)
        var keys: Set<String> = []
        _ = try reading.rows(of: RouteQuery(one), in: space(of: one), selecting: "labels") { row in
            if let text = row.optionalString(at: 0) {
                keys.formUnion(try RouteLabels.labels(stored: text).keys)
            }
            return nil as Never?
        }
        guard !keys.contains(where: { TextKey($0) == TextKey(label.key) }) else { return }
        for key in keys.map(TextKey.init).sorted() { known.add(key.text) }
        throw known.failure("with the label", "labels")
    }
}

/// The names that there are, of which an error tells the nearest or the first few.
private struct KnownNames {
    private let name: String
    private let most: Int
    private var search: NameSuggestion.Search
    private var first: [String] = []
    private var count = 0

    init(like name: String, most: Int) {
        (self.name, self.most) = (name, most)
        search = NameSuggestion.Search(for: name)
    }

    mutating func add(_ known: String) {
        if !search.isDone { search.try(known) }
        count += 1
        if count <= most { first.append("'\(known)'") }
    }

    func failure(_ relation: String, _ noun: String) -> RouteDBError {
        let listed = first.joined(separator: ", ") + (count > most ? ", …" : "")
        let list = count == 0 ? "There are no \(noun)." : "The \(noun) are \(listed)."
        return RouteDBError(
            noun == "groups" ? .groupNotFound : .routeNotFound,
            "There is no route \(relation) \(name.excerpt).", hint: search.question ?? list)
    }
}
