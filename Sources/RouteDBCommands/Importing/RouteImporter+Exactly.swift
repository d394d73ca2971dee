import RouteDB

extension RouteImporter {
    /// How to treat a route that exists and differs.
    var duplicateRule: DuplicateRule {
        options.duplicateRule ?? (exact == nil ? .skip : .replace)
    }

    /// Returns how to treat an existing namespace and its converters: outside whole namespaces of
    /// the part, only missing ones are added.
    func duplicateRule(inNamespace name: String) -> DuplicateRule {
        exact?.isWhole(name) == false ? .skip : duplicateRule
    }

    /// Determines which part of the registry a document describes.
    mutating func beginExactly(_ members: JSONMembers) throws {
        try narrow(by: members)
        guard var exact else { return }
        var named: [String: String] = [:]
        for key in ["namespaces", "converters", "routes", "defaults", "rules"] {
            for case .object(let object) in try members.array(key) ?? [] {
                let name = Self.text("namespace", of: object)
                switch key {
                case "namespaces":
                    guard let own = Self.text("name", of: object) else { continue }
                    exact.mentioned.insert(own)
                    named[own] = Self.text("fallback", of: object)
                case "rules": if let name { exact.mentioned.insert(name) }
                default: exact.mentioned.insert(name ?? RouteNamespace.defaultName)
                }
            }
        }
        var next = exact.part.namespace
        while let name = next, let fallback = named[name], !exact.fallbacks.contains(fallback) {
            exact.fallbacks.insert(fallback)
            next = fallback
        }
        self.exact = exact
    }

    /// Limits the part to the selection of an export; the requested part may be smaller.
    private mutating func narrow(by members: JSONMembers) throws {
        guard let object = try members.object("selection") else { return }
        for (key, path) in Self.selectionPaths {
            guard let own = Self.text(key, of: object) else { continue }
            let asked = exact?.part[keyPath: path]
            guard asked == nil || asked.map({ TextKey($0) }) == TextKey(own) else {
                throw members.problem(
                    "selection", "The document is an export of the \(key) '\(own)' only.",
                    hint: "Apply it to that one, or export again.")
            }
            exact?.part[keyPath: path] = own
        }
    }

    private static var selectionPaths: [(String, WritableKeyPath<RouteSelection, String?>)] {
        [("namespace", \.namespace), ("group", \.group)]
    }

    private static func text(_ key: String, of object: JSONObject) -> String? {
        if case .string(let text)? = object[key] { text } else { nil }
    }

    /// Makes the routes of the part equal to the collected ones.
    ///
    /// - Parameter count: The number of routes in the document; 0 for lines and records, which are
    ///   not referred to by index.
    /// - Returns: The outcome for each route of the document; `nil` for routes outside the part.
    /// - Throws: ``ImportFailure`` if the input is invalid; `RouteDBError` from the storage.
    @discardableResult
    mutating func setRoutes(count: Int) throws -> [EditOutcome?] {
        guard let exact else { return [] }
        if options.createsNamespaces {
            for name in Set(exact.routes.map(\.route.draft.namespace)).sorted() {
                try addNamespace(name)
            }
        }
        let wanted = exact.routes.map { entry in
            WantedRoute(
                entry.route.draft, keepsBoth: entry.route.duplicateRule == .keepBoth)
        }
        let part = RegistryPart(namespaces: exact.namespaces, group: exact.part.group)
        let done = try editor.setRoutes(wanted, in: part) { index, error in
            try report(error, ofRoute: exact.routes[index].place)
        }
        var outcomes = [EditOutcome?](repeating: nil, count: count)
        var last: [String: RouteID] = [:]
        for (entry, outcome) in zip(exact.routes, done.outcomes) {
            if outcomes.indices.contains(entry.index) { outcomes[entry.index] = outcome }
            guard let id = outcome?.id else { continue }
            let previous = last.updateValue(id, forKey: entry.route.draft.namespace)
            if let previous, id < previous { self.exact?.isReordered = true }
        }
        return outcomes
    }

    /// Clears the bindings and fallbacks of namespaces that change, so that one namespace can take
    /// over what another gives up.
    func clear(_ drafts: [NamespaceDraft]) throws {
        for wanted in drafts {
            do {
                try editor.updateNamespace(wanted.name) { draft throws(RouteDBError) in
                    guard !Self.areEqual(draft, wanted) else { return }
                    (draft.schemes, draft.hosts, draft.fallback) = ([], [], nil)
                }
            } catch {
                // The namespace is new.
                guard error.code == .namespaceNotFound else { throw error }
            }
        }
    }

    /// Removes what the part contains beyond the document, for each kind of item that the document
    /// lists.
    mutating func prune(besides members: JSONMembers) throws {
        guard let exact else { return }
        let snapshot = try editor.snapshot()
        let names = snapshot.namespaceNames
        let routes = RulePlaces(snapshot).routes
        if members.value("rules") != nil {
            for rule in snapshot.accessRules where !exact.rules.contains(rule.id) {
                guard Self.covers(rule.scope, exact, names, routes) else { continue }
                try editor.removeRule(rule.id)
            }
        }
        if members.value("defaults") != nil {
            for (scope, values) in snapshot.defaults {
                guard let place = Self.place(scope, names), exact.covers(place),
                    exact.namespaces.contains(Self.namespace(of: place))
                else { continue }
                for member in values.members where !exact.keeps(member.key, in: place) {
                    try editor.unsetDefault(member.key, in: place)
                }
            }
        }
        if members.value("converters") != nil { try pruneConverters(of: members, snapshot, names) }
        if members.value("suppressions") != nil {
            for suppression in snapshot.suppressions
            where !exact.suppressions.contains(suppression.id) {
                let scopes = suppression.scopes
                let isOfPart =
                    scopes.isEmpty
                    ? exact.isWholeRegistry
                    : scopes.allSatisfy { Self.covers($0, exact, names, routes) }
                if isOfPart { try editor.removeSuppression(suppression.id) }
            }
        }
        if members.value("cases") != nil, exact.isWholeRegistry {
            for stored in snapshot.cases where !exact.cases.contains(stored.id) {
                try editor.removeCase(stored.id)
            }
        }
    }

    private mutating func pruneConverters(
        of members: JSONMembers, _ snapshot: RegistrySnapshot, _ names: [NamespaceID: String]
    ) throws {
        guard let exact else { return }
        var listed: Set<[String]> = []
        for case .object(let object) in try members.array("converters") ?? [] {
            let namespace = Self.text("namespace", of: object) ?? RouteNamespace.defaultName
            if let name = Self.text("name", of: object) { listed.insert([namespace, name]) }
        }
        for converter in snapshot.converters {
            guard let namespace = names[converter.namespace], exact.isWhole(namespace),
                exact.namespaces.contains(namespace),
                !listed.contains([namespace, converter.name])
            else { continue }
            do {
                try editor.removeConverter(converter.name, in: namespace)
            } catch {
                try report(error) { members.place(of: "converters") }
            }
        }
    }

    /// Returns a scope as a place; `nil` for a route.
    private static func place(
        _ scope: RouteScope, _ names: [NamespaceID: String]
    ) -> DefaultPlace? {
        switch scope {
        case .namespace(let id): names[id].map { .namespace($0) }
        case .group(let id, let group): names[id].map { .group(namespace: $0, group: group) }
        case .route: nil
        }
    }

    private static func namespace(of place: DefaultPlace) -> String {
        switch place {
        case .namespace(let name), .group(let name, group: _): name
        case .route: ""
        }
    }

    /// Returns whether a rule belongs to the part.
    private static func covers(
        _ scope: RouteScope, _ exact: ExactImport, _ names: [NamespaceID: String],
        _ routes: [RouteID: Route]
    ) -> Bool {
        if let place = place(scope, names) {
            return exact.covers(place) && exact.namespaces.contains(namespace(of: place))
        }
        guard case .route(let id) = scope, let route = routes[id],
            let name = names[route.namespace], exact.namespaces.contains(name)
        else { return false }
        guard let group = route.group else { return exact.part.group == nil }
        return exact.covers(.group(namespace: name, group: group))
    }
}

extension LintSuppression {
    /// The scopes of the suppression: its routes, or else its namespace.
    fileprivate var scopes: [RouteScope] {
        let routes = [route, other].compactMap { $0.map(RouteScope.route) }
        return routes.isEmpty ? namespace.map { [.namespace($0)] } ?? [] : routes
    }
}

extension RouteSelection {
    /// The selection as it is written in a document.
    var json: JSONObject {
        [
            "namespace": namespace.map(JSONValue.string) ?? .null,
            "group": group.map(JSONValue.string) ?? .null,
        ]
    }
}
