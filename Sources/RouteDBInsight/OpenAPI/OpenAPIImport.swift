package import RouteDB
import RouteDBRouting

extension ForeignRoutes {
    /// Reads the operations of an API, described by OpenAPI 3 or Swagger 2.0, as routes.
    ///
    /// The kind of a route is the method, its name and target are the operation's id, its group is the
    /// first tag, and its note is the summary. A parameter of the path has the type of its schema; one of
    /// the query is a value that the route requires, or has a default value for. The hosts of servers
    /// become namespaces.
    ///
    /// - Complexity: Linear in the file, times the number of servers with different paths.
    package init(openAPI text: JSONText, _ options: Options) throws(InputProblem) {
        self.init()
        let document = try OpenAPIDocument(text)
        let paths = try OpenAPIPaths(of: document)
        let servers = try OpenAPIServers(of: document, paths, &losses)
        let title = try document.root.object("info").flatMap { info -> String? in
            if case .string(let title)? = info["title"] { title } else { nil }
        }
        try document.checkWork(paths, for: servers)
        var names: [String] = []
        for (number, namespace) in servers.namespaces.enumerated() {
            guard !namespace.hosts.isEmpty else {
                // A namespace that is bound to nothing takes no URL, but for the usual one.
                names.append(
                    (number == 0 ? options.namespace : nil) ?? RouteNamespace.defaultName)
                continue
            }
            var name = options.namespace ?? ForeignText.namespace(title ?? "api")
            if number > 0 { name += "-\(number + 1)" }
            names.append(name)
            namespaces.append(
                NamespaceDraft(name: name, schemes: namespace.schemes, hosts: namespace.hosts))
        }
        var reader = OpenAPIReader(
            document: document, paths: paths, servers: servers, namespaces: names,
            options: options)
        try reader.read(into: &self)
        for key in ["webhooks", "security"] where document.root.object[key] != nil {
            losses.add(key, Self.unsaid[key] ?? "")
        }
    }

    private static let unsaid = [
        "webhooks": "Webhooks are calls that the API makes, and no routes.",
        "security": "Security becomes no access rule: add rules with 'routedb acl'.",
    ]
}

/// Makes routes of the operations of an API.
private struct OpenAPIReader {
    let document: OpenAPIDocument
    let paths: OpenAPIPaths
    let servers: OpenAPIServers
    let namespaces: [String]
    let options: ForeignRoutes.Options
    /// The names of routes, in each namespace.
    private var names: [String: Set<String>] = [:]
    /// The paths that take the URLs of a pattern with a kind, in each namespace.
    private var takers: [[String]: String] = [:]

    init(
        document: OpenAPIDocument, paths: OpenAPIPaths, servers: OpenAPIServers,
        namespaces: [String], options: ForeignRoutes.Options
    ) {
        self.document = document
        self.paths = paths
        self.servers = servers
        self.namespaces = namespaces
        self.options = options
    }

    mutating func read(into routes: inout ForeignRoutes) throws(InputProblem) {
        for (member, index) in paths.list where !member.key.utf8.starts(with: "x-".utf8) {
            let place: [JSONStep] = [.key("paths"), .key(member.key)]
            guard member.key.utf8.first == UInt8(ascii: "/") else {
                throw InputProblem(
                    at: document.text.place(of: place),
                    "The path '\(PlainText.shown(member.key))' does not begin with '/'.",
                    hint: "Write '/\(PlainText.shown(member.key))'.")
            }
            guard case .object = member.value else {
                throw InputProblem(
                    at: document.text.place(of: place), "This is not an object.",
                    hint: "Write {\"get\": {…}}.")
            }
            guard let index else {
                routes.losses.add(
                    "paths.\(member.key)", "Its '$ref' leads to another file.", isLeftOut: true)
                continue
            }
            let item = paths.items[index]
            for key in item.unknown {
                routes.losses.add(
                    "paths.\(member.key).\(key)", "It is no method that OpenAPI has.",
                    isLeftOut: true)
            }
            for (number, operation) in item.operations.enumerated() {
                for base in servers.bases(of: index, number) {
                    read(operation, of: member.key, item, place, below: base, into: &routes)
                }
            }
        }
    }

    private mutating func read(
        _ operation: OpenAPIOperation, of path: String, _ item: OpenAPIItem,
        _ place: [JSONStep], below base: OpenAPIServers.Base,
        into routes: inout ForeignRoutes
    ) {
        let label = "paths.\(path).\(operation.label)"
        let (members, namespace) = (operation.members, namespaces[base.namespace])
        let parameters = item.parameters.overridden(by: operation.parameters)
        for loss in item.parameters.losses + operation.parameters.losses {
            routes.losses.add(label, loss)
        }
        var reading = OpenAPIPattern(parameters: parameters)
        let pattern: RoutePattern
        do throws(OpenAPIPattern.Unsayable) {
            pattern = try reading.pattern(of: path, below: base.path)
        } catch {
            return routes.losses.add(label, error.reason, isLeftOut: true)
        }
        let taker = [namespace, operation.kind, OpenAPIPattern.shape(of: pattern)]
        if let other = takers[taker] {
            return routes.losses.add(
                label,
                "'\(other)' takes the same URLs: names of values and a slash at the end do not count.",
                isLeftOut: true)
        }
        takers[taker] = path
        for loss in reading.losses { routes.losses.add(label, loss) }
        let id = Self.text(members["operationId"])
        let fallback =
            ForeignText.plain("\(operation.kind.lowercased()) \(path)", limit: 255)
            ?? operation.kind
        let own = Self.text(members["x-routedb-target"]) ?? id
        var draft = RouteDraft(
            pattern: base.path.text.isEmpty && path == "/" ? "/" : pattern.description,
            syntax: .native,
            target: options.target ?? own.flatMap { ForeignText.plain($0, limit: 255) } ?? fallback,
            name: name(id, base.number, in: namespace, label, &routes.losses),
            group: options.group ?? group(of: members), kind: operation.kind, namespace: namespace)
        draft.note = (Self.text(members["summary"]) ?? Self.text(members["description"]))
            .flatMap { ForeignText.plain($0, limit: 1_024) }
        if members["deprecated"] == .bool(true) { draft.labels["deprecated"] = "yes" }
        add(parameters, to: &draft, label, &routes.losses)
        for (key, message) in Self.unsaid where members[key] != nil {
            routes.losses.add(label, message)
        }
        let (text, steps) = (document.text, place + operation.steps)
        routes.routes.append((draft, { text.place(of: steps) }))
    }

    /// The members that operations have and routes do not.
    private static let unsaid = [
        ("requestBody", bodies),
        ("responses", "What answers hold is not part of a route."),
        ("security", "Security becomes no access rule: add rules with 'routedb acl'."),
        ("callbacks", "Callbacks are not part of a route."),
    ]
    private static let bodies = "What a request's body holds is not part of a route."

    // MARK: Parameters

    /// Adds what is not in the path: values of the query that are required, or have a default value.
    private func add(
        _ parameters: [OpenAPIParameter], to draft: inout RouteDraft, _ label: String,
        _ losses: inout ExchangeLosses
    ) {
        for parameter in parameters where parameter.place != "path" {
            guard parameter.place == "query" else {
                let isBody = ["body", "formData"].contains(parameter.place)
                losses.add(
                    label,
                    isBody
                        ? Self.bodies
                        : "Parameters in a header or cookie are not part of a route.")
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

    // MARK: Names

    private static func text(_ value: JSONValue?) -> String? {
        if case .string(let text)? = value, !text.isEmpty { text } else { nil }
    }

    /// The name of a route, where its id can be one: `repos/get` is `repos.get`, and below the second
    /// path of a server `repos.get-2`.
    private mutating func name(
        _ id: String?, _ number: Int, in namespace: String, _ label: String,
        _ losses: inout ExchangeLosses
    ) -> String? {
        guard let id else { return nil }
        let marks: [UInt8] = Array("/:".utf8)
        // A name has at most 255 bytes.
        let dotted = String(
            decoding: id.utf8.prefix(256).map { marks.contains($0) ? UInt8(ascii: ".") : $0 },
            as: UTF8.self)
        let written = number > 0 ? "\(dotted)-\(number + 1)" : dotted
        guard let name = ForeignText.name(written),
            names[namespace, default: []].insert(name).inserted
        else {
            losses.add(label, "Its id cannot be the name of a route, or is that of another.")
            return nil
        }
        if dotted != id { losses.add(label, "In a name, '.' takes the place of '/' and ':'.") }
        return name
    }

    private func group(of operation: JSONObject) -> String? {
        guard case .array(let tags)? = operation["tags"] else { return nil }
        return Self.text(tags.first).flatMap(ForeignText.name)
    }
}
