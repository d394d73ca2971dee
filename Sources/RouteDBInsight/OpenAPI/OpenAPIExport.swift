package import RouteDB
package import RouteDBRouting

/// The routes of a namespace as a description of an API, of OpenAPI 3.1 in JSON.
package struct OpenAPIExport: Sendable {
    /// The description.
    package let json: JSONObject
    /// How many operations it has.
    package let count: Int
    /// The parts of the routes that the description does not express.
    package let losses: ExchangeLosses

    /// Describes the enabled routes of a namespace.
    ///
    /// - Complexity: Linear in the routes and their variants.
    package init(_ snapshot: RegistrySnapshot, namespace name: String) throws(RouteDBError) {
        let namespace = try snapshot.namespace(named: name)
        var writer = OpenAPIWriter(
            table: RoutingTable(snapshot),
            converters: snapshot.converters.filter { $0.namespace == namespace.id })
        let routes = snapshot.routes.filter { $0.namespace == namespace.id }
        // A route for GET takes its requests before one without a kind, which is written as GET too.
        for route in routes.filter({ $0.kind != nil }) + routes.filter({ $0.kind == nil }) {
            writer.add(route)
        }
        if !snapshot.accessRules.isEmpty {
            writer.losses.add("access", "Access rules are not written as security.")
        }
        var json: JSONObject = [
            "openapi": "3.1.0",
            "info": [
                "title": .string(name), "version": .string("revision \(snapshot.revision)"),
            ],
        ]
        let schemes = namespace.schemes.filter { $0 == "http" || $0 == "https" }
        if namespace.schemes.count > schemes.count {
            writer.losses.add(name, "Schemes other than http and https are not those of an API.")
        }
        let servers = namespace.hosts.flatMap { host in
            (schemes.isEmpty ? ["https"] : schemes).map { Self.server($0, host) }
        }
        if !servers.isEmpty { json["servers"] = .array(servers) }
        json["paths"] = .object(writer.paths)
        self.json = json
        count = writer.count
        losses = writer.losses
    }

    private static func server(_ scheme: String, _ host: String) -> JSONValue {
        guard host.utf8.starts(with: "*.".utf8) else {
            return ["url": .string("\(scheme)://\(host)")]
        }
        return [
            "url": .string("\(scheme)://{subdomain}.\(host.dropFirst(2))"),
            "variables": ["subdomain": ["default": "www"]],
        ]
    }
}

/// Writes routes as operations.
private struct OpenAPIWriter {
    private(set) var paths = JSONObject()
    private(set) var count = 0
    var losses = ExchangeLosses()
    private let table: RoutingTable
    private let rules: [String: ParameterConverter.Rule]
    /// The paths with the names of their values left out, since two paths may not differ in these only.
    private var shapes: [String: String] = [:]
    private var ids: Set<String> = []
    /// The number that a name gets next which is an id already.
    private var numbers: [String: Int] = [:]

    init(table: RoutingTable, converters: [ParameterConverter]) {
        self.table = table
        rules = Dictionary(converters.map { ($0.name, $0.rule) }, uniquingKeysWith: { $1 })
    }

    mutating func add(_ route: Route) {
        let label = "#\(route.id.rawValue) \(route.patternText)"
        guard route.isEnabled else {
            return losses.add(label, "It is disabled.", isLeftOut: true)
        }
        guard let pattern = route.pattern else {
            return losses.add(route.name ?? label, "A task has no URL.", isLeftOut: true)
        }
        if let scheme = pattern.scheme, scheme != "http", scheme != "https" {
            return losses.add(label, "It is not for links of the web.", isLeftOut: true)
        }
        let method: String
        if let kind = route.kind {
            let word = RouteKind.canonical(kind).lowercased()
            guard OpenAPIDocument.methods.contains(word) else {
                return losses.add(
                    label, "Its kind is no method that OpenAPI has.", isLeftOut: true)
            }
            method = word
        } else {
            losses.add(label, "It has no kind, so that it takes every method; 'get' is written.")
            method = "get"
        }
        for variant in pattern.variants() { add(variant, of: route, pattern, method, label) }
    }

    private mutating func add(
        _ variant: PatternVariant, of route: Route, _ pattern: RoutePattern, _ method: String,
        _ label: String
    ) {
        var path = OpenAPIPath(variant, rules: rules)
        if let known = shapes[path.shape], known != path.text {
            guard path.rename(to: known) else { return }
            losses.add(label, "Its values are named as those of another route with such a path.")
        }
        guard paths[path.text].flatMap(Self.object)?[method] == nil else {
            return losses.add(
                label, "Another route has its path and method.", isLeftOut: true)
        }
        shapes[path.shape] = path.text
        for loss in path.losses { losses.add(label, loss) }
        var operation: JSONObject = ["operationId": .string(id(of: route, method, path.text))]
        if operation["operationId"] != .string(route.target) {
            operation["x-routedb-target"] = .string(route.target)
        }
        if let group = route.group { operation["tags"] = [.string(group)] }
        if let note = route.note { operation["summary"] = .string(note) }
        if route.labels["deprecated"] == "yes" { operation["deprecated"] = true }
        if let servers = servers(of: pattern, label) { operation["servers"] = servers }
        let parameters = path.parameters + queryParameters(of: route, pattern, label)
        if !parameters.isEmpty { operation["parameters"] = .array(parameters) }
        operation["responses"] = responses(of: route)
        var item = paths[path.text].flatMap(Self.object) ?? [:]
        item[method] = .object(operation)
        paths[path.text] = .object(item)
        count += 1
    }

    private static func object(_ value: JSONValue) -> JSONObject? {
        if case .object(let object) = value { object } else { nil }
    }

    /// An id that no other operation has.
    private mutating func id(of route: Route, _ method: String, _ path: String) -> String {
        let first = route.name ?? "\(method) \(path)"
        var id = first
        while !ids.insert(id).inserted {
            let number = numbers[first] ?? 2
            numbers[first] = number + 1
            id = "\(first)-\(number)"
        }
        return id
    }

    /// The server of a pattern with a host.
    private mutating func servers(of pattern: RoutePattern, _ label: String) -> JSONValue? {
        guard let host = pattern.host, !host.elements.isEmpty else { return nil }
        var url = "\(pattern.scheme ?? "https")://"
        var variables = JSONObject()
        for (number, element) in host.elements.enumerated() {
            switch element {
            case .literal(let text): url += text
            case .parameter(let parameter):
                url += "{\(parameter.name)}"
                variables[parameter.name] = ["default": "www"]
            default:
                url += "{host\(number)}"
                variables["host\(number)"] = ["default": "www"]
            }
        }
        if let port = host.port { url += ":\(port)" }
        var server: JSONObject = ["url": .string(url)]
        if !variables.members.isEmpty { server["variables"] = .object(variables) }
        return [.object(server)]
    }

    // MARK: Parameters

    private mutating func queryParameters(
        of route: Route, _ pattern: RoutePattern, _ label: String
    ) -> [JSONValue] {
        var found: [JSONValue] = []
        var names = Set(pattern.parameterNames)
        for condition in pattern.query {
            names.insert(condition.key)
            switch condition.test {
            case .capture(let parameter):
                found.append(
                    Self.parameter(condition.key, OpenAPIPath.schema(parameter.type, rules)))
            case .equals(let text):
                found.append(
                    Self.parameter(condition.key, ["type": "string", "enum": [.string(text)]]))
            case .present: found.append(Self.parameter(condition.key, ["type": "string"]))
            case .absent:
                losses.add(label, "That a key is absent from the query is not written.")
            }
        }
        for requirement in route.requirements where names.insert(requirement.key).inserted {
            found.append(
                Self.parameter(requirement.key, Self.schema(requirement.kind)))
        }
        for member in table.defaults(for: route).members where names.insert(member.key).inserted {
            found.append(
                Self.parameter(member.key, ["default": member.value], isRequired: false))
        }
        if route.presentation != nil { losses.add(label, "Its plan is not written.") }
        return found
    }

    private static func parameter(
        _ name: String, _ schema: JSONObject, isRequired: Bool = true
    ) -> JSONValue {
        [
            "name": .string(name), "in": "query", "required": .bool(isRequired),
            "schema": .object(schema),
        ]
    }

    private static func schema(_ kind: ValueKind) -> JSONObject {
        switch kind {
        case .any: [:]
        case .bool: ["type": "boolean"]
        case .int: ["type": "integer"]
        case .number: ["type": "number"]
        case .string: ["type": "string"]
        case .array: ["type": "array", "items": [:]]
        case .object: ["type": "object"]
        }
    }

    private func responses(of route: Route) -> JSONValue {
        guard let redirect = route.redirect else {
            return ["default": ["description": .string("What '\(route.target)' answers.")]]
        }
        guard let location = redirect.location else {
            return ["\(redirect.status)": ["description": "Gone."]]
        }
        return [
            "\(redirect.status)": [
                "description": .string(
                    redirect.variants.isEmpty
                        ? "Redirects to \(location)."
                        : "Redirects to \(location), or elsewhere for some requests."),
                "headers": ["Location": ["schema": ["type": "string"]]],
            ]
        ]
    }
}

/// A variant of a pattern as a path of OpenAPI.
private struct OpenAPIPath {
    private(set) var text = ""
    /// The path without the names of its values.
    private(set) var shape = ""
    private(set) var parameters: [JSONValue] = []
    private(set) var losses: [String] = []
    private let rules: [String: ParameterConverter.Rule]

    init(_ variant: PatternVariant, rules: [String: ParameterConverter.Rule]) {
        self.rules = rules
        for (index, segment) in variant.segments.enumerated() {
            add("/")
            switch segment {
            case .literal(let literal): add(RedirectRules.written(literal: literal))
            case .parameter(let parameter): add(parameter)
            case .mixed(let elements):
                for element in elements {
                    switch element {
                    case .literal(let literal): add(RedirectRules.written(literal: literal))
                    case .parameter(let parameter): add(parameter)
                    default: break
                    }
                }
            case .wildcard: add(Parameter(name: "segment\(index + 1)"))
            case .path(let parameter):
                losses.append("A value of OpenAPI has no slashes, and this one may have some.")
                add(parameter)
            case .catchAll:
                losses.append("A value of OpenAPI is one segment; '**' is any number of them.")
                add(Parameter(name: "rest\(index + 1)", type: .path))
            }
        }
        if text.isEmpty { add("/") }
    }

    private mutating func add(_ literal: String) {
        text += literal
        shape += literal
    }

    private mutating func add(_ parameter: Parameter) {
        text += "{\(parameter.name)}"
        shape += "{}"
        parameters.append(
            [
                "name": .string(parameter.name), "in": "path", "required": true,
                "schema": .object(Self.schema(parameter.type, rules)),
            ])
        if case .converter(let name) = parameter.type, rules[name].map(Self.isSaid) != true {
            losses.append("Which texts a converter accepts is not written.")
        }
    }

    /// Names the values as another path of this shape does.
    mutating func rename(to other: String) -> Bool {
        let names = other.utf8.split(separator: UInt8(ascii: "{")).dropFirst().map {
            String(Substring($0.prefix { $0 != UInt8(ascii: "}") }))
        }
        guard names.count == parameters.count else { return false }
        for (index, name) in names.enumerated() {
            guard case .object(var parameter) = parameters[index] else { continue }
            parameter["name"] = .string(name)
            parameters[index] = .object(parameter)
        }
        text = other
        return true
    }

    private static func isSaid(_ rule: ParameterConverter.Rule) -> Bool {
        switch rule {
        case .allow, .map: true
        default: false
        }
    }

    /// The schema of a type.
    static func schema(
        _ type: ParameterType, _ rules: [String: ParameterConverter.Rule]
    ) -> JSONObject {
        switch type {
        case .string, .path, .slug, .hex: return ["type": "string"]
        case .int(let minimum, let maximum):
            var schema: JSONObject = ["type": "integer"]
            schema["minimum"] = minimum.map(JSONValue.int)
            schema["maximum"] = maximum.map(JSONValue.int)
            return schema
        case .float, .decimal, .number: return ["type": "number"]
        case .bool: return ["type": "boolean"]
        case .uuid: return ["type": "string", "format": "uuid"]
        case .date: return ["type": "string", "format": "date"]
        case .oneOf(let texts, _):
            return ["type": "string", "enum": .array(texts.map(JSONValue.string))]
        case .converter(let name):
            switch rules[name] {
            case .allow(let texts)?:
                return ["type": "string", "enum": .array(texts.map(JSONValue.string))]
            case .map(let values)?:
                return [
                    "type": "string", "enum": .array(values.members.map { .string($0.key) }),
                ]
            default: return ["type": "string"]
            }
        }
    }
}
