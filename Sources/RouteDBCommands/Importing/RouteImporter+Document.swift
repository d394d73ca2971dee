import RouteDB

extension RouteImporter {
    /// The version of the documents that are read and written.
    static let schema: Int64 = 1

    private static let keys: Set = [
        "schema", "selection", "namespaces", "converters", "routes", "defaults", "rules",
        "suppressions", "cases",
    ]

    /// Imports a JSON document: an array of routes, or the contents of a registry.
    mutating func readDocument(_ reader: inout ByteReader) throws {
        let text = try JSONText(try reader.rest(limit: options.documentLimit), firstLine: 1)
        if case .array(let routes) = text.value {
            try addRoutes(routes, at: [], of: text)
            if exact != nil { try setRoutes(count: routes.count) }
            return
        }
        let members = try JSONMembers(text.value, at: [], of: text)
        guard
            Self.keys.contains(where: {
                $0 != "schema" && $0 != "selection" && members.value($0) != nil
            })
        else {
            throw members.problem(
                nil,
                "The document is neither an array of routes nor an object that holds"
                    + " 'routes', 'namespaces', 'converters', 'defaults', 'rules',"
                    + " 'suppressions' or 'cases'.",
                hint: "If each line is a route, give --format ndjson.")
        }
        if let schema = members.value("schema"), schema != .int(Self.schema) {
            throw members.problem(
                "schema", "The schema of the document is not \(Self.schema).",
                hint: "Export it with this version of the tool, or import it with a newer one.")
        }
        summary.ignore(members.object.members.map(\.key).filter { !Self.keys.contains($0) })
        if exact != nil { try beginExactly(members) }
        try addNamespaces(try members.array("namespaces") ?? [], of: text)
        // Converters come before the routes that use them as types.
        try addConverters(try members.array("converters") ?? [], of: text)
        var routes = try addRoutes(
            try members.array("routes") ?? [], at: [.key("routes")], of: text)
        if exact != nil, members.value("routes") != nil {
            routes = try setRoutes(count: routes.count)
        }
        try addDefaults(try members.array("defaults") ?? [], of: text)
        try addRules(try members.array("rules") ?? [], about: routes, of: text)
        try addSuppressions(try members.array("suppressions") ?? [], about: routes, of: text)
        try addCases(try members.array("cases") ?? [], of: text)
        if exact != nil { try prune(besides: members) }
    }

    /// Imports routes.
    ///
    /// - Returns: The outcome for each; `nil` if it could not be read or added.
    @discardableResult
    private mutating func addRoutes(
        _ routes: [JSONValue], at path: [JSONLocator.Step], of text: JSONText
    ) throws -> [EditOutcome?] {
        let parser = JSONRouteParser(options: options)
        var outcomes = [EditOutcome?](repeating: nil, count: routes.count)
        for (index, value) in routes.enumerated() {
            do {
                exact?.next = index
                let members = try JSONMembers(value, at: path + [.index(index)], of: text)
                noteIgnored(parser.ignoredKeys(members), of: members)
                let route = try parser.route(members)
                outcomes[index] = try add(route) { parser.place(of: $0, in: members) }
            } catch let problem as InputProblem {
                try report(problem)
            }
        }
        return outcomes
    }

    private mutating func addDefaults(_ entries: [JSONValue], of text: JSONText) throws {
        for (index, value) in entries.enumerated() {
            do {
                let members = try JSONMembers(
                    value, at: [.key("defaults"), .index(index)], of: text)
                let namespace = try members.string("namespace") ?? RouteNamespace.defaultName
                let group = try members.string("group")
                let place: DefaultPlace =
                    group.map { .group(namespace: namespace, group: $0) } ?? .namespace(namespace)
                guard exact?.covers(place) ?? true else { continue }
                try setDefaults(try members.object("values") ?? [:], in: place, members)
            } catch let problem as InputProblem {
                try report(problem)
            }
        }
    }

    private mutating func setDefaults(
        _ values: JSONObject, in place: DefaultPlace, _ members: JSONMembers
    ) throws {
        do {
            let old = try editor.defaults(in: place)
            for key in values.members.map(\.key) { exact?.keep(key, in: place) }
            for member in values.members {
                // Compare texts, as values are stored: a double never equals a whole number.
                let present = old[member.key]?.description
                if present == member.value.description {
                    summary.defaults.unchanged += 1
                    continue
                }
                if present != nil {
                    switch duplicateRule {
                    case .replace: summary.defaults.replaced += 1
                    case .error:
                        throw members.problem(
                            "values",
                            "The default value '\(member.key)' already exists with another"
                                + " value.",
                            hint: "Choose what happens: --on-duplicate skip or replace.")
                    case .skip, .keepBoth:
                        summary.defaults.skipped += 1
                        continue
                    }
                } else {
                    summary.defaults.added += 1
                }
                try editor.setDefault(member.key, to: member.value, in: place)
            }
        } catch let error as RouteDBError {
            try report(error) { members.place(of: nil) }
        }
    }
}
