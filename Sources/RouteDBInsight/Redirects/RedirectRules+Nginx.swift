import RouteDBRouting

// A map of nginx, which knows the redirect of each URL, and the lines of a server that use it.
//
// The map reads the URL as it was written, so that a value goes to the redirect as it was encoded:
// `$uri` is decoded, and would put line breaks into headers.
extension RedirectRules {
    /// Writes the map for nginx.
    package func nginx() -> Export {
        var losses = losses
        var lines: [String] = []
        var statuses: Set<Int> = []
        for rule in rules {
            guard Self.isWeb(rule) else {
                losses.add(rule.label, "It is not for links of the web.", isLeftOut: true)
                continue
            }
            let written = NginxRule(rule, of: namespace)
            if let obstacle = written.obstacle {
                losses.add(rule.label, obstacle, isLeftOut: true)
                continue
            }
            for loss in Set(written.losses).sorted() { losses.add(rule.label, loss) }
            lines.append("    \(written.line)")
            if let status = rule.status { statuses.insert(status) }
        }
        if lines.count > 1_000 {
            losses.add(
                namespace.name, "nginx tries \(lines.count) expressions one after the other.")
        }
        return Export(
            text: Self.file(
                lines, statuses.sorted(), "'\(namespace.name)' at revision \(revision)"),
            count: lines.count, losses: losses)
    }

    private static func file(_ lines: [String], _ statuses: [Int], _ what: String) -> String {
        var text = """
            # Redirects of \(what), by routedb export.
            #
            # Include this file in the block http, and write into the block server:
            #

            """
        for status in statuses {
            let url = status == RouteRedirect.gone.status ? "" : " $routedb_\(status)"
            text += "#     if ($routedb_\(status)) { return \(status)\(url); }\n"
        }
        text += "\nmap \"$host$request_uri\" $routedb_rule {\n    default \"\";\n"
        text += lines.map { "\($0)\n" }.joined() + "}\n"
        for status in statuses {
            let rule =
                status == RouteRedirect.gone.status
                ? "    \"\(status)\" 1;"
                : "    \"~^\(status) (?<routedb_url>.+)$\" $routedb_url;"
            text += "\nmap $routedb_rule $routedb_\(status) {\n    default \"\";\n\(rule)\n}\n"
        }
        return text
    }
}

/// A line of the map.
private struct NginxRule {
    private(set) var obstacle: String?
    private(set) var losses: [String] = []
    private var expression = ""
    private var value = "\"\""
    /// The variables of the values.
    private var variables: [String: String] = [:]

    var line: String { "\"\(expression)\" \(value);" }

    init(_ rule: RedirectRules.Rule, of namespace: RouteNamespace) {
        let inHost = rule.template?.namesInHost ?? []
        let policies = namespace.policies
        expression = policies.letterCase != .sensitive ? "~*^" : "~^"
        readHost(rule.pattern.host, namespace.hosts)
        readPath(rule.pattern, narrow: inHost)
        expression += "/?"
        for condition in rule.pattern.query { read(condition, narrow: inHost) }
        expression += "(?:[?].*)?$"
        if rule.pattern.scheme != nil { losses.append("The scheme is not tested.") }
        write(rule)
    }

    // MARK: Expressions

    private mutating func readHost(_ host: HostPattern?, _ bound: [String]) {
        guard let host else {
            let names = bound.map { name in
                name.utf8.starts(with: "*.".utf8)
                    ? "[^/]+[.]\(Self.quoted(String(name.dropFirst(2))))" : Self.quoted(name)
            }
            expression += names.isEmpty ? "[^/]*" : "(?:\(names.joined(separator: "|")))"
            return
        }
        for element in host.elements {
            switch element {
            case .literal(let text): expression += Self.quoted(text)
            case .parameter(let parameter):
                expression += capture(parameter.name, host.elements.count > 1 ? "[^./]+" : "[^/]+")
            default: expression += host.elements.count > 1 ? "[^./]+" : "[^/]+"
            }
        }
        if host.port != nil { losses.append("The port is not tested.") }
    }

    private mutating func readPath(_ pattern: RoutePattern, narrow: Set<String>) {
        for segment in pattern.variants()[0].segments {
            switch segment {
            case .literal(let text): expression += "/" + literal(text)
            case .parameter(let parameter):
                expression += "/" + capture(parameter, narrow: narrow)
            case .mixed(let elements):
                expression += "/"
                for element in elements {
                    switch element {
                    case .literal(let text): expression += literal(text)
                    case .parameter(let parameter):
                        expression += capture(parameter, narrow: narrow)
                    default: expression += Self.segment
                    }
                }
            case .wildcard: expression += "/" + Self.segment
            case .path(let parameter):
                expression += "/" + capture(parameter, narrow: narrow)
            case .catchAll: expression += "(?:/[^?]*)?"
            }
        }
    }

    private mutating func read(_ condition: QueryCondition, narrow: Set<String>) {
        let key = "[?](?:[^#]*&)?\(Self.quoted(RedirectRules.written(condition.key, in: .query)))"
        switch condition.test {
        case .equals(let text):
            expression +=
                "(?=\(key)=\(Self.quoted(RedirectRules.written(text, in: .query)))(?:&|$))"
        case .capture(let parameter):
            let text = capture(parameter, narrow: narrow, plain: Self.item)
            expression += "(?=\(key)=\(text)(?:&|$))"
        case .present: expression += "(?=\(key)(?:[=&]|$))"
        case .absent: expression += "(?!\(key)(?:[=&]|$))"
        }
        losses.append("The query is tested as it is written, and all of it goes along.")
    }

    /// A character of a value that cannot turn a path into the beginning of another host.
    private static let segment = "[^/?\\x5C]+"
    /// The same in the query: what is encoded in a path when RouteDB redirects stands there as written.
    private static let item = "[^/?&\\x5C]+"
    private static let host = "[A-Za-z0-9._~-]+"

    /// A group for a value; `plain` is what text without a type may be in its place.
    private mutating func capture(
        _ parameter: Parameter, narrow: Set<String>, plain: String = Self.segment
    ) -> String {
        if narrow.contains(parameter.name) { return capture(parameter.name, Self.host) }
        let text: String
        switch parameter.type {
        case .string, .converter, .slug: text = plain
        case .path where plain == Self.item: text = plain
        case .int: text = "[+-]?[0-9]+"
        case .float, .decimal, .number: text = "[+-]?[0-9.]+(?:[eE][+-]?[0-9]+)?"
        case .bool: text = "(?:true|false|1|0)"
        case .uuid: text = "[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"
        case .date: text = "[0-9]{4}-[0-9]{2}-[0-9]{2}"
        case .hex: text = "[0-9a-fA-F]+"
        case .oneOf(let texts, _):
            text = "(?:\(texts.map { literal($0) }.joined(separator: "|")))"
        case .path: text = "[^/?\\x5C][^?]*?"
        }
        switch parameter.type {
        case .string, .uuid, .bool, .hex, .oneOf, .path: break
        default: losses.append("The types of values are checked by their letters and digits only.")
        }
        return capture(parameter.name, text)
    }

    private mutating func capture(_ name: String, _ expression: String) -> String {
        let variable = variables[name] ?? "routedb_v\(variables.count + 1)"
        variables[name] = variable
        return "(?<\(variable)>\(expression))"
    }

    private mutating func literal(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { $0.isUnreserved }
        if !isPlain { losses.append("A literal is tested as it is usually encoded.") }
        return Self.quoted(RedirectRules.written(literal: text))
    }

    /// Literal text as an expression without backslashes, which nginx reads itself.
    private static func quoted(_ text: String) -> String {
        var quoted = ""
        for scalar in text.unicodeScalars {
            if ".$()*+?|".unicodeScalars.contains(scalar) {
                quoted += "[\(scalar)]"
            } else {
                quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted
    }

    // MARK: Values

    private mutating func write(_ rule: RedirectRules.Rule) {
        guard let status = rule.status else { return }
        guard let template = rule.template else {
            value = "\"\(status)\""
            return
        }
        var url = template.scheme
        var passesQuery = !template.has(.query)
        if !passesQuery {
            losses.append("The query of a request does not join that of the redirect's URL.")
        }
        for piece in template.pieces {
            switch piece {
            case .text(let text, let part):
                if passesQuery, part == .fragment {
                    url += "$is_args$args"
                    passesQuery = false
                }
                url += text.replacing("$", with: "%24")
            case .value(let name, let part):
                if let variable = variables[name] {
                    url += "${\(variable)}"
                    if part == .query || part == .fragment {
                        losses.append("A value goes into the query as it was written in the URL.")
                    }
                } else if let constant = rule.constants[name] {
                    url += RedirectRules.written(constant, in: part)
                } else {
                    obstacle = "There is no value for '{\(name)}'."
                }
            }
        }
        if passesQuery { url += "$is_args$args" }
        value = "\"\(status) \(url)\""
    }
}
