package import RouteDB
import RouteDBRouting

extension ForeignRoutes {
    /// Reads the operations of an API, described by OpenAPI 3.0 or 3.1, as routes.
    ///
    /// The kind of a route is the method, its name and target are the operation's id, its group is the
    /// first tag, and its note is the summary. A parameter of the path has the type of its schema; one of
    /// the query is a value that the route requires, or has a default value for. Servers become
    /// namespaces.
    ///
    /// - Parameters:
    ///   - text: The text of the file.
    ///   - options: What is set for every route.
    /// - Throws: ``InputProblem`` for the first mistake, with its place and the way out.
    /// - Complexity: Linear in the file, times the number of servers with different paths.
    package init(openAPI text: JSONText, _ options: Options) throws(InputProblem) {
        self.init()
        let document = try OpenAPIDocument(text)
        let servers = try OpenAPIServers(of: document, &losses)
        let title = try document.root.object("info").flatMap { info -> String? in
            if case .string(let title)? = info["title"] { title } else { nil }
        }
        try document.checkWork(for: servers.bases.count)
        for (number, base) in servers.bases.enumerated() {
            var name = options.namespace
            if name == nil, !base.hosts.isEmpty { name = ForeignText.namespace(title ?? "api") }
            if number > 0 { name = "\(name ?? RouteNamespace.defaultName)-\(number + 1)" }
            if let name, !base.hosts.isEmpty || number > 0 {
                namespaces.append(
                    NamespaceDraft(name: name, schemes: base.schemes, hosts: base.hosts))
            }
            var reader = OpenAPIReader(
                document: document, base: base.path,
                namespace: name ?? RouteNamespace.defaultName, options: options)
            try reader.read(into: &self)
        }
        for key in ["webhooks", "security"] where document.root.object[key] != nil {
            losses.add(key, Self.unsaid[key] ?? "")
        }
    }

    private static let unsaid = [
        "webhooks": "Webhooks are calls that the API makes, and no routes.",
        "security": "Security becomes no access rule: add rules with 'routedb acl'.",
    ]
}

/// Makes routes of the operations of an API below one server.
private struct OpenAPIReader {
    let document: OpenAPIDocument
    let base: String
    let namespace: String
    let options: ForeignRoutes.Options
    private var names: Set<String> = []

    init(
        document: OpenAPIDocument, base: String, namespace: String, options: ForeignRoutes.Options
    ) {
        self.document = document
        self.base = base
        self.namespace = namespace
        self.options = options
    }

    mutating func read(into routes: inout ForeignRoutes) throws(InputProblem) {
        guard let paths = try document.root.object("paths") else { return }
        for member in paths.members where !member.key.utf8.starts(with: "x-".utf8) {
            let place: [JSONStep] = [.key("paths"), .key(member.key)]
            guard member.key.utf8.first == UInt8(ascii: "/") else {
                throw InputProblem(
                    at: document.text.place(of: place),
                    "The path '\(PlainText.shown(member.key))' does not begin with '/'.",
                    hint: "Write '/\(PlainText.shown(member.key))'.")
            }
            guard case .object(let written) = member.value else {
                throw InputProblem(
                    at: document.text.place(of: place), "This is not an object.",
                    hint: "Write {\"get\": {…}}.")
            }
            guard let item = document.object(.object(written)) else {
                routes.losses.add(
                    "paths.\(member.key)", "Its '$ref' leads to another file.", isLeftOut: true)
                continue
            }
            if item["servers"] != nil {
                routes.losses.add("paths.\(member.key)", Self.ownServers)
            }
            for method in OpenAPIDocument.methods {
                guard case .object(let operation)? = item[method] else { continue }
                read(operation, method, of: member.key, item, place, into: &routes)
            }
        }
    }

    private static let ownServers = "It has servers of its own, which are not read."

    private mutating func read(
        _ operation: JSONObject, _ method: String, of path: String, _ item: JSONObject,
        _ place: [JSONStep], into routes: inout ForeignRoutes
    ) {
        let label = "paths.\(path).\(method)"
        let parameters = parameters(item, operation, label, &routes.losses)
        var losses = ExchangeLosses()
        guard let pattern = pattern(of: path, parameters, label, &losses) else {
            routes.losses.add(
                label, "No pattern of a route can be as its path.", isLeftOut: true)
            return
        }
        var route = pattern.description
        if base.isEmpty, path == "/" { route = "/" }
        do throws(PatternError) {
            _ = try RoutePattern(route)
        } catch {
            return routes.losses.add(label, error.message, isLeftOut: true)
        }
        for loss in losses.list { routes.losses.add(loss.item, loss.message) }
        let id = Self.text(operation["operationId"])
        let fallback = ForeignText.plain("\(method) \(path)", limit: 255) ?? method
        let own = Self.text(operation["x-routedb-target"]) ?? id
        var draft = RouteDraft(
            pattern: route, syntax: .native,
            target: options.target ?? own.flatMap { ForeignText.plain($0, limit: 255) } ?? fallback,
            name: name(id, label, &routes.losses), group: options.group ?? group(of: operation),
            kind: method.uppercased(), namespace: namespace)
        draft.note = (Self.text(operation["summary"]) ?? Self.text(operation["description"]))
            .flatMap { ForeignText.plain($0, limit: 1_024) }
        if operation["deprecated"] == .bool(true) { draft.labels["deprecated"] = "yes" }
        add(parameters, to: &draft, label, &routes.losses)
        for (key, message) in Self.unsaid where operation[key] != nil {
            routes.losses.add(label, message)
        }
        let (text, path) = (document.text, place + [.key(method)])
        routes.routes.append((draft, { text.place(of: path) }))
    }

    /// What operations have and routes do not.
    private static let unsaid = [
        ("requestBody", "What a request's body holds is not part of a route."),
        ("responses", "What answers hold is not part of a route."),
        ("security", "Security becomes no access rule: add rules with 'routedb acl'."),
        ("servers", ownServers), ("callbacks", "Callbacks are not part of a route."),
    ]

    // MARK: Parameters

    /// The parameters of an operation: its own take the place of those of its path.
    private func parameters(
        _ item: JSONObject, _ operation: JSONObject, _ label: String,
        _ losses: inout ExchangeLosses
    ) -> [OpenAPIParameter] {
        var found: [OpenAPIParameter] = []
        var places: [[String]: Int] = [:]
        for list in [item["parameters"], operation["parameters"]] {
            guard case .array(let values)? = list else { continue }
            let limit = OpenAPIDocument.parameterLimit
            if values.count > limit {
                losses.add(label, "Only the first \(limit) parameters of a list are read.")
            }
            for value in values.prefix(limit) {
                guard
                    let parameter = document.object(value).flatMap({
                        OpenAPIParameter($0, of: document)
                    })
                else {
                    losses.add(label, "A parameter cannot be read, or is in another file.")
                    continue
                }
                let key = [parameter.place, parameter.name]
                if let place = places[key] {
                    found[place] = parameter
                } else {
                    places[key] = found.count
                    found.append(parameter)
                }
            }
        }
        return found
    }

    /// Adds what is not in the path: values of the query that are required, or have a default value.
    private func add(
        _ parameters: [OpenAPIParameter], to draft: inout RouteDraft, _ label: String,
        _ losses: inout ExchangeLosses
    ) {
        for parameter in parameters where parameter.place != "path" {
            guard parameter.place == "query" else {
                losses.add(label, "Parameters in a header or cookie are not part of a route.")
                continue
            }
            guard !parameter.name.isEmpty,
                ForeignText.plain(parameter.name, limit: 255) == parameter.name
            else {
                losses.add(label, "The name of a parameter of the query cannot be that of a value.")
                continue
            }
            if parameter.isRequired {
                draft.requirements.append(RouteRequirement(parameter.name, Self.kind(parameter)))
            }
            if let value = parameter.schema["default"], value != .null {
                draft.defaults[parameter.name] = value
            }
        }
    }

    private static func kind(_ parameter: OpenAPIParameter) -> ValueKind {
        switch parameter.type.type {
        case .int: .int
        case .number, .float, .decimal: .number
        case .bool: .bool
        default: .string
        }
    }

    // MARK: Paths

    private func pattern(
        of path: String, _ parameters: [OpenAPIParameter], _ label: String,
        _ losses: inout ExchangeLosses
    ) -> RoutePattern? {
        var elements: [PatternElement] = []
        var rest = Array((base + path).utf8)[...]
        var literal: [UInt8] = []
        func flush() {
            guard !literal.isEmpty else { return }
            let text = String(decoding: literal, as: UTF8.self)
            elements.append(.literal(PercentCoding.decoded(text) ?? text))
            literal = []
        }
        while let byte = rest.first {
            switch byte {
            case UInt8(ascii: "/"):
                flush()
                elements.append(.separator)
            case UInt8(ascii: "{"):
                guard let end = rest.firstIndex(of: UInt8(ascii: "}")), end > rest.startIndex + 1
                else { return nil }
                flush()
                let name = String(decoding: rest[(rest.startIndex + 1)..<end], as: UTF8.self)
                elements.append(value(named: name, parameters, label, &losses))
                rest = rest[(end + 1)...]
                continue
            default: literal.append(byte)
            }
            rest = rest.dropFirst()
        }
        flush()
        return RoutePattern(scheme: nil, host: nil, path: elements, query: [])
    }

    private func value(
        named name: String, _ parameters: [OpenAPIParameter], _ label: String,
        _ losses: inout ExchangeLosses
    ) -> PatternElement {
        guard let parameter = parameters.first(where: { $0.name == name && $0.place == "path" })
        else {
            losses.add(label, "A value of the path has no parameter, and so any text.")
            return .parameter(Parameter(name: name))
        }
        let (type, loss) = parameter.type
        if let loss { losses.add(label, loss) }
        return .parameter(Parameter(name: name, type: type))
    }

    // MARK: Names

    private static func text(_ value: JSONValue?) -> String? {
        if case .string(let text)? = value, !text.isEmpty { text } else { nil }
    }

    /// The name of a route, where its id can be one.
    private mutating func name(
        _ id: String?, _ label: String, _ losses: inout ExchangeLosses
    ) -> String? {
        guard let id else { return nil }
        guard let name = ForeignText.name(id), names.insert(name).inserted else {
            losses.add(label, "Its id cannot be the name of a route, or is that of another.")
            return nil
        }
        return name
    }

    private func group(of operation: JSONObject) -> String? {
        guard case .array(let tags)? = operation["tags"] else { return nil }
        return Self.text(tags.first).flatMap(ForeignText.name)
    }
}
