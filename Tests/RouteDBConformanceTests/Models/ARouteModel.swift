import RouteDB

/// ARoute as documented: the whole text, with parameters between marks; the first match.
struct ARouteModel: RouterModel {
    private enum Part {
        case literal(ModelBytes)
        case parameter(ModelBytes)
    }

    private let patterns: [[Part]]
    private let castMark: String

    init(_ registry: ModelRegistry) {
        castMark = registry.castMark
        let marks = ModelBytes(of: registry.marks)
        patterns = registry.routes.map {
            Self.parts(ModelBytes(of: $0.pattern), open: marks[0], close: marks[marks.count - 1])
        }
    }

    private static func parts(_ pattern: ModelBytes, open: UInt8, close: UInt8) -> [Part] {
        var parts: [Part] = []
        var literal: ModelBytes = []
        var rest = pattern[...]
        while let byte = rest.popFirst() {
            let segment = rest.prefix { $0 != UInt8(ascii: "/") }
            let end = segment.firstIndex(of: close)
            if byte == open, end != nil || (open == close && !segment.isEmpty) {
                parts += [
                    .literal(literal), .parameter(Array(segment[..<(end ?? segment.endIndex)])),
                ]
                literal = []
                rest = rest[(end.map { $0 + 1 } ?? segment.endIndex)...]
            } else {
                literal.append(byte)
            }
        }
        return parts + [.literal(literal)]
    }

    func matches(of url: String) -> [JSONObject] {
        for (index, parts) in patterns.enumerated() {
            let captured: [(ModelBytes, ModelBytes)]?
            if parts.count == 1, case .literal(let literal) = parts[0] {
                captured = literal.text.lowercased() == url.lowercased() ? [] : nil
            } else {
                captured = match(ModelBytes(of: url)[...], parts[...])
            }
            guard let captured else { continue }
            var values = JSONObject()
            var raw = JSONObject()
            for (inside, text) in captured {
                let pieces = inside.cut(at: castMark)
                let name = (pieces.count == 2 ? pieces[0] : inside).text
                let type = pieces.count == 2 ? pieces[1].text.lowercased() : "string"
                raw[name] = .string(text.text)
                if let value = Self.value(of: text.text, type) { values[name] = value }
            }
            return [Self.match(index, ["params": .object(values), "raw": .object(raw)])]
        }
        return []
    }

    /// Matches as a regular expression does, a parameter being `[^/]*`.
    private func match(
        _ text: ArraySlice<UInt8>, _ parts: ArraySlice<Part>
    ) -> [(ModelBytes, ModelBytes)]? {
        guard let part = parts.first else { return text.isEmpty ? [] : nil }
        switch part {
        case .literal(let literal):
            guard text.starts(with: literal) else { return nil }
            return match(text.dropFirst(literal.count), parts.dropFirst())
        case .parameter(let inside):
            let longest = text.prefix { $0 != UInt8(ascii: "/") }
            for length in 0...longest.count {
                if let rest = match(text.dropFirst(length), parts.dropFirst()) {
                    return [(inside, Array(longest.prefix(length)))] + rest
                }
            }
            return nil
        }
    }

    private static func value(of text: String, _ type: String) -> JSONValue? {
        let lower = text.lowercased()
        let isNumber = text.wholeMatch(of: /-?[0-9]+(\.[0-9]+)?/) != nil
        switch type {
        case "number", "nsnumber":
            return isNumber
                ? Int64(text).map(JSONValue.int) ?? Double(text).map(JSONValue.double)
                : nil
        case "decimal", "nsdecimalnumber": return isNumber ? .string(text) : nil
        case "bool" where ["true", "false"].contains(lower): return .bool(lower == "true")
        case "bool": return .bool(text.wholeMatch(of: /[ \t]*[+\-]?0*[YyTt1-9].*/) != nil)
        default: return .string(text)
        }
    }

    static func facts(of match: Resolution) -> JSONObject {
        var raw = JSONObject()
        for (name, text) in match.rawParameters { raw[name] = .string(text) }
        return ["params": .object(match.parameters), "raw": .object(raw)]
    }
}
