/// Writes patterns in the canonical native form, which parses back to the same pattern.
///
/// Distinct patterns give distinct bytes.
struct PatternPrinter {
    /// The prefix of a path that begins with two separators and has no host, since `//` alone would
    /// begin a host.
    ///
    /// It is unambiguous, since no segment is `.`.
    static let noHost = Array("/.".utf8)

    private(set) var bytes: [UInt8] = []

    var text: String { String(decoding: bytes, as: UTF8.self) }

    mutating func write(_ pattern: RoutePattern) {
        if let scheme = pattern.scheme {
            write(scheme)
            write(":")
        }
        if let host = pattern.host {
            write(host)
        } else if pattern.path.count > 1, pattern.path[0] == .separator,
            pattern.path[1] == .separator
        {
            bytes += Self.noHost
        }
        write(path: pattern.path)
        for (index, condition) in pattern.query.enumerated() {
            write(index == 0 ? "?" : "&")
            write(condition)
        }
    }

    mutating func write(path: [PatternElement]) {
        for index in path.indices {
            switch path[index] {
            case .separator: bytes.append(UInt8(ascii: "/"))
            case .literal(let text):
                writePathLiteral(text, after: index > 0 ? path[index - 1] : nil)
            case .parameter(let parameter): write(parameter)
            case .wildcard: write("*")
            case .catchAll: write("**")
            case .optional(let content):
                write("(")
                write(path: content)
                write(")")
            }
        }
    }

    private mutating func write(_ host: HostPattern) {
        write("//")
        if case .literal(let text)? = host.elements.first, host.elements.count == 1,
            HostSyntax.isBracketedAddress(Array(text.utf8))
        {
            write(text)
        } else {
            for element in host.elements {
                switch element {
                case .literal(let text): writePercentEncoding(ASCIISet.host, in: text)
                case .parameter(let parameter): write(parameter)
                default: write("*")
                }
            }
        }
        if let port = host.port { write(":\(port)") }
    }

    private mutating func write(_ parameter: Parameter) {
        bytes.append(UInt8(ascii: "{"))
        Self.escape(name: parameter.name, into: &bytes)
        if parameter.type != .string {
            bytes.append(UInt8(ascii: ":"))
            write(parameter.type.description)
        }
        bytes.append(UInt8(ascii: "}"))
    }

    /// A name, with a backslash before characters that plain names do not contain or begin with.
    static func escaped(name: String) -> String {
        var bytes: [UInt8] = []
        escape(name: name, into: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func escape(name: String, into bytes: inout [UInt8]) {
        var isFirst = true
        for byte in name.utf8 {
            if !byte.isNameByte
                || isFirst && (byte.isASCIIDigit || byte == UInt8(ascii: "-"))
            {
                bytes.append(UInt8(ascii: "\\"))
            }
            bytes.append(byte)
            isFirst = false
        }
    }

    private mutating func write(_ condition: QueryCondition) {
        switch condition.test {
        case .absent:
            write("!")
            writeKey(condition.key, afterMark: true)
        case .present:
            writeKey(condition.key, afterMark: false)
        case .equals(let value):
            writeKey(condition.key, afterMark: false)
            write("=")
            writeEscaping(ASCIISet.value, in: value)
        case .capture(let parameter):
            writeKey(condition.key, afterMark: false)
            write("=")
            write(parameter)
        }
    }

    /// Writes a key; an `!` or `/` at its start must be escaped, except after an `!` mark.
    private mutating func writeKey(_ key: String, afterMark: Bool) {
        let first = key.utf8.first
        if !afterMark, first == UInt8(ascii: "!") || first == UInt8(ascii: "/") { write("\\") }
        writeEscaping(ASCIISet.key, in: key)
    }

    /// Writes a literal; a `:` must be escaped where a segment may begin, or before a name, unless it
    /// follows a parameter.
    private mutating func writePathLiteral(_ text: String, after last: PatternElement?) {
        let text = Array(text.utf8)
        for (index, byte) in text.enumerated() {
            if byte == UInt8(ascii: ":") {
                let next = index + 1 < text.count ? text[index + 1] : nil
                let mayBegin =
                    switch last {
                    case .parameter, .literal, .wildcard, .catchAll: false
                    case nil, .separator, .optional: true
                    }
                if index == 0 ? mayBegin : next?.isNameStart == true { write("\\") }
            }
            if byte == UInt8(ascii: "/") {
                writePercent(byte)
            } else {
                writeEscaping(ASCIISet.path, byte)
            }
        }
    }

    private mutating func writeEscaping(_ special: ASCIISet, in text: String) {
        for byte in text.utf8 { writeEscaping(special, byte) }
    }

    private mutating func writeEscaping(_ special: ASCIISet, _ byte: UInt8) {
        if byte == UInt8(ascii: "%") { return writePercent(byte) }
        if special.contains(byte) { bytes.append(UInt8(ascii: "\\")) }
        bytes.append(byte)
    }

    private mutating func writePercentEncoding(_ special: ASCIISet, in text: String) {
        for byte in text.utf8 {
            if special.contains(byte) { writePercent(byte) } else { bytes.append(byte) }
        }
    }

    private mutating func writePercent(_ byte: UInt8) {
        PercentCoding.append(byte, to: &bytes)
    }

    private mutating func write(_ text: String) { bytes.append(contentsOf: text.utf8) }
}
