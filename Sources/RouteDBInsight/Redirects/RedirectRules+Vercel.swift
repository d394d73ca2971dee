import RouteDBRouting

// The redirects of vercel.json, in the order in which they are tried:
//
//     {"redirects": [{"source": "/user/:id(\\d+)", "destination": "/people/:id", "statusCode": 308}]}
extension RedirectRules {
    /// The most rules, and the longest source and destination, that Vercel takes.
    private static var vercelLimits: (rules: Int, bytes: Int) { (2_048, 4_096) }

    /// Writes the redirects for Vercel.
    package func vercel() -> Export {
        var losses = losses
        var found: [JSONValue] = []
        for rule in rules {
            guard Self.isWeb(rule) else {
                losses.add(rule.label, "It is not for links of the web.", isLeftOut: true)
                continue
            }
            guard let status = rule.status else {
                losses.add(
                    rule.label, "Its URLs are redirected too: there are no exceptions from a rule.")
                continue
            }
            guard let template = rule.template else {
                losses.add(
                    rule.label, "Vercel has no answer for what is gone (410).", isLeftOut: true)
                continue
            }
            let hosts: [String?] =
                rule.pattern.host == nil && !namespace.hosts.isEmpty ? namespace.hosts : [nil]
            for host in hosts {
                let written = VercelRule(rule, template, status, host: host)
                if let reason = written.obstacle {
                    losses.add(rule.label, reason, isLeftOut: true)
                    break
                }
                guard found.count < Self.vercelLimits.rules else {
                    losses.add(
                        rule.label, "Vercel takes \(Self.vercelLimits.rules) rules.",
                        isLeftOut: true)
                    break
                }
                guard written.bytes <= Self.vercelLimits.bytes else {
                    losses.add(
                        rule.label,
                        "Its source or destination is longer than \(Self.vercelLimits.bytes)"
                            + " characters.", isLeftOut: true)
                    break
                }
                for loss in Set(written.losses).sorted() { losses.add(rule.label, loss) }
                found.append(.object(written.object))
            }
        }
        let lines = found.map { "    \($0)" }.joined(separator: ",\n")
        let body = found.isEmpty ? "[]" : "[\n\(lines)\n  ]"
        return Export(
            text: "{\n  \"redirects\": \(body)\n}\n", count: found.count, losses: losses)
    }
}

/// A redirect as Vercel reads it.
private struct VercelRule {
    private(set) var object = JSONObject()
    /// Why the rule cannot be written.
    private(set) var obstacle: String?
    private(set) var losses: [String] = []
    private var places: [String: String] = [:]
    private var source = ""
    private var destination = ""
    private var has: [JSONValue] = []
    private var missing: [JSONValue] = []
    /// The names of the values in the host of the destination.
    private let narrow: Set<String>

    var bytes: Int { max(source.utf8.count, destination.utf8.count) }

    init(
        _ rule: RedirectRules.Rule, _ template: RedirectTemplate, _ status: Int, host: String?
    ) {
        narrow = template.namesInHost
        readPath(rule)
        readHost(rule, host)
        for condition in rule.pattern.query { read(condition) }
        write(template, of: rule)
        if template.has(.query) {
            losses.append(
                "Vercel merges the query of a request with that of the redirect's URL, and keeps none"
                    + " back.")
        }
        if !rule.pattern.query.isEmpty {
            losses.append("The query goes along with the keys that the pattern tests.")
        }
        object = ["source": .string(source), "destination": .string(destination)]
        object["statusCode"] = .int(Int64(status))
        if !has.isEmpty { object["has"] = .array(has) }
        if !missing.isEmpty { object["missing"] = .array(missing) }
    }

    // MARK: Sources

    private mutating func readPath(_ rule: RedirectRules.Rule) {
        let variant = rule.pattern.variants()[0]
        for (index, segment) in variant.segments.enumerated() {
            let isLast = index == variant.segments.count - 1
            source += "/"
            switch segment {
            case .literal(let text): source += Self.escaped(RedirectRules.written(literal: text))
            case .parameter(let parameter): add(parameter)
            case .mixed(let elements):
                for element in elements {
                    switch element {
                    case .literal(let text):
                        source += Self.escaped(RedirectRules.written(literal: text))
                    case .parameter(let parameter): add(parameter)
                    default: obstacle = "A '*' in a part of a segment cannot be written."
                    }
                }
            case .wildcard: source += ":w\(index + 1)"
            case .path(let parameter):
                let place = place(parameter.name)
                source += ":\(place)\(isLast ? "+" : "(.+)")"
            case .catchAll: source += ":rest\(index + 1)\(isLast ? "*" : "(.*)")"
            }
        }
        if variant.segments.isEmpty { source = "/" }
    }

    private mutating func add(_ parameter: Parameter) {
        let name = place(parameter.name)
        source += ":\(name)\(expression(of: parameter).map { "(\($0))" } ?? "")"
        switch parameter.type {
        case .string, .uuid, .bool, .hex, .oneOf: break
        default: losses.append("The types of values are checked by their letters and digits only.")
        }
    }

    /// Returns an expression for the values of a parameter; `nil` for any text.
    private func expression(of parameter: Parameter) -> String? {
        if narrow.contains(parameter.name) { return "[A-Za-z0-9._~-]+" }
        return switch parameter.type {
        case .string, .path, .slug, .converter: nil
        case .int: "[+-]?\\d+"
        case .float, .decimal, .number: "[+-]?[\\d.]+"
        case .bool: "true|false|1|0"
        case .uuid: "[0-9a-fA-F-]{36}"
        case .date: "\\d{4}-\\d{2}-\\d{2}"
        case .hex: "[0-9a-fA-F]+"
        case .oneOf(let texts, _):
            texts.map { Self.escaped(RedirectRules.written(literal: $0)) }.joined(separator: "|")
        }
    }

    private mutating func readHost(_ rule: RedirectRules.Rule, _ bound: String?) {
        if let bound {
            let isAny = bound.utf8.starts(with: "*.".utf8)
            let name = Self.expression(isAny ? String(bound.dropFirst(2)) : bound)
            has.append(["type": "host", "value": .string(isAny ? ".+\\.\(name)" : name)])
        }
        guard let host = rule.pattern.host else { return }
        var value = ""
        for element in host.elements {
            switch element {
            case .literal(let text): value += Self.expression(text)
            case .parameter(let parameter): value += "(?<\(place(parameter.name))>[^.]+)"
            default: value += "[^.]+"
            }
        }
        if host.port != nil { losses.append("The port is not tested.") }
        has.append(["type": "host", "value": .string(value)])
    }

    private mutating func read(_ condition: QueryCondition) {
        var test: JSONObject = ["type": "query", "key": .string(condition.key)]
        switch condition.test {
        case .equals(let text): test["value"] = .string(Self.expression(text))
        case .capture(let parameter):
            // A '/' in it could make the beginning of another host.
            let text = expression(of: parameter) ?? "[^/\\\\]+"
            test["value"] = .string("(?<\(place(parameter.name))>\(text))")
        case .present: break
        case .absent:
            missing.append(.object(test))
            return
        }
        has.append(.object(test))
    }

    /// The name of a place for a value.
    private mutating func place(_ name: String) -> String {
        if let place = places[name] { return place }
        let isPlain =
            name.utf8.first?.isASCIILetter == true
            && name.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit }
        let place = isPlain ? name : "p\(places.count + 1)"
        places[name] = place
        return place
    }

    // MARK: Destinations

    private mutating func write(_ template: RedirectTemplate, of rule: RedirectRules.Rule) {
        destination = template.scheme
        for piece in template.pieces {
            switch piece {
            case .text(let text, let part):
                destination += part == .path ? Self.escaped(text) : text
            case .value(let name, let part):
                if let place = places[name] {
                    let isMany = rule.parameter(name)?.type == .path
                    destination += ":\(place)\(isMany && part == .path ? "+" : "")"
                } else if let constant = rule.constants[name] {
                    destination += RedirectRules.written(constant, in: part)
                } else {
                    obstacle = "There is no value for '{\(name)}'."
                }
            }
        }
    }

    /// Literal text, with what path-to-regexp reads as marks escaped.
    private static func escaped(_ text: String) -> String { escaped(text, marks: "(){}:*+?") }

    /// Literal text as a regular expression.
    private static func expression(_ text: String) -> String {
        escaped(text, marks: ".()[]{}*+?^$|\\")
    }

    private static func escaped(_ text: String, marks: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            if marks.unicodeScalars.contains(scalar) { escaped += "\\" }
            escaped.unicodeScalars.append(scalar)
        }
        return escaped
    }
}
