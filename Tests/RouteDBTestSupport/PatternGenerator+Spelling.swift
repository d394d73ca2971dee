package import RouteDBRouting

extension PatternGenerator {
    /// Generates a native text for a pattern, in one of its equivalent spellings.
    package mutating func spelling(of pattern: RoutePattern) -> String {
        var text = pattern.scheme.map { (random.oneIn(3) ? $0.uppercased() : $0) + ":" } ?? ""
        if pattern.host != nil {
            // Hosts have only their canonical spelling here.
            let bare = RoutePattern(scheme: nil, host: pattern.host, path: [], query: [])
            text += bare.description
        }
        text += spelling(of: pattern.path)
        for (index, condition) in pattern.query.enumerated() {
            text += (index == 0 ? "?" : "&") + spelling(of: condition)
        }
        return text
    }

    /// Damages a text: bytes are removed, doubled, swapped, or replaced by special characters.
    package mutating func mutation(of text: String) -> String {
        let marks = Array("{}<>()*:/?&=!#%\\|[]@.,-1".utf8)
        return String(decoding: random.damaged(Array(text.utf8), marks: marks), as: UTF8.self)
    }

    private mutating func spelling(of path: [PatternElement]) -> String {
        var text = ""
        for index in path.indices {
            let before = index > 0 ? path[index - 1] : nil
            let after = index + 1 < path.count ? path[index + 1] : nil
            switch path[index] {
            case .separator: text += "/"
            case .literal(let literal): text += encoded(literal)
            case .wildcard: text += "*"
            case .catchAll: text += "**"
            case .optional(let content): text += "(" + spelling(of: content) + ")"
            case .parameter(let parameter):
                let isWhole = before == .separator && (after == nil || after == .separator)
                text += spelling(of: parameter, isWhole: isWhole)
            }
        }
        return text
    }

    private mutating func spelling(of parameter: Parameter, isWhole: Bool) -> String {
        if parameter.type == .string {
            switch random.below(isWhole ? 4 : 3) {
            case 0: return "{\(parameter.name)}"
            case 1: return "<\(parameter.name)>"
            case 2: return "{\(parameter.name):string}"
            default: return ":\(parameter.name)"
            }
        }
        switch random.below(3) {
        case 0: return "{\(parameter.name):\(parameter.type)}"
        case 1: return "{\(parameter.name)|\(parameter.type)}"
        default: return "<\(parameter.type):\(parameter.name)>"
        }
    }

    private mutating func spelling(of condition: QueryCondition) -> String {
        let key = encoded(condition.key)
        return switch condition.test {
        case .equals(let value): "\(key)=\(encoded(value))"
        case .capture(let parameter): "\(key)=\(spelling(of: parameter, isWhole: false))"
        case .present: key
        case .absent: "!\(key)"
        }
    }

    /// Returns a literal with each byte as is, if it is a lowercase letter, or percent-encoded.
    private mutating func encoded(_ text: String) -> String {
        var result = ""
        for byte in text.utf8 {
            let isPlain = UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
            if isPlain, !random.oneIn(4) {
                result.unicodeScalars.append(UnicodeScalar(byte))
                continue
            }
            let digits = String(byte, radix: 16, uppercase: random.oneIn(2))
            result += "%" + (digits.utf8.count == 1 ? "0" : "") + digits
        }
        return result
    }
}
