import RouteDBDatabase
import RouteDBRouting
import RouteDBStorage

extension DocumentEdit {
    /// How to treat a route that exists and differs.
    var duplicateRule: DuplicateRule {
        options.duplicateRule ?? (exact == nil ? .skip : .replace)
    }

    /// Returns how to treat an existing namespace and its converters: outside whole namespaces of
    /// the part, only missing ones are added.
    func duplicateRule(inNamespace name: String) -> DuplicateRule {
        exact?.isWhole(name) == false ? .skip : duplicateRule
    }

    /// Determines which part of the registry the document describes.
    mutating func beginExactly() throws(InputProblem) {
        try narrow()
        guard var exact else { return }
        guard !exact.isWholeRegistry || document.listsAnything || options.isComplete else {
            throw InputProblem(
                at: nil, "The document lists nothing, so there is nothing to apply.",
                hint: "To remove what a namespace or a group has, name it with the document.")
        }
        var fallbacks: [String: String] = [:]
        for draft in RegistryDocument.items(document.namespaces) {
            fallbacks[draft.name] = draft.fallback
        }
        exact.mentioned.formUnion(document.mentionedNamespaces.union(options.mentioned))
        var next = exact.part.namespace
        while let name = next, let fallback = fallbacks[name], !exact.fallbacks.contains(fallback) {
            exact.fallbacks.insert(fallback)
            next = fallback
        }
        self.exact = exact
    }

    /// Limits the part to the selection of an export; the requested part may be smaller.
    private mutating func narrow() throws(InputProblem) {
        guard let origin = document.selectionOrigin else { return }
        for (key, path) in Self.selectionPaths {
            guard let own = document.selection[keyPath: path] else { continue }
            let asked = exact?.part[keyPath: path]
            guard asked == nil || asked.map({ TextKey($0) }) == TextKey(own) else {
                throw origin.problem(
                    "selection", "The document is an export of the \(key) '\(own)' only.",
                    hint: "Apply it to that one, or export again.")
            }
            exact?.part[keyPath: path] = own
        }
    }

    private static var selectionPaths: [(String, WritableKeyPath<RegistryDocument.Part, String?>)] {
        [("namespace", \.namespace), ("group", \.group)]
    }

    /// Makes the routes of the part equal to the collected ones.
    mutating func setRoutes(count: Int) throws -> [EditOutcome<RouteID>?] {
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
            try report(error, ofRouteAt: exact.routes[index].origin)
        }
        var outcomes = [EditOutcome<RouteID>?](repeating: nil, count: count)
        var last: [String: RouteID] = [:]
        for (entry, outcome) in zip(exact.routes, done.outcomes) {
            if outcomes.indices.contains(entry.index) { outcomes[entry.index] = outcome }
            guard let id = outcome?.item else { continue }
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
    mutating func prune() throws {
        guard let exact else { return }
        let snapshot = try editor.snapshot()
        let names = snapshot.namespaceNames
        let routes = RouteIndex(snapshot.routes)
        if document.rules != nil {
            for rule in snapshot.accessRules where !exact.rules.contains(rule.id) {
                guard Self.covers(rule.scope, exact, names, routes) else { continue }
                try editor.removeRule(rule.id)
            }
        }
        if document.defaults != nil {
            for (scope, values) in snapshot.defaults {
                guard let place = Self.place(scope, names), exact.covers(place),
                    let name = place.namespace, exact.namespaces.contains(name)
                else { continue }
                for member in values.members where !exact.keeps(member.key, in: place) {
                    try editor.unsetDefault(member.key, in: place)
                }
            }
        }
        if let converters = document.converters {
            try pruneConverters(besides: converters, snapshot, names)
        }
        if document.suppressions != nil {
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
        if document.cases != nil, exact.isWholeRegistry {
            for stored in snapshot.cases where !exact.cases.contains(stored.id) {
                try editor.removeCase(stored.id)
            }
        }
        try pruneApps(snapshot, names)
        try pruneNamespaces(snapshot)
    }

    /// Removes the namespaces that a complete document neither describes nor mentions.
    private func pruneNamespaces(_ snapshot: RegistrySnapshot) throws(RouteDBError) {
        guard options.isComplete, exact?.isWholeRegistry == true, let listed = document.namespaces
        else { return }
        let drafts = RegistryDocument.items(listed)
        let wanted = document.mentionedNamespaces.union(drafts.compactMap(\.fallback))
            .union([RouteNamespace.defaultName])
        let names = snapshot.namespaces.map(\.name).filter { !wanted.contains($0) }
        for name in names { try editor.updateNamespace(name) { $0.fallback = nil } }
        for name in names { try editor.removeNamespace(name, removingRoutes: true) }
    }

    private func pruneApps(
        _ snapshot: RegistrySnapshot, _ names: [NamespaceID: String]
    ) throws(RouteDBError) {
        guard let exact, let apps = document.apps else { return }
        let listed = Set(
            RegistryDocument.items(apps).map { AppPlace($0.content, in: $0.namespace) })
        for record in snapshot.appRecords {
            guard let namespace = names[record.namespace], exact.isWhole(namespace),
                exact.namespaces.contains(namespace),
                !listed.contains(AppPlace(record.app, in: namespace))
            else { continue }
            try editor.removeApp(record.app.identifier, on: record.app.platform, in: namespace)
        }
    }

    private mutating func pruneConverters(
        besides listed: [RegistryDocument.Entry<RegistryDocument.ConverterDraft>],
        _ snapshot: RegistrySnapshot, _ names: [NamespaceID: String]
    ) throws {
        guard let exact else { return }
        let listed = Set(RegistryDocument.items(listed).map { [$0.namespace, $0.name] })
        for converter in snapshot.converters {
            guard let namespace = names[converter.namespace], exact.isWhole(namespace),
                exact.namespaces.contains(namespace),
                !listed.contains([namespace, converter.name])
            else { continue }
            do {
                try editor.removeConverter(converter.name, in: namespace)
            } catch {
                try report(error, of: document.convertersOrigin)
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

    /// Returns whether a rule belongs to the part.
    private static func covers(
        _ scope: RouteScope, _ exact: ExactImport, _ names: [NamespaceID: String],
        _ routes: RouteIndex
    ) -> Bool {
        if let place = place(scope, names) {
            return exact.covers(place)
                && place.namespace.map(exact.namespaces.contains) ?? false
        }
        guard case .route(let id) = scope, let route = routes[id],
            let name = names[route.namespace], exact.namespaces.contains(name)
        else { return false }
        guard let group = route.group else { return exact.part.group == nil }
        return exact.covers(.group(namespace: name, group: group))
    }
}

/// The key that tells an app from all others.
private struct AppPlace: Hashable {
    private let namespace: TextKey
    private let platform: LinkedApp.Platform
    private let identifier: TextKey

    init(_ app: LinkedApp, in namespace: String) {
        self.namespace = TextKey(namespace)
        platform = app.platform
        identifier = TextKey(app.identifier)
    }
}

extension LintSuppression {
    /// The scopes of the suppression: its routes, or else its namespace.
    fileprivate var scopes: [RouteScope] {
        let routes = [route, other].compactMap { $0.map(RouteScope.route) }
        return routes.isEmpty ? namespace.map { [.namespace($0)] } ?? [] : routes
    }
}

extension RegistryDocument {
    /// True if the document has an item, or says of a kind that only the whole registry has that
    /// there is none.
    fileprivate var listsAnything: Bool {
        if end != nil || cases != nil || suppressions != nil { return true }
        return [
            namespaces?.isEmpty, converters?.isEmpty, routes?.isEmpty, defaults?.isEmpty,
            rules?.isEmpty, apps?.isEmpty,
        ].contains(false)
    }
}

extension RegistryDocument {
    /// The items of a kind that could be read.
    static func items<Content>(_ entries: [Entry<Content>]?) -> [Content] {
        (entries ?? []).compactMap { if case .item(let content, _) = $0 { content } else { nil } }
    }

    /// The names of the namespaces that the document describes, or has something in.
    var mentionedNamespaces: Set<String> {
        Set(Self.items(namespaces).map(\.name))
            .union(Self.items(converters).map(\.namespace))
            .union(Self.items(apps).map(\.namespace))
            .union(Self.items(routes).map(\.draft.namespace))
            .union(Self.items(defaults).compactMap(\.place.namespace))
            .union(Self.items(rules).compactMap(\.namespace))
    }

    /// The document with the kinds of items that another one lists: with none of a kind that it does
    /// not list itself.
    func listing(kindsOf other: RegistryDocument) -> RegistryDocument {
        var document = self
        document.namespaces = other.namespaces.map { _ in namespaces ?? [] }
        document.converters = other.converters.map { _ in converters ?? [] }
        document.routes = other.routes.map { _ in routes ?? [] }
        document.defaults = other.defaults.map { _ in defaults ?? [] }
        document.rules = other.rules.map { _ in rules ?? [] }
        document.suppressions = other.suppressions.map { _ in suppressions ?? [] }
        document.cases = other.cases.map { _ in cases ?? [] }
        document.apps = other.apps.map { _ in apps ?? [] }
        return document
    }
}

extension DefaultPlace {
    /// The name of the namespace; `nil` for a route.
    fileprivate var namespace: String? {
        switch self {
        case .namespace(let name), .group(let name, group: _): name
        case .route: nil
        }
    }
}

extension RegistryDocument.Part {
    /// The selection as it is written in a document.
    var json: JSONObject {
        [
            "namespace": namespace.map(JSONValue.string) ?? .null,
            "group": group.map(JSONValue.string) ?? .null,
        ]
    }
}
