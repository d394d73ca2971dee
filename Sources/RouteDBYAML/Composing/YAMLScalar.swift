import RouteDBRouting

/// The JSON values of scalars of YAML, by the core schema of YAML 1.2.
enum YAMLScalar {
    /// The value of a scalar without quotation marks.
    ///
    /// Words such as `yes` and `off`, dates, and numbers that JSON cannot hold, such as `.inf`, are text.
    static func value(ofPlain text: String) -> JSONValue {
        switch text {
        case "", "~", "null", "Null", "NULL": return .null
        case "true", "True", "TRUE": return .bool(true)
        case "false", "False", "FALSE": return .bool(false)
        default: return number(text) ?? .string(text)
        }
    }

    private static func number(_ text: String) -> JSONValue? {
        let bytes = text.utf8
        if bytes.starts(with: "0x".utf8) { return whole(bytes.dropFirst(2), radix: 16) }
        if bytes.starts(with: "0o".utf8) { return whole(bytes.dropFirst(2), radix: 8) }
        guard let form = form(of: bytes) else { return nil }
        if form == .whole, let number = Int64(text) { return .int(number) }
        guard let number = Double(text), number.isFinite else { return nil }
        return .double(number)
    }

    private static func whole(_ digits: Substring.UTF8View, radix: Int) -> JSONValue? {
        // A sign behind the mark would be taken, too.
        guard let first = digits.first, first != UInt8(ascii: "+"), first != UInt8(ascii: "-")
        else { return nil }
        return Int64(Substring(digits), radix: radix).map(JSONValue.int)
    }

    private enum Form { case whole, fraction }

    /// Returns the form of a number, or `nil` unless the bytes are
    /// `[-+]? ( \. [0-9]+ | [0-9]+ ( \. [0-9]* )? ) ( [eE] [-+]? [0-9]+ )?`.
    private static func form(of bytes: String.UTF8View) -> Form? {
        var rest = bytes[...]
        func take(_ wanted: StaticString) -> Bool {
            guard let byte = rest.first, wanted.description.utf8.contains(byte) else {
                return false
            }
            rest.removeFirst()
            return true
        }
        func digits() -> Int {
            let count = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
            rest.removeFirst(count)
            return count
        }
        _ = take("+-")
        let before = digits()
        var form = Form.whole
        if take(".") {
            form = .fraction
            guard digits() + before > 0 else { return nil }
        } else if before == 0 {
            return nil
        }
        if take("eE") {
            form = .fraction
            _ = take("+-")
            guard digits() > 0 else { return nil }
        }
        return rest.isEmpty ? form : nil
    }
}
