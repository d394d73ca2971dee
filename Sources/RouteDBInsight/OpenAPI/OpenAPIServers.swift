import RouteDB
import RouteDBRouting

/// The servers of an API, as namespaces: those with one path before all others are one.
struct OpenAPIServers {
    /// Where the paths of an API stand.
    struct Base {
        /// The path before that of an operation.
        var path: String
        var schemes: [String] = []
        var hosts: [String] = []
    }

    private(set) var bases: [Base] = []

    /// Reads the servers of a description.
    init(of document: OpenAPIDocument, _ losses: inout ExchangeLosses) throws(InputProblem) {
        for (index, value) in (try document.root.array("servers") ?? []).enumerated() {
            let members = try JSONReader(
                value, at: [.key("servers"), .index(index)], of: document.text)
            guard index < OpenAPIDocument.serverLimit else {
                throw members.problem(
                    nil, "The API has more than \(OpenAPIDocument.serverLimit) servers.",
                    hint: "Keep those that the routes are for.")
            }
            let url = try members.required(
                "url", of: "The server", hint: "Write {\"url\": \"/\"}.")
            read(
                url, try members.object("variables") ?? [:], "servers[\(index)]", &losses)
        }
        if bases.isEmpty { bases = [Base(path: "")] }
    }

    private mutating func read(
        _ url: String, _ variables: JSONObject, _ item: String, _ losses: inout ExchangeLosses
    ) {
        let bytes = Array(url.utf8)
        let name = bytes.prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "/") }
        guard !name.isEmpty, bytes[name.count...].starts(with: "://".utf8) else {
            return add(Self.filled(url, variables), nil, nil)
        }
        let rest = bytes[(name.count + 3)...]
        let authority = rest.prefix { $0 != UInt8(ascii: "/") }
        var host = String(decoding: authority, as: UTF8.self)
        let path = String(decoding: rest.dropFirst(authority.count), as: UTF8.self)
        if host.utf8.first == UInt8(ascii: "{"),
            let end = host.utf8.firstIndex(of: UInt8(ascii: "}")),
            host.utf8[host.utf8.index(after: end)...].first == UInt8(ascii: ".")
        {
            losses.add(item, "A variable before a host becomes any subdomain.")
            host = "*" + Substring(host.utf8[host.utf8.index(after: end)...])
        }
        host = Self.filled(host, variables)
        if let colon = host.utf8.lastIndex(of: UInt8(ascii: ":")) {
            losses.add(item, "The port of a server is not part of a namespace.")
            host = String(Substring(host.utf8[..<colon]))
        }
        let scheme = Self.filled(String(decoding: name, as: UTF8.self), variables)
        add(Self.filled(path, variables), scheme.lowercased(), host.lowercased())
    }

    private mutating func add(_ path: String, _ scheme: String?, _ host: String?) {
        var path = path
        while path.utf8.last == UInt8(ascii: "/") { path.removeLast() }
        if let index = bases.firstIndex(where: {
            $0.path == path && $0.hosts.isEmpty == (host == nil)
        }) {
            if let scheme, !bases[index].schemes.contains(scheme) {
                bases[index].schemes.append(scheme)
            }
            if let host, !bases[index].hosts.contains(host) { bases[index].hosts.append(host) }
        } else {
            bases.append(
                Base(
                    path: path, schemes: scheme.map { [$0] } ?? [], hosts: host.map { [$0] } ?? []))
        }
    }

    /// A text with the default values of its variables.
    private static func filled(_ text: String, _ variables: JSONObject) -> String {
        var filled = ""
        var rest = Substring(text)
        while let open = rest.utf8.firstIndex(of: UInt8(ascii: "{")),
            let close = rest.utf8[open...].firstIndex(of: UInt8(ascii: "}"))
        {
            filled += rest[..<open]
            let name = String(rest[rest.utf8.index(after: open)..<close])
            if case .object(let variable)? = variables[name],
                case .string(let value)? = variable["default"]
            {
                filled += value
            } else {
                filled += name
            }
            rest = rest[rest.utf8.index(after: close)...]
        }
        return filled + rest
    }
}
