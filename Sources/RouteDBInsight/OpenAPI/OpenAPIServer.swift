import RouteDB
import RouteDBRouting

/// The path of a server, before those of operations.
struct OpenAPIBasePath: Hashable {
    /// The path without a slash at its end, with `{name}` where a variable has several values.
    var text = ""
    /// The values of these variables.
    var values: [String: [String]] = [:]
}

/// A server of an API, with its variables filled in.
struct OpenAPIServer {
    var scheme: String?
    var host: String?
    var path = OpenAPIBasePath()

    /// Why the servers of a URL are not read.
    struct Excess: Error {
        let reason: String
        let hint: String

        static let servers = Excess(
            reason: "The API has more than \(OpenAPIDocument.serverLimit) servers.",
            hint: "Keep those that the routes are for.")
        static let url = Excess(
            reason: "The URL of a server, or a value in it, has more than"
                + " \(OpenAPIDocument.urlLimit) bytes.",
            hint: "Write a shorter one.")
        static let variables = Excess(
            reason: "The URL of a server has more than \(OpenAPIDocument.variableLimit) variables.",
            hint: "Write the values into the URL.")
    }

    /// The servers of a list, one for each value of a variable in a host, while there is room for them.
    static func list(
        _ list: [JSONValue], at place: [JSONStep], _ label: String,
        _ document: OpenAPIDocument, _ room: inout Int, _ losses: inout ExchangeLosses
    ) throws(InputProblem) -> [OpenAPIServer] {
        var servers: [OpenAPIServer] = []
        for (index, value) in list.enumerated() {
            let members = try JSONReader(
                value, at: place + [.index(index)], of: document.text)
            guard let url = try members.string("url") else {
                throw members.problem(
                    nil, "The server has no 'url'.", hint: "Write {\"url\": \"/\"}.")
            }
            let variables = OpenAPIVariables(try members.object("variables") ?? [:])
            do throws(Excess) {
                servers += try Self.servers(url, variables, "\(label)[\(index)]", &room, &losses)
            } catch {
                throw members.problem(nil, error.reason, hint: error.hint)
            }
        }
        return servers.isEmpty ? [OpenAPIServer()] : servers
    }

    /// The servers of Swagger 2.0: one host, with the schemes and the path of all operations.
    static func swagger(
        _ document: OpenAPIDocument, _ losses: inout ExchangeLosses
    ) throws(InputProblem) -> [OpenAPIServer] {
        let path = try document.root.string("basePath") ?? ""
        let host = try document.root.string("host")
        let schemes = host == nil ? [] : try document.root.strings("schemes")
        do throws(Excess) {
            return try swagger(schemes, host, path, &losses)
        } catch {
            throw document.root.problem(nil, error.reason, hint: error.hint)
        }
    }

    /// The servers of a host, one for each scheme; of a path alone without a host.
    private static func swagger(
        _ schemes: [String], _ host: String?, _ path: String, _ losses: inout ExchangeLosses
    ) throws(Excess) -> [OpenAPIServer] {
        var room = OpenAPIDocument.serverLimit
        let variables = OpenAPIVariables([:])
        guard let host else { return try servers(path, variables, "basePath", &room, &losses) }
        let slash = path.isEmpty || path.utf8.first == UInt8(ascii: "/") ? "" : "/"
        var found: [OpenAPIServer] = []
        for scheme in schemes.isEmpty ? ["any"] : schemes {
            found += try servers(
                "\(scheme)://\(host)\(slash)\(path)", variables, "host", &room, &losses)
        }
        guard schemes.isEmpty else { return found }
        return found.map { OpenAPIServer(scheme: nil, host: $0.host, path: $0.path) }
    }

    /// The servers of a URL.
    private static func servers(
        _ url: String, _ variables: OpenAPIVariables, _ label: String, _ room: inout Int,
        _ losses: inout ExchangeLosses
    ) throws(Excess) -> [OpenAPIServer] {
        guard url.utf8.count <= OpenAPIDocument.urlLimit else { throw .url }
        guard url.utf8.count(where: { $0 == UInt8(ascii: "{") }) <= OpenAPIDocument.variableLimit
        else { throw .variables }
        if let mark = url.utf8.firstIndex(where: { "?#".utf8.contains($0) }) {
            losses.add(label, "The query and the fragment of a server's URL are no part of paths.")
            return try servers(String(url[..<mark]), variables, label, &room, &losses)
        }
        if url.hasPrefix("//") {
            // The scheme is that of the description's own address.
            return try servers("any:\(url)", variables, label, &room, &losses).map {
                OpenAPIServer(scheme: nil, host: $0.host, path: $0.path)
            }
        }
        let bytes = Array(url.utf8)
        // A scheme may be a variable.
        let name = bytes.prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "/") }
        guard !name.isEmpty, bytes[name.count...].starts(with: "://".utf8) else {
            let paths = try paths(url, variables, label, &losses)
            room -= paths.count
            guard room >= 0 else { throw .servers }
            return paths.map { OpenAPIServer(path: $0) }
        }
        let rest = bytes[(name.count + 3)...]
        let authority = rest.prefix { $0 != UInt8(ascii: "/") }
        var host = String(decoding: authority, as: UTF8.self)
        let path = String(decoding: rest.dropFirst(authority.count), as: UTF8.self)
        if let first = OpenAPIVariables.first(in: host), first.before.isEmpty,
            first.after.utf8.first == UInt8(ascii: "."), !variables.hasValues(first.name)
        {
            losses.add(label, "A variable before a host becomes any subdomain.")
            host = "*\(first.after)"
        }
        let paths = try paths(path, variables, label, &losses)
        let schemes = try variables.expanded(
            String(decoding: name, as: UTF8.self), label, &losses)
        let hosts = try variables.expanded(host, label, &losses)
        room -= schemes.count * hosts.count * paths.count
        guard room >= 0 else { throw .servers }
        var servers: [OpenAPIServer] = []
        for scheme in schemes {
            for var host in hosts {
                if let colon = host.utf8.lastIndex(of: UInt8(ascii: ":")) {
                    losses.add(label, "The port of a server is not part of a namespace.")
                    host = String(Substring(host.utf8[..<colon]))
                }
                servers += paths.map {
                    OpenAPIServer(scheme: scheme.lowercased(), host: host.lowercased(), path: $0)
                }
            }
        }
        return servers
    }

    /// The paths of a server's path: a variable that is a whole segment stays one.
    private static func paths(
        _ path: String, _ variables: OpenAPIVariables, _ label: String,
        _ losses: inout ExchangeLosses
    ) throws(Excess) -> [OpenAPIBasePath] {
        var kept: [String: [String]] = [:]
        let segments = path.utf8.split(
            separator: UInt8(ascii: "/"), omittingEmptySubsequences: false
        ).map { String(Substring($0)) }
        for segment in segments {
            guard let variable = OpenAPIVariables.first(in: segment), variable.before.isEmpty,
                variable.after.isEmpty, kept[variable.name] == nil,
                let values = variables.segments(of: variable.name)
            else { continue }
            kept[variable.name] = values
        }
        return try variables.expanded(path, keeping: kept, label, &losses).map { path in
            var path = path
            while path.utf8.last == UInt8(ascii: "/") { path.removeLast() }
            return OpenAPIBasePath(text: path, values: kept)
        }
    }
}

/// The variables of a server's URL.
struct OpenAPIVariables {
    /// The most values of a variable that are read.
    private static let valueLimit = 64
    private let variables: JSONObject

    init(_ variables: JSONObject) { self.variables = variables }

    /// Returns whether a variable has a list of values.
    func hasValues(_ name: String) -> Bool { values(of: name).count > 1 }

    /// The values of a variable, the default one and those of its `enum`: at most one beyond the limit.
    private func values(of name: String) -> [String] {
        guard case .object(let variable)? = variables[name] else { return [name] }
        var values: [String] = []
        if let value = variable["default"]?.redirectText { values.append(value) }
        if case .array(let list)? = variable["enum"] {
            for value in list where values.count <= Self.valueLimit {
                guard let text = value.redirectText, !values.contains(text) else { continue }
                values.append(text)
            }
        }
        return values.isEmpty ? [name] : values
    }

    /// The values of a variable that has several, each of them one segment; `nil` for any other.
    func segments(of name: String) -> [String]? {
        let values = values(of: name)
        guard (2...Self.valueLimit).contains(values.count),
            values.allSatisfy({ !$0.isEmpty && !$0.utf8.contains(UInt8(ascii: "/")) })
        else { return nil }
        return values
    }

    /// The first variable of a text, and what stands around it.
    static func first(in text: String) -> (before: String, name: String, after: String)? {
        guard let open = text.utf8.firstIndex(of: UInt8(ascii: "{")),
            let close = text.utf8[open...].firstIndex(of: UInt8(ascii: "}"))
        else { return nil }
        return (
            String(text[..<open]), String(text[text.utf8.index(after: open)..<close]),
            String(text[text.utf8.index(after: close)...])
        )
    }

    /// A text with every value of its variables, but for those that are kept; with the default values
    /// alone if there are too many, which is a loss.
    func expanded(
        _ text: String, keeping kept: [String: [String]] = [:], _ label: String,
        _ losses: inout ExchangeLosses
    ) throws(OpenAPIServer.Excess) -> [String] {
        var texts = [""]
        var rest = text
        while let variable = Self.first(in: rest) {
            rest = variable.after
            var values = values(of: variable.name)
            if values == [variable.name] {
                losses.add(
                    label, "A variable without a value is read as its name: '{\(variable.name)}'.")
            }
            guard values.allSatisfy({ $0.utf8.count <= OpenAPIDocument.urlLimit }) else {
                throw .url
            }
            if kept[variable.name] != nil {
                values = ["{\(variable.name)}"]
            } else if texts.count * values.count > Self.valueLimit {
                losses.add(
                    label, "Only the default value of a variable is read: it has too many.",
                    isLeftOut: true)
                values = [values[0]]
            }
            texts = texts.flatMap { text in
                values.map { text + variable.before + $0 }
            }
        }
        return texts.map { $0 + rest }
    }
}
