import RouteDBRouting

/// The counts of one parameter's values.
struct ParameterValues: Sendable {
    /// The maximum number of values that are counted separately.
    static let limit = 1 << 18

    private(set) var present = HitCount()
    private(set) var invalid = HitCount()
    private(set) var types: [String: HitCount] = [:]
    private(set) var values = TextCounts(limit: ParameterValues.limit)
    private(set) var invalidValues = TextCounts(limit: 1 << 12)

    /// Adds the value of a hit.
    mutating func add(_ value: JSONValue, _ count: HitCount, of type: ParameterType?) {
        present += count
        let text = ByteText(Self.text(of: value).utf8)
        types[Self.kind(of: value, text), default: HitCount()] += count
        values.add(text.bytes, count)
        if type?.validates(text.bytes) == false { addInvalid(text, count) }
    }

    /// Adds a value that does not have the parameter's type.
    mutating func addInvalid(_ text: ByteText, _ count: HitCount) {
        invalid += count
        invalidValues.add(text.bytes, count)
    }

    mutating func merge(_ other: ParameterValues) {
        present += other.present
        invalid += other.invalid
        types.merge(other.types) { left, right in
            var sum = left
            sum += right
            return sum
        }
        values.merge(other.values)
        invalidValues.merge(other.invalidValues)
    }

    private static func text(of value: JSONValue) -> String {
        if case .string(let text) = value { text } else { value.description }
    }

    private static func kind(of value: JSONValue, _ text: ByteText) -> String {
        switch value {
        case .null: "null"
        case .bool: "bool"
        case .int: ValueClass.int.name
        case .double: "number"
        case .string: ValueClass(text.bytes).name
        case .array: "list"
        case .object: "object"
        }
    }
}

extension ParameterType {
    /// Whether a text has the type, or `nil` for a converter, whose values cannot be checked here.
    func validates(_ text: [UInt8]) -> Bool? {
        if case .converter = self { nil } else { accepts(text.span.bytes) }
    }
}
