package import RouteDBDatabase
package import RouteDBRouting
import RouteDBStorage

/// Writes the routes of a snapshot in a format that `import` reads back.
///
/// Routes are written in the order of registration. A route with the same pattern as an earlier one
/// of its namespace and kind is marked `keep-both`, so that an import into an empty registry does
/// not skip it.
package struct RouteExporter {
    private let snapshot: RegistrySnapshot
    private let syntaxes: [RouteID: PatternSyntax]
    private let converters: [NamespaceID: Set<String>]
    private let selection: RegistryDocument.Part
    private let namespaces: [RouteNamespace]
    private let names: [NamespaceID: String]

    /// Creates an exporter.
    package init(
        _ snapshot: RegistrySnapshot, syntaxes: [RouteID: PatternSyntax],
        _ selection: RegistryDocument.Part
    ) throws(RouteDBError) {
        self.snapshot = snapshot
        self.syntaxes = syntaxes
        self.selection = selection
        converters = Dictionary(grouping: snapshot.converters, by: \.namespace)
            .mapValues { Set($0.map(\.name)) }
        names = snapshot.namespaceNames
        namespaces =
            if let name = selection.namespace {
                [try snapshot.namespace(named: name)]
            } else {
                snapshot.namespaces
            }
        try snapshot.requireGroup(of: selection)
    }

    /// Writes the selection, piece by piece.
    package func write<Failure>(
        _ format: RegistryDocument.Format, to output: ([UInt8]) throws(Failure) -> Void
    ) throws(Failure) {
        switch format {
        case .ndjson: try writeLines(to: output)
        case .csv: try writeRecords(DelimitedWriter(delimiter: UInt8(ascii: ",")), to: output)
        case .tsv: try writeRecords(DelimitedWriter(delimiter: UInt8(ascii: "\t")), to: output)
        case .json: try writeDocument(to: output)
        }
    }

    // MARK: Formats

    private func writeLines<Failure>(to output: ([UInt8]) throws(Failure) -> Void) throws(Failure) {
        var line: [UInt8] = []
        for (route, isTwin) in routes() {
            line.removeAll(keepingCapacity: true)
            JSONWriter.append(object(of: route, isTwin: isTwin), to: &line)
            line.append(UInt8(ascii: "\n"))
            try output(line)
        }
    }

    private func writeRecords<Failure>(
        _ writer: DelimitedWriter, to output: ([UInt8]) throws(Failure) -> Void
    ) throws(Failure) {
        let fields = RouteField.columns.filter { $0.unset != nil || isUsed($0) }
        var record: [UInt8] = []
        writer.append(fields.map(\.name), to: &record)
        for (route, isTwin) in routes() {
            try output(record)
            record.removeAll(keepingCapacity: true)
            let described = describe(route)
            writer.append(fields.map { text(of: $0, described, isTwin: isTwin) }, to: &record)
        }
        try output(record)
    }

    private func writeDocument<Failure>(to output: ([UInt8]) throws(Failure) -> Void)
        throws(Failure)
    {
        try output(Array("{\"schema\":\(RegistryDocument.schema),".utf8))
        // Without the selection, `apply` could not tell whether missing routes were deleted or not
        // exported.
        if selection != RegistryDocument.Part() {
            try output(Array("\"selection\":\(selection.json),".utf8))
        }
        try output(Array("\"namespaces\":".utf8))
        try writeArray(selectedNamespaces.map { $0.allFields(references) }, to: output)
        try output(Array(",\"converters\":".utf8))
        try writeArray(selectedConverters, to: output)
        try output(Array(",\"routes\":".utf8))
        let mentions = mentions
        let lines = routes().lazy.map { route, isTwin in
            var object = object(of: route, isTwin: isTwin)
            object[RouteMention.anchorKey] = mentions.anchor(of: route.id).map(JSONValue.string)
            return object
        }
        try writeArray(lines, to: output)
        try output(Array(",\"defaults\":".utf8))
        try writeArray(sharedDefaults, to: output)
        try output(Array(",\"rules\":".utf8))
        try writeArray(selectedRules.map { json(of: $0, mentions) }, to: output)
        try output(Array(",\"suppressions\":".utf8))
        let names = ItemNames(
            namespace: references.namespace, route: { mentions[$0]?.json ?? .null })
        try writeArray(selectedSuppressions.map { $0.setFields(names) }, to: output)
        if selection == RegistryDocument.Part() {
            try output(Array(",\"cases\":".utf8))
            try writeArray(snapshot.cases.lazy.map(\.content.json), to: output)
        }
        try output(Array(",\"apps\":".utf8))
        try writeArray(selectedApps, to: output)
        try output(Array("}\n".utf8))
    }

    /// Writes an array with one object per line.
    private func writeArray<Failure>(
        _ objects: some Sequence<JSONObject>, to output: ([UInt8]) throws(Failure) -> Void
    ) throws(Failure) {
        var bytes: [UInt8] = []
        var isFirst = true
        for object in objects {
            bytes.removeAll(keepingCapacity: true)
            bytes.append(contentsOf: (isFirst ? "[\n" : ",\n").utf8)
            JSONWriter.append(object, to: &bytes)
            try output(bytes)
            isFirst = false
        }
        try output(Array((isFirst ? "[]" : "\n]").utf8))
    }

    // MARK: Contents

    /// Returns the routes, each with whether an earlier route of its namespace has the same
    /// pattern.
    private func routes() -> some Sequence<(route: Route, isTwin: Bool)> {
        struct Place: Hashable {
            let namespace: NamespaceID
            let pattern: RoutePattern
            let kind: String?
        }
        let wanted = Set(namespaces.map(\.id))
        var seen: Set<Place> = []
        return snapshot.routes.lazy
            .filter { wanted.contains($0.namespace) }
            .filter { selection.group == nil || $0.group == selection.group }
            .map { route in
                guard let pattern = route.pattern else { return (route, false) }
                let place = Place(
                    namespace: route.namespace, pattern: pattern,
                    kind: route.kind.map(RouteKind.canonical))
                return (route, !seen.insert(place).inserted)
            }
    }

    /// Returns the text and syntax of a route's pattern: what the author wrote, as long as it still
    /// means the same with the current converters; `nil` without a pattern.
    private func text(of route: Route) -> (pattern: String, syntax: PatternSyntax)? {
        guard let pattern = route.pattern else { return nil }
        if let written = route.dialectText, let syntax = syntaxes[route.id] {
            let names = converters[route.namespace] ?? []
            let again = try? syntax.parse(written, converters: names)
            if again == pattern { return (written, syntax) }
        }
        return (pattern.description, .native)
    }

    /// Returns whether any of the routes has a value for a field.
    private func isUsed(_ field: RouteField) -> Bool {
        routes().contains { route, isTwin in
            let described = DescribedRoute(route, namespace: "", pattern: nil)
            return value(of: field, described, isTwin: isTwin) != nil
        }
    }

    private func describe(_ route: Route) -> DescribedRoute {
        let text = text(of: route)
        return DescribedRoute(
            route, namespace: name(of: route.namespace), pattern: text?.pattern,
            syntax: text?.syntax, defaults: snapshot.defaults[.route(route.id)] ?? [:])
    }

    private func object(of route: Route, isTwin: Bool) -> JSONObject {
        let described = describe(route)
        var object: JSONObject = [:]
        for field in RouteField.all {
            object[field.name] = value(of: field, described, isTwin: isTwin) ?? field.unset
        }
        return object
    }

    private func value(
        of field: RouteField, _ route: DescribedRoute, isTwin: Bool
    ) -> JSONValue? {
        guard field == .onDuplicate else { return field.value(route) }
        return isTwin ? .string(DuplicateRule.keepBoth.rawValue) : nil
    }

    /// Returns a value as one field of delimited text.
    private func text(of field: RouteField, _ route: DescribedRoute, isTwin: Bool) -> String {
        if field == .redirect { return route.route.redirect?.location ?? "" }
        return switch value(of: field, route, isTwin: isTwin) {
        case .string(let text)?: text
        case let value?: value.description
        case nil: field == .syntax ? RouteField.noSyntax : ""
        }
    }

    private func name(of id: NamespaceID) -> String { names[id] ?? RouteNamespace.defaultName }

    /// The selected namespaces and their fallbacks: `default` first, then by name, so that equal
    /// registries give equal documents.
    private var selectedNamespaces: [RouteNamespace] {
        var found = namespaces
        var waiting = namespaces.compactMap(\.fallback)
        while let id = waiting.popLast() {
            guard !found.contains(where: { $0.id == id }),
                let next = snapshot.namespaces.first(where: { $0.id == id })
            else { continue }
            found.append(next)
            if let fallback = next.fallback { waiting.append(fallback) }
        }
        let rank = { (namespace: RouteNamespace) in
            namespace.name == RouteNamespace.defaultName ? 0 : 1
        }
        return found.sorted { (rank($0), $0.name) < (rank($1), $1.name) }
    }

    private var references: ItemNames {
        ItemNames(namespace: { .string(name(of: $0)) }, route: { .int($0.rawValue) })
    }

    /// The converters, ordered by namespace and name.
    private var selectedConverters: [JSONObject] {
        let wanted = Set(namespaces.map(\.id))
        return snapshot.converters.filter { wanted.contains($0.namespace) }
            .sorted {
                (name(of: $0.namespace), $0.name) < (name(of: $1.namespace), $1.name)
            }
            .map { $0.allFields(references) }
    }

    /// The default values of namespaces and groups, ordered.
    private var sharedDefaults: [JSONObject] {
        let wanted = Set(namespaces.map(\.id))
        var entries: [(namespace: String, group: String?, values: JSONObject)] = []
        for (scope, values) in snapshot.defaults where !values.members.isEmpty {
            switch scope {
            case .namespace(let id) where wanted.contains(id):
                entries.append((name(of: id), nil, values))
            case .group(let id, let group)
            where wanted.contains(id) && (selection.group ?? group) == group:
                entries.append((name(of: id), group, values))
            default: break
            }
        }
        return entries.sorted { ($0.namespace, $0.group ?? "") < ($1.namespace, $1.group ?? "") }
            .map { entry in
                [
                    "namespace": .string(entry.namespace),
                    "group": entry.group.map(JSONValue.string) ?? .null,
                    "values": .object(entry.values),
                ]
            }
    }

    /// Returns whether a format that contains only routes leaves out access rules.
    package func omitsRules(in format: RegistryDocument.Format) -> Bool {
        format != .json && !selectedRules.isEmpty
    }

    /// Returns whether a format that contains only routes leaves out suppressions.
    package func omitsSuppressions(in format: RegistryDocument.Format) -> Bool {
        format != .json && !selectedSuppressions.isEmpty
    }

    /// Returns whether a format that contains only routes leaves out route tests.
    package func omitsCases(in format: RegistryDocument.Format) -> Bool {
        format != .json && selection == RegistryDocument.Part() && !snapshot.cases.isEmpty
    }

    /// Returns whether a format that contains only routes leaves out apps.
    package func omitsApps(in format: RegistryDocument.Format) -> Bool {
        format != .json && !selectedApps.isEmpty
    }

    /// The apps, ordered by namespace, platform and identifier.
    private var selectedApps: [JSONObject] {
        let wanted = Set(namespaces.map(\.id))
        return snapshot.appRecords.filter { wanted.contains($0.namespace) }
            .map { (name(of: $0.namespace), $0) }
            .sorted { $0.0 < $1.0 }
            .map { $0.1.allFields(references) }
    }

    /// The access rules, oldest first.
    private var selectedRules: [AccessRule] {
        guard !snapshot.accessRules.isEmpty else { return [] }
        let wanted = Set(namespaces.map(\.id))
        let routes = Set(routes().map(\.route.id))
        return snapshot.accessRules.filter { rule in
            switch rule.scope {
            case .namespace(let id): wanted.contains(id)
            case .group(let id, let group):
                wanted.contains(id) && (selection.group ?? group) == group
            case .route(let id): routes.contains(id)
            }
        }
    }

    private func json(of rule: AccessRule, _ mentions: RouteMentions) -> JSONObject {
        var object: JSONObject = [:]
        switch rule.scope {
        case .namespace(let id): object["namespace"] = .string(name(of: id))
        case .group(let id, let group):
            object["namespace"] = .string(name(of: id))
            object["group"] = .string(group)
        case .route(let id): object["route"] = mentions[id]?.json
        }
        return object.merging(rule.json)
    }

    /// The suppressions, oldest first.
    private var selectedSuppressions: [LintSuppression] {
        guard !snapshot.suppressions.isEmpty else { return [] }
        let wanted = Set(namespaces.map(\.id))
        let selected = Set(routes().map(\.route.id))
        return snapshot.suppressions.filter { suppression in
            let routes = [suppression.route, suppression.other].compactMap(\.self)
            return routes.allSatisfy(selected.contains)
                && suppression.namespace.map(wanted.contains) ?? true
        }
    }

    /// How the rules and suppressions refer to routes.
    private var mentions: RouteMentions {
        var ids: Set<RouteID> = []
        for case .route(let id) in selectedRules.map(\.scope) { ids.insert(id) }
        for suppression in selectedSuppressions {
            ids.formUnion([suppression.route, suppression.other].compactMap(\.self))
        }
        guard !ids.isEmpty else { return RouteMentions() }
        return RouteMentions(
            of: ids, among: routes().map { ($0.route, text(of: $0.route)?.pattern) },
            namespace: name(of:),
            content: { Array(object(of: $0, isTwin: false).description.utf8) })
    }
}
