import RouteDB

// Members of a case by the type that they are wanted in; nil if absent, null or of another type.
extension JSONObject {
    func text(_ key: String) -> String? { self[key]?.text }

    func flag(_ key: String) -> Bool? {
        guard case .bool(let flag)? = self[key] else { return nil }
        return flag
    }

    func integer(_ key: String) -> Int64? {
        guard case .int(let number)? = self[key] else { return nil }
        return number
    }

    func object(_ key: String) -> JSONObject? { self[key]?.object }

    func array(_ key: String) -> [JSONValue]? {
        guard case .array(let elements)? = self[key] else { return nil }
        return elements
    }

    func texts(_ key: String) -> [String] { self[key]?.texts ?? [] }

    /// The object without the members that are null.
    var withoutNulls: JSONObject {
        var object = JSONObject()
        for member in members where member.value != .null { object[member.key] = member.value }
        return object
    }
}

extension JSONValue {
    /// The texts of a list; of any other value, none.
    var texts: [String] {
        guard case .array(let elements) = self else { return [] }
        return elements.compactMap(\.text)
    }

    var text: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    var object: JSONObject? {
        guard case .object(let object) = self else { return nil }
        return object
    }

    /// The value of a number.
    var number: Double? {
        switch self {
        case .int(let number): Double(number)
        case .double(let number): number
        default: nil
        }
    }

    /// A text, or null for none.
    init(_ text: String?) { self = text.map(JSONValue.string) ?? .null }

    /// A list of texts.
    init(_ texts: [String]) { self = .array(texts.map(JSONValue.string)) }
}
