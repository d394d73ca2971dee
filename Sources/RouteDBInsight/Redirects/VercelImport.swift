package import RouteDB
import RouteDBRouting

// The redirects of vercel.json, as documented in https://vercel.com/docs/project-configuration#redirects; the
// sources are patterns of path-to-regexp 6.
extension ForeignRoutes {
    /// Reads the redirects of a file `vercel.json`.
    ///
    /// - Complexity: Linear in the file.
    package init(vercel bytes: [UInt8], _ options: Options) throws(InputProblem) {
        let text = try JSONText(bytes, firstLine: 1)
        guard case .object(let file) = text.value, case .array(let list)? = file["redirects"] else {
            throw InputProblem(
                at: nil, "The file has no 'redirects'.",
                hint: "Give a vercel.json with {\"redirects\": [{\"source\": …}]}.")
        }
        var found = RedirectImport(options)
        for (index, item) in list.enumerated() {
            let place = text.place(of: [.key("redirects"), .index(index)])
            guard case .object(let rule) = item, case .string(let source)? = rule["source"] else {
                throw InputProblem(
                    at: place, "The redirect has no 'source'.",
                    hint: "Write {\"source\": \"/old\", \"destination\": \"/new\"}.")
            }
            found.add(source, at: place) { () throws(UnsayableRedirect) in
                [try VercelRedirect(rule, source).redirect]
            }
        }
        self = found.routes
    }
}

/// One redirect.
private struct VercelRedirect {
    let redirect: ForeignRedirect

    init(_ rule: JSONObject, _ source: String) throws(UnsayableRedirect) {
        guard case .string(let destination)? = rule["destination"] else {
            throw UnsayableRedirect("It has no 'destination'.")
        }
        let path = try ExpressionPath(Self.expression(source))
        var (host, query): (HostPattern?, [QueryCondition]) = (nil, [])
        for condition in try Self.conditions(rule["has"]) {
            switch condition.type {
            case "host": host = HostPattern(elements: [.literal(condition.text)], port: nil)
            case "query":
                query.append(
                    QueryCondition(
                        key: condition.key,
                        test: condition.text.isEmpty ? .present : .equals(condition.text)))
            default:
                throw UnsayableRedirect("The condition '\(condition.type)' is not part of a route.")
            }
        }
        for condition in try Self.conditions(rule["missing"]) {
            guard condition.type == "query", condition.text.isEmpty else {
                throw UnsayableRedirect("What must be missing can only be a key of the query.")
            }
            query.append(QueryCondition(key: condition.key, test: .absent))
        }
        let pattern = RoutePattern(scheme: nil, host: host, path: path.elements, query: query)
        var redirect = try ForeignRedirect(
            pattern, to: try Self.location(destination, path), status: Self.status(rule))
        redirect.defaults = path.defaults
        redirect.losses = path.losses
        self.redirect = redirect
    }

    private static func status(_ rule: JSONObject) -> Int {
        if case .int(let status)? = rule["statusCode"] { return Int(clamping: status) }
        return rule["permanent"] == true ? 308 : 307
    }

    /// The conditions of `has` or `missing`.
    private static func conditions(
        _ list: JSONValue?
    ) throws(UnsayableRedirect) -> [(type: String, key: String, text: String)] {
        guard case .array(let list)? = list else { return [] }
        var conditions: [(type: String, key: String, text: String)] = []
        for item in list {
            guard case .object(let object) = item, case .string(let type)? = object["type"] else {
                throw UnsayableRedirect("A condition has no 'type'.")
            }
            var (key, text) = ("", "")
            if case .string(let name)? = object["key"] { key = name }
            switch object["value"] {
            case .string(let value)?: text = value
            case nil: break
            default: throw UnsayableRedirect("The value of a condition is no text.")
            }
            guard !text.utf8.contains(where: { "()[]*+?^$|\\".utf8.contains($0) }) else {
                throw UnsayableRedirect("The value '\(text)' of a condition is an expression.")
            }
            conditions.append((type, key, text))
        }
        return conditions
    }

    /// The source as a regular expression, with names for its groups.
    private static func expression(_ source: String) throws(UnsayableRedirect) -> String {
        var (text, rest) = ("^", Substring(source))
        var unnamed = 0
        while let character = rest.first {
            rest = rest.dropFirst()
            switch character {
            case "\\": text += "\\" + String(rest.popFirst() ?? "\\")
            case ":":
                let name = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
                guard !name.isEmpty else { throw UnsayableRedirect("A ':' has no name.") }
                rest = rest.dropFirst(name.count)
                var content = "[^/]+"
                if rest.first == "(", let end = rest.firstIndex(of: ")") {
                    content = String(rest[rest.index(after: rest.startIndex)..<end])
                    rest = rest[rest.index(after: end)...]
                }
                switch rest.first {
                case "*": (content, rest) = (".*", rest.dropFirst())
                case "+": (content, rest) = (".+", rest.dropFirst())
                case "?": throw UnsayableRedirect("':\(name)?' need not be there.")
                default: break
                }
                text += "(?<\(name)>\(content))"
            case "(":
                guard let end = rest.firstIndex(of: ")") else {
                    throw UnsayableRedirect("A group does not end.")
                }
                text += "(?<v\(unnamed)>\(rest[..<end]))"
                unnamed += 1
                rest = rest[rest.index(after: end)...]
            case ".", "+", "^", "$", "|", "[", "]": text += "\\\(character)"
            default: text.append(character)
            }
        }
        return text + "$"
    }

    /// The destination with `{name}` for `:name`, `:name*` and the numbers of groups without names.
    private static func location(
        _ destination: String, _ path: ExpressionPath
    ) throws(UnsayableRedirect) -> String {
        let named = try ForeignLocation(destination, mark: UInt8(ascii: ":")) { rest in
            let name = rest.dropFirst().prefix {
                $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "_")
            }
            let word = String(Substring(name))
            guard path.names.contains(word) else { return nil }
            let end = rest.dropFirst(1 + name.count).first
            return (word, 1 + name.count + (end.map { "*+".utf8.contains($0) } == true ? 1 : 0))
        }.text
        guard named.contains("$") else { return named }
        throw UnsayableRedirect("Groups without a name cannot be used in the destination.")
    }
}
