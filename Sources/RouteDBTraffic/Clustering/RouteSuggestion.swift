import RouteDBDatabase
import RouteDBInsight
import RouteDBRouting

/// Suggests a route that would match the URLs of a cluster.
struct RouteSuggestion {
    private let snapshot: RegistrySnapshot
    private let table: RoutingTable

    init(_ snapshot: RegistrySnapshot) {
        self.snapshot = snapshot.withoutAccess
        table = RoutingTable(self.snapshot)
    }

    /// Returns a command that adds a route with the template as its pattern, if that would match
    /// the example.
    ///
    /// - Parameters:
    ///   - key: What the URLs have in common.
    ///   - parts: The template of the path.
    ///   - example: One of the URLs.
    /// - Returns: The command line, or `nil` if such a route would not match.
    func command(for key: ClusterKey, _ parts: [ClusterPart], example: [UInt8]) -> String? {
        guard let id = key.finding.namespace, key.host != UnmatchedTally.otherHost,
            let namespace = snapshot.namespaces.first(where: { $0.id == id }),
            let text = pattern(key, parts, namespace)?.description,
            let pattern = try? RoutePattern(text)
        else { return nil }
        let newest = snapshot.routes.map(\.id.rawValue).max() ?? 0
        guard newest < .max else { return nil }
        let route = Route(
            id: RouteID(rawValue: newest + 1), namespace: id, pattern: pattern, target: "new")
        let table = table.changing(to: snapshot.revision, removing: [], upserting: [route])
        guard table.resolve(ResolutionRequest(utf8: example)).foundRoute?.id == route.id else {
            return nil
        }
        var command =
            "routedb add \(ShellWord.quoted(text, always: true)) --target \(Self.target(key, parts))"
        if namespace.name != RouteNamespace.defaultName {
            command += " --namespace \(ShellWord.quoted(namespace.name, always: true))"
        }
        if PatternSyntax(namespace) != .native { command += " --syntax native" }
        return command
    }

    private func pattern(
        _ key: ClusterKey, _ parts: [ClusterPart], _ namespace: RouteNamespace
    ) -> RoutePattern? {
        var names: [String: Int] = [:]
        var path: [PatternElement] = []
        for part in parts {
            path.append(.separator)
            switch part {
            case .literal(let text): path.append(.literal(text.string))
            case .rest: path.append(.catchAll)
            case .value(let kind):
                names[kind.parameterName, default: 0] += 1
                let number = names[kind.parameterName] ?? 1
                let name = number == 1 ? kind.parameterName : "\(kind.parameterName)\(number)"
                path.append(.parameter(Parameter(name: name, type: kind.type)))
            }
        }
        if path.isEmpty { path = [.separator] }
        // The bindings of the namespace imply the scheme or host.
        let scheme = namespace.schemes.isEmpty ? key.scheme : nil
        let host = namespace.hosts.isEmpty ? key.host : nil
        return RoutePattern(
            scheme: scheme,
            host: host.map { host in
                HostPattern(elements: host.isEmpty ? [] : [.literal(host)], port: key.port)
            }, path: path, query: [])
    }

    /// Makes a target from the literals of a template, including a host without a dot.
    private static func target(_ key: ClusterKey, _ parts: [ClusterPart]) -> String {
        var texts = parts.compactMap { part -> [UInt8]? in
            if case .literal(let text) = part { text.bytes } else { nil }
        }
        if let host = key.host, !host.isEmpty, !host.contains(".") {
            texts.insert(Array(host.utf8), at: 0)
        }
        let words = texts.map { text in
            let bytes = text.map { byte -> UInt8 in
                let letter = byte | 0x20
                if UInt8(ascii: "a")...UInt8(ascii: "z") ~= letter { return letter }
                let isKept = UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
                return isKept ? byte : UInt8(ascii: "_")
            }
            return String(decoding: bytes, as: UTF8.self)
        }
        return words.isEmpty ? "new" : words.joined(separator: ".")
    }
}
