import RouteDB

/// IKRouter: `scheme://` and segments as written; the first match.
struct IKRouterModel: RouterModel {
    private let patterns: [Address?]

    init(_ registry: ModelRegistry) {
        patterns = registry.routes.map { Address(ModelBytes(of: $0.pattern)) }
    }

    /// A URL or a pattern, cut.
    private struct Address {
        let scheme: ModelBytes
        let segments: [ModelBytes]
        let query: ModelBytes?

        init?(_ text: ModelBytes) {
            let (before, behind) = text.parted(at: "://")
            guard let behind else { return nil }
            let parts = behind.cut(at: "?")
            scheme = before
            segments = parts[0].cut(at: "/")
            query = parts.count > 1 ? parts[parts.count - 1] : nil
        }
    }

    func matches(of url: String) -> [JSONObject] {
        guard let address = Address(ModelBytes(of: url)) else { return [] }
        var query = JSONObject()
        for item in address.query?.cut(at: "&") ?? [] {
            let parts = item.cut(at: "=")
            guard parts.count == 2 else { return [] }
            query[parts[0].text] = .string(parts[1].text)
        }
        for (index, pattern) in patterns.enumerated() where pattern?.scheme == address.scheme {
            guard let pattern, let values = match(address.segments, pattern.segments) else {
                continue
            }
            return [Self.match(index, ["params": .object(values), "query": .object(query)])]
        }
        return []
    }

    private func match(_ segments: [ModelBytes], _ pattern: [ModelBytes]) -> JSONObject? {
        guard segments.count == pattern.count else { return nil }
        var values = JSONObject()
        for (segment, part) in zip(segments, pattern) where segment != part {
            guard part.hasPrefix(":"), !segment.hasPrefix(":") else { return nil }
            values[part.text] = .string(segment.text)
        }
        return values
    }

    static func facts(of match: Resolution) -> JSONObject {
        var values = JSONObject()
        for member in match.parameters.members { values[":\(member.key)"] = member.value }
        return ["params": .object(values), "query": .object(match.queryValues)]
    }
}
