/// Reads the bytes of a packed pattern.
struct PatternUnpacker {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func origin() -> (scheme: String?, host: HostPattern?) {
        let scheme = optional { $0.text() }
        let host = optional { unpacker in
            let elements = unpacker.elements()
            let port = unpacker.optional { UInt16(truncatingIfNeeded: $0.number()) }
            return HostPattern(elements: elements, port: port)
        }
        return (scheme, host)
    }

    mutating func elements() -> [PatternElement] { list { $0.element() } }

    mutating func query() -> [QueryCondition] { list { $0.condition() } }

    private mutating func element() -> PatternElement {
        switch code(as: PackedCode.Element.self) {
        case .separator: .separator
        case .literal: .literal(text())
        case .parameter: .parameter(parameter())
        case .wildcard: .wildcard
        case .catchAll: .catchAll
        case .optional: .optional(elements())
        }
    }

    private mutating func condition() -> QueryCondition {
        let key = text()
        let test: QueryCondition.Test =
            switch code(as: PackedCode.Test.self) {
            case .equals: .equals(text())
            case .capture: .capture(parameter())
            case .present: .present
            case .absent: .absent
            }
        return QueryCondition(key: key, test: test)
    }

    private mutating func parameter() -> Parameter {
        let name = text()
        return Parameter(name: name, type: type())
    }

    private mutating func type() -> ParameterType {
        switch code(as: PackedCode.TypeName.self) {
        case .string: return .string
        case .int:
            let minimum = optional { Int64(bitPattern: $0.number()) }
            return .int(minimum: minimum, maximum: optional { Int64(bitPattern: $0.number()) })
        case .float: return .float
        case .decimal: return .decimal
        case .number: return .number
        case .bool: return .bool
        case .uuid: return .uuid
        case .date: return .date
        case .slug: return .slug
        case .hex: return .hex
        case .oneOf: return .oneOf(list { $0.text() })
        case .path: return .path
        case .converter: return .converter(text())
        }
    }

    private mutating func list<Element>(_ read: (inout Self) -> Element) -> [Element] {
        let count = Int(number())
        var elements: [Element] = []
        elements.reserveCapacity(count)
        for _ in 0..<count { elements.append(read(&self)) }
        return elements
    }

    private mutating func optional<Value>(_ read: (inout Self) -> Value) -> Value? {
        byte() == 0 ? nil : read(&self)
    }

    private mutating func text() -> String {
        let end = Int(number()) + position
        defer { position = end }
        return String(decoding: bytes[position..<end], as: UTF8.self)
    }

    private mutating func number() -> UInt64 {
        var number: UInt64 = 0
        var shift: UInt64 = 0
        while true {
            let byte = byte()
            number |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return number }
            shift += 7
        }
    }

    private mutating func code<Kind: RawRepresentable<UInt8>>(as kind: Kind.Type) -> Kind {
        guard let code = Kind(rawValue: byte()) else {
            preconditionFailure("a packed pattern has bytes that no writer writes")
        }
        return code
    }

    private mutating func byte() -> UInt8 {
        defer { position += 1 }
        return bytes[position]
    }
}
