// What a value is, for code that expects it to be of one kind. Nothing is converted, but an integer
// counts as a number with a fraction.
extension JSONValue {
    /// The text, or `nil` for anything else.
    public var stringValue: String? { if case .string(let value) = self { value } else { nil } }

    /// The integer, or `nil` for anything else.
    public var intValue: Int64? { if case .int(let value) = self { value } else { nil } }

    /// The number, rounded if it is an integer of more than 53 bits; `nil` for anything else.
    public var doubleValue: Double? {
        switch self {
        case .int(let value): Double(value)
        case .double(let value): value
        default: nil
        }
    }

    /// The truth value, or `nil` for anything else.
    public var boolValue: Bool? { if case .bool(let value) = self { value } else { nil } }

    /// The elements of an array, or `nil` for anything else.
    public var arrayValue: [JSONValue]? { if case .array(let value) = self { value } else { nil } }

    /// The object, or `nil` for anything else.
    public var objectValue: JSONObject? { if case .object(let value) = self { value } else { nil } }
}
