import RouteDB

/// Writes the routes of a snapshot in a format that `import` reads back.
///
/// Routes are written in the order of registration. A route with the same pattern as an earlier one
/// of its namespace and kind is marked `keep-both`, so that an import into an empty registry does
/// not skip it.
struct RouteExporter {
    private let snapshot: RegistrySnapshot
    private let syntaxes: [RouteID: PatternSyntax]
    private let converters: [NamespaceID: Set<String>]
    private let selection: RouteSelection
    private let namespaces: [RouteNamespace]
    private let names: [NamespaceID: String]

    /// Creates an exporter.
    ///
    /// - Parameters:
    ///   - snapshot: The contents of the registry.
    ///   - syntaxes: The syntaxes of the routes that are not written in native syntax.
    ///   - selection: The part to write.
    /// - Throws: ``CommandFailure`` if the selected namespace does not exist.
    init(
        _ snapshot: RegistrySnapshot, syntaxes: [RouteID: PatternSyntax],
        _ selection: RouteSelection
    ) throws(CommandFailure) {
        self.snapshot = snapshot
        self.syntaxes = syntaxes
        self.selection = selection
        converters = Dictionary(
            snapshot.namespaces.lazy.map { ($0.id, snapshot.converterNames(of: $0.id)) },
            uniquingKeysWith: { first, _ in first })
        names = snapshot.namespaceNames
        guard let name = selection.namespace else {
            namespaces = snapshot.namespaces
            return
        }
        namespaces = snapshot.namespaces.filter { $0.name == name }
        guard namespaces.isEmpty else { return }
        throw CommandFailure(
            RouteDBError(
                noNamespace: name, among: Array(names.values), kind: snapshot.kind(named: name)))
    }

    /// Writes the selection.
    func write(_ format: RouteFileFormat, to output: OutputWriter) throws(StreamError) {
        switch format {
        case .ndjson: try writeLines(to: output)
        case .csv: try writeRecords(DelimitedWriter(delimiter: UInt8(ascii: ",")), to: output)
        case .tsv: try writeRecords(DelimitedWriter(delimiter: UInt8(ascii: "\t")), to: output)
        case .json: try writeDocument(to: output)
        }
    }

    // MARK: Formats

    private func writeLines(to output: OutputWriter) throws(StreamError) {
        var line: [UInt8] = []
        for (route, isTwin) in routes() {
            line.removeAll(keepingCapacity: true)
            JSONWriter.append(object(of: route, isTwin: isTwin), to: &line)
            line.append(UInt8(ascii: "\n"))
            try output.write(utf8: line)
        }
    }

    private func writeRecords(
        _ writer: DelimitedWriter, to output: OutputWriter
    ) throws(StreamError) {
        let hasTwins = routes().contains { $0.isTwin }
        let fields = RouteField.allCases.filter { $0 != .onDuplicate || hasTwins }
        var record: [UInt8] = []
        writer.append(fields.map(\.rawValue), to: &record)
        for (route, isTwin) in routes() {
            try output.write(utf8: record)
            record.removeAll(keepingCapacity: true)
            let written = text(of: route)
            writer.append(
                fields.map { text(of: $0, route, written, isTwin: isTwin) }, to: &record)
        }
        try output.write(utf8: record)
    }

    private func writeDocument(to output: OutputWriter) throws(StreamError) {
        try output.write("{\"schema\":\(RouteImporter.schema),")
        // Without the selection, `apply` could not tell whether missing routes were deleted or not
        // exported.
        if selection != RouteSelection() { try output.write("\"selection\":\(selection.json),") }
        try output.write("\"namespaces\":")
        try writeArray(selectedNamespaces.map(object), to: output)
        try output.write(",\"converters\":")
        try writeArray(selectedConverters, to: output)
        try output.write(",\"routes\":")
        try writeArray(routes().lazy.map { object(of: $0, isTwin: $1) }, to: output)
        try output.write(",\"defaults\":")
        try writeArray(sharedDefaults, to: output)
        try output.write(",\"rules\":")
        try writeArray(selectedRules, to: output)
        try output.write(",\"suppressions\":")
        try writeArray(selectedSuppressions, to: output)
        if selection == RouteSelection() {
            try output.write(",\"cases\":")
            try writeArray(snapshot.cases.lazy.map(\.content.json), to: output)
        }
        try output.write("}\n")
    }

    /// Writes an array with one object per line.
    private func writeArray(
        _ objects: some Sequence<JSONObject>, to output: OutputWriter
    ) throws(StreamError) {
        var bytes: [UInt8] = []
        var isFirst = true
        for object in objects {
            bytes.removeAll(keepingCapacity: true)
            bytes.append(contentsOf: (isFirst ? "[\n" : ",\n").utf8)
            JSONWriter.append(object, to: &bytes)
            try output.write(utf8: bytes)
            isFirst = false
        }
        try output.write(isFirst ? "[]" : "\n]")
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

    private func object(of route: Route, isTwin: Bool) -> JSONObject {
        let text = text(of: route)
        var object: JSONObject = [
            "pattern": text.map { .string($0.pattern) } ?? .null, "target": .string(route.target),
            "name": route.name.map(JSONValue.string) ?? .null,
            "group": route.group.map(JSONValue.string) ?? .null,
            "namespace": .string(name(of: route.namespace)),
            "priority": .int(Int64(route.priority)), "enabled": .bool(route.isEnabled),
            "defaults": .object(snapshot.defaults[.route(route.id)] ?? [:]),
            "syntax": text.map { .string($0.syntax.description) } ?? .null,
            "kind": route.kind.map(JSONValue.string) ?? .null,
            "requires": .object(RouteRequirement.json(route.requirements)),
            "plan": route.presentation.map { .object($0.json) } ?? .null,
        ]
        if isTwin {
            object[RouteField.onDuplicate.rawValue] = .string(DuplicateRule.keepBoth.rawValue)
        }
        return object
    }

    private func text(
        of field: RouteField, _ route: Route, _ written: (pattern: String, syntax: PatternSyntax)?,
        isTwin: Bool
    ) -> String {
        switch field {
        case .pattern: written?.pattern ?? ""
        case .target: route.target
        case .name: route.name ?? ""
        case .group: route.group ?? ""
        case .namespace: name(of: route.namespace)
        case .priority: String(route.priority)
        case .enabled: String(route.isEnabled)
        case .defaults: snapshot.defaults[.route(route.id)]?.description ?? ""
        case .syntax: written?.syntax.description ?? RouteField.noSyntax
        case .kind: route.kind ?? ""
        case .requires:
            route.requirements.isEmpty ? "" : "\(RouteRequirement.json(route.requirements))"
        case .plan: route.presentation?.json.description ?? ""
        case .onDuplicate: isTwin ? DuplicateRule.keepBoth.rawValue : ""
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

    private func object(of namespace: RouteNamespace) -> JSONObject {
        var policies: JSONObject = [:]
        for policy in NamespacePolicy.allCases {
            policies[policy.rawValue] = namespace.overrides[policy].map(JSONValue.string)
        }
        return [
            "name": .string(namespace.name), "profile": .string(namespace.profile.rawValue),
            "policies": .object(policies),
            "schemes": .array(namespace.schemes.map(JSONValue.string)),
            "hosts": .array(namespace.hosts.map(JSONValue.string)),
            "fallback": namespace.fallback.map { .string(name(of: $0)) } ?? .null,
            "fallbackTarget": namespace.fallbackTarget.map(JSONValue.string) ?? .null,
            "access": .string(namespace.access.rawValue),
        ]
    }

    /// The converters, ordered by namespace and name.
    private var selectedConverters: [JSONObject] {
        let wanted = Set(namespaces.map(\.id))
        return snapshot.converters.filter { wanted.contains($0.namespace) }
            .map { (namespace: name(of: $0.namespace), converter: $0) }
            .sorted { ($0.namespace, $0.converter.name) < ($1.namespace, $1.converter.name) }
            .map { entry in
                [
                    "namespace": .string(entry.namespace), "name": .string(entry.converter.name),
                    "rule": .string(entry.converter.rule.name),
                    "argument": entry.converter.rule.argument ?? .null,
                ]
            }
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
    func omitsRules(in format: RouteFileFormat) -> Bool {
        format != .json && !selectedRules.isEmpty
    }

    /// Returns whether a format that contains only routes leaves out suppressions.
    func omitsSuppressions(in format: RouteFileFormat) -> Bool {
        format != .json && !selectedSuppressions.isEmpty
    }

    /// Returns whether a format that contains only routes leaves out route tests.
    func omitsCases(in format: RouteFileFormat) -> Bool {
        format != .json && selection == RouteSelection() && !snapshot.cases.isEmpty
    }

    /// The access rules, oldest first; a route is given by its number in the document, from 1.
    private var selectedRules: [JSONObject] {
        guard !snapshot.accessRules.isEmpty else { return [] }
        let wanted = Set(namespaces.map(\.id))
        let places = Dictionary(
            zip(routes().map(\.route.id), Int64(1)...), uniquingKeysWith: { first, _ in first })
        return snapshot.accessRules.compactMap { rule in
            var object: JSONObject = [:]
            switch rule.scope {
            case .namespace(let id) where wanted.contains(id):
                object["namespace"] = .string(name(of: id))
            case .group(let id, let group)
            where wanted.contains(id) && (selection.group ?? group) == group:
                object["namespace"] = .string(name(of: id))
                object["group"] = .string(group)
            case .route(let id):
                guard let place = places[id] else { return nil }
                object["route"] = .int(place)
            default: return nil
            }
            return object.merging(rule.json)
        }
    }

    /// The suppressions, oldest first; a route is given by its number in the document, from 1.
    private var selectedSuppressions: [JSONObject] {
        guard !snapshot.suppressions.isEmpty else { return [] }
        let wanted = Set(namespaces.map(\.id))
        let places = Dictionary(
            zip(routes().map(\.route.id), Int64(1)...), uniquingKeysWith: { first, _ in first })
        return snapshot.suppressions.compactMap { suppression in
            var object: JSONObject = ["code": .string(suppression.code.rawValue)]
            for (key, route) in [("route", suppression.route), ("other", suppression.other)] {
                guard let route else { continue }
                guard let place = places[route] else { return nil }
                object[key] = .int(place)
            }
            if let namespace = suppression.namespace {
                guard wanted.contains(namespace) else { return nil }
                object["namespace"] = .string(name(of: namespace))
            }
            object["about"] = suppression.name.map(JSONValue.string)
            object["reason"] = .string(suppression.reason)
            return object
        }
    }
}
