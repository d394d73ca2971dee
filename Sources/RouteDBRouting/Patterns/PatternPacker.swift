/// Writes the bytes of a packed pattern.
struct PatternPacker {
    private(set) var bytes: [UInt8] = []

    mutating func write(_ pattern: RoutePattern) {
        write(optional: pattern.scheme) { $0.write($1) }
        write(optional: pattern.host) { packer, host in
            packer.write(host.elements)
            packer.write(optional: host.port) { $0.write(UInt64($1)) }
        }
        write(pattern.path)
        write(UInt64(pattern.query.count))
        for condition in pattern.query { write(condition) }
    }

    private mutating func write(_ elements: [PatternElement]) {
        write(UInt64(elements.count))
        for element in elements {
            switch element {
            case .separator: bytes.append(PackedCode.Element.separator.rawValue)
            case .literal(let text):
                bytes.append(PackedCode.Element.literal.rawValue)
                write(text)
            case .parameter(let parameter):
                bytes.append(PackedCode.Element.parameter.rawValue)
                write(parameter)
            case .wildcard: bytes.append(PackedCode.Element.wildcard.rawValue)
            case .catchAll: bytes.append(PackedCode.Element.catchAll.rawValue)
            case .optional(let content):
                bytes.append(PackedCode.Element.optional.rawValue)
                write(content)
            }
        }
    }

    private mutating func write(_ condition: QueryCondition) {
        write(condition.key)
        switch condition.test {
        case .equals(let text):
            bytes.append(PackedCode.Test.equals.rawValue)
            write(text)
        case .capture(let parameter):
            bytes.append(PackedCode.Test.capture.rawValue)
            write(parameter)
        case .present: bytes.append(PackedCode.Test.present.rawValue)
        case .absent: bytes.append(PackedCode.Test.absent.rawValue)
        }
    }

    private mutating func write(_ parameter: Parameter) {
        write(parameter.name)
        bytes.append(parameter.type.code.rawValue)
        switch parameter.type {
        case .int(let minimum, let maximum):
            write(optional: minimum) { $0.write(UInt64(bitPattern: $1)) }
            write(optional: maximum) { $0.write(UInt64(bitPattern: $1)) }
        case .oneOf(let texts, _):
            write(UInt64(texts.count))
            for text in texts { write(text) }
        case .converter(let name): write(name)
        case .string, .float, .decimal, .number, .bool, .uuid, .date, .slug, .hex, .path: break
        }
    }

    private mutating func write<Value>(
        optional value: Value?, _ write: (inout Self, Value) -> Void
    ) {
        bytes.append(value == nil ? 0 : 1)
        if let value { write(&self, value) }
    }

    private mutating func write(_ text: String) {
        write(UInt64(text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }

    private mutating func write(_ number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }
}

extension ParameterType {
    fileprivate var code: PackedCode.TypeName {
        switch self {
        case .string: .string
        case .int: .int
        case .float: .float
        case .decimal: .decimal
        case .number: .number
        case .bool: .bool
        case .uuid: .uuid
        case .date: .date
        case .slug: .slug
        case .hex: .hex
        case .oneOf: .oneOf
        case .path: .path
        case .converter: .converter
        }
    }
}
