import Foundation
import RouteDB

/// URLNavigator: a scheme and components; the match with the most literals, then the first.
struct URLNavigatorModel: RouterModel {
    private let patterns: [Address]

    init(_ registry: ModelRegistry) {
        patterns = registry.routes.map { Address(ModelBytes(of: $0.pattern)) }
    }

    /// A URL or a pattern, normalised and cut.
    private struct Address {
        let scheme: String?
        let components: [ModelBytes]

        init(_ text: ModelBytes) {
            let end = text.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
            let address = Array(text[..<(end ?? text.endIndex)])
            let (scheme, behind) = address.schemeParted
            let hasScheme = scheme != nil && behind.hasPrefix("/")
            self.scheme = hasScheme ? scheme : nil
            components = (hasScheme ? behind : address).cut(at: "/").filter { !$0.isEmpty }
        }
    }

    func matches(of url: String) -> [JSONObject] {
        let address = Address(ModelBytes(of: url))
        var best: (route: Int, literals: Int, values: JSONObject)?
        for (index, pattern) in patterns.enumerated() where pattern.scheme == address.scheme {
            guard let values = match(address.components, pattern.components) else { continue }
            let literals = pattern.components.count { !$0.hasPrefix("<") }
            if literals > best?.literals ?? -1 { best = (index, literals, values) }
        }
        guard let best else { return [] }
        let query = Self.query(ModelBytes(of: url))
        return [
            Self.match(best.route, ["params": .object(best.values), "query": .object(query)])
        ]
    }

    private func match(_ components: [ModelBytes], _ pattern: [ModelBytes]) -> JSONObject? {
        let takesRest = pattern.contains { $0.hasPrefix("<path:") }
        guard components.count == pattern.count || takesRest && components.count > pattern.count
        else { return nil }
        var values = JSONObject()
        for (index, part) in pattern.enumerated() {
            let text = components[index].text
            guard part.hasPrefix("<") else {
                if part != components[index] { return nil }
                continue
            }
            let (first, second) = Array(part.dropFirst().dropLast()).parted(at: ":")
            guard let name = second?.text else {
                values[first.text] = .string(text)
                continue
            }
            if first == ModelBytes(of: "path") {
                let rest = components[index...].map(\.text).joined(separator: "/")
                values[name] = .string(rest)
                return values
            }
            guard let value = Self.value(of: text, first.text) else { return nil }
            values[name] = value
        }
        return values
    }

    private static func value(of text: String, _ type: String) -> JSONValue? {
        switch type {
        case "int": Int64(text).map(JSONValue.int)
        // With the digits of a double, and finite (D3).
        case "float": Double(text).flatMap { $0.isFinite ? .double($0) : nil }
        case "uuid": UUID(uuidString: text).map { .string($0.uuidString) }
        default: .string(text)
        }
    }

    /// The query as a map: values decoded, names as written, the last one of equal names.
    private static func query(_ url: ModelBytes) -> JSONObject {
        var values = JSONObject()
        let query = url.parted(at: "#").before.parted(at: "?").behind ?? []
        for item in query.cut(at: "&") {
            let (name, value) = item.parted(at: "=")
            guard let value else { continue }
            values[name.text] = .string(value.percentDecoded ?? value.text)
        }
        return values
    }

    static func facts(of match: Resolution) -> JSONObject {
        ["params": .object(match.parameters), "query": .object(match.queryValues)]
    }
}
