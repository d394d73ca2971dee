import RouteDB

/// JLRoutes: components, `:name`, `*`, optional groups; priority, then the order of registration.
struct JLRoutesModel: RouterModel {
    private struct Variant {
        let route: Int
        let text: String
        let components: [ModelBytes]
        let priority: Int32
    }

    private let registry: ModelRegistry
    private var variants: [String?: [Variant]] = [:]

    init(_ registry: ModelRegistry) {
        self.registry = registry
        for (index, route) in registry.routes.enumerated() {
            for text in Self.expansions(of: route.pattern) {
                var components = ModelBytes(of: text)
                if components.hasPrefix("/") { components.removeFirst() }
                let variant = Variant(
                    route: index, text: text, components: components.cut(at: "/"),
                    priority: route.priority)
                let list = variants[route.scheme, default: []]
                let place = list.firstIndex { $0.priority < variant.priority } ?? list.endIndex
                variants[route.scheme, default: []].insert(variant, at: place)
            }
        }
    }

    /// The patterns that JLRoutes stores for one with groups, in the order in which it tries them.
    private static func expansions(of pattern: String) -> [String] {
        guard pattern.utf8.contains(UInt8(ascii: "(")) else { return [pattern] }
        // Required texts and groups take turns, the first text being empty if a group is first.
        let texts = ModelBytes(of: pattern).split(
            omittingEmptySubsequences: false,
            whereSeparator: { $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: ")") })
        let parts = texts.enumerated().map { index, text in
            (components: Array(text).cut(at: "/").filter { !$0.isEmpty }, isOptional: index % 2 > 0)
        }
        let groupCount = parts.count { $0.isOptional }
        let expansions = (0..<1 << groupCount).map { subset -> String in
            var group = 0
            var components: [ModelBytes] = []
            for part in parts {
                defer { if part.isOptional { group += 1 } }
                if part.isOptional, subset >> group & 1 == 0 { continue }
                components += part.components
            }
            return "/" + components.map(\.text).joined(separator: "/")
        }
        return expansions.enumerated().sorted {
            let (left, right) = ($0.element.utf16.count, $1.element.utf16.count)
            return left == right ? $0.offset < $1.offset : left > right
        }.map(\.element)
    }

    // MARK: Answering

    func matches(of url: String) -> [JSONObject] {
        guard let request = Request(ModelBytes(of: url), registry) else { return [] }
        let scheme = request.scheme.flatMap { variants[$0] == nil ? nil : $0 }
        var candidates = variants[scheme] ?? []
        if let scheme, registry.fallingBack.contains(scheme) { candidates += variants[nil] ?? [] }
        return candidates.compactMap { variant in
            guard let (values, wildcard) = match(request.components, variant.components) else {
                return nil
            }
            return Self.match(
                variant.route,
                [
                    "pattern": .string(variant.text), "params": .object(values),
                    "wildcard": JSONValue(wildcard),
                    "values": .object(request.queryValues.merging(values)),
                ])
        }
    }

    private func match(
        _ components: [ModelBytes], _ pattern: [ModelBytes]
    ) -> (values: JSONObject, wildcard: [String])? {
        let hasWildcard = pattern.contains(ModelBytes(of: "*"))
        guard hasWildcard || pattern.count == components.count else { return nil }
        var values = JSONObject()
        for (index, part) in pattern.enumerated() {
            let component = index < components.count ? components[index] : nil
            if part.hasPrefix(":") {
                if let value = component.flatMap({ value($0) }) {
                    values[name(part)] = .string(value)
                }
            } else if part == ModelBytes(of: "*") {
                guard components.count >= index else { return nil }
                return (values, components[index...].map(\.text))
            } else if part != component {
                return nil
            }
        }
        return (values, [])
    }

    private func name(_ part: ModelBytes) -> String {
        var name = part.count > 1 ? Array(part.dropFirst()) : part
        if name.count > 1, name.hasSuffix("#") { name.removeLast() }
        return name.text
    }

    private func value(_ component: ModelBytes) -> String? {
        guard var value = registry.decoded(component) else { return nil }
        if value.utf8.count > 1, value.utf8.last == UInt8(ascii: "#") {
            value.unicodeScalars.removeLast()
        }
        return value
    }

    static func facts(of match: Resolution) -> JSONObject {
        [
            "pattern": JSONValue(JLRoutesRunner.pattern(of: match)),
            "params": .object(match.parameters), "wildcard": JSONValue(match.wildcards),
            "values": .object(match.values),
        ]
    }

    /// What stands for the values of a key: nothing, the value, or the list of them.
    private static func list(_ values: [JSONValue]) -> JSONValue? {
        values.count > 1 ? .array(values) : values.first
    }
}

extension JLRoutesModel {
    /// What JLRoutes makes of a URL.
    private struct Request {
        let scheme: String?
        var components: [ModelBytes] = []
        var queryValues = JSONObject()

        init?(_ url: ModelBytes, _ registry: ModelRegistry) {
            let (front, fragment) = url.parted(at: "#")
            let (hierarchy, query) = front.parted(at: "?")
            var path: ModelBytes
            (scheme, path) = hierarchy.schemeParted
            if path.hasPrefix("//") {
                let (authority, behind) = Array(path.dropFirst(2)).parted(at: "/")
                path = behind.map { ModelBytes(of: "/") + $0 } ?? []
                guard let host = Self.host(authority) else { return nil }
                if !host.isEmpty, registry.takesAnyHost || Self.isDotless(host) {
                    let components = [host] + path.cut(at: "/").filter { !$0.isEmpty }
                    path = Array(components.joined(separator: ModelBytes(of: "/")))
                }
            }
            var items = query?.items ?? []
            if let fragment {
                let (fragmentPath, written) = fragment.parted(at: "?")
                let fragmentQuery = written ?? fragmentPath
                let isItems = fragmentQuery.items.first?.value.map { !$0.isEmpty } ?? false
                if isItems { items += fragmentQuery.items }
                if !isItems || fragmentPath != fragmentQuery {
                    path += ModelBytes(of: "#") + fragmentPath
                }
            }
            if path.hasPrefix("/") { path.removeFirst() }
            if path.hasSuffix("/") { path.removeLast() }
            components = path.cut(at: "/")
            var lists: [String: [JSONValue]] = [:]
            for item in items {
                guard let written = item.value else { continue }
                // What is no text when decoded stays as written.
                let text = registry.decoded(written) ?? written.text
                lists[item.key.percentDecoded ?? item.key.text, default: []].append(.string(text))
            }
            for (key, values) in lists { queryValues[key] = list(values) }
        }

        /// The host as written, without the user before it, the port behind it, and a dot at its
        /// end, which JLRoutes keeps and RouteDB does not; `nil` if it can be none, since JLRoutes
        /// is never handed such a URL.
        private static func host(_ authority: ModelBytes) -> ModelBytes? {
            let written = authority.cut(at: "@").last ?? []
            let isAddress = written.hasPrefix("[::1]")
            let end = isAddress ? 5 : written.firstIndex(of: UInt8(ascii: ":")) ?? written.count
            let (host, rest) = (Array(written[..<end]), Array(written[end...]))
            let port = Array(rest.dropFirst())
            let isNumber =
                port.allSatisfy("0123456789".utf8.contains) && UInt16(port.text) != nil
            guard isAddress || !host.contains(where: " <>?@[\\]^|".utf8.contains),
                rest.isEmpty || rest.hasPrefix(":"), port.isEmpty || (!host.isEmpty && isNumber)
            else { return nil }
            return host.hasSuffix(".") && host.count > 1 && !host.hasSuffix("..")
                ? host.dropLast() : host
        }

        private static func isDotless(_ host: ModelBytes) -> Bool {
            host.unescaped != ModelBytes(of: "localhost")
                && !host.unescaped.contains(UInt8(ascii: "."))
        }
    }
}

extension ModelRegistry {
    /// The text that a value stands for; `nil` if it is none.
    fileprivate func decoded(_ value: ModelBytes) -> String? {
        guard let text = value.percentDecoded, decodesPlus else { return value.percentDecoded }
        return text.utf8.split(separator: UInt8(ascii: "+"), omittingEmptySubsequences: false)
            .map { String(Substring($0)) }.joined(separator: " ")
    }
}

extension [UInt8] {
    /// The items of a query, as written.
    fileprivate var items: [(key: ModelBytes, value: ModelBytes?)] {
        cut(at: "&").map { item in
            let (key, value) = item.parted(at: "=")
            return (key, value)
        }
    }
}
