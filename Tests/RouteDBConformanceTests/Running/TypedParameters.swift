import RouteDB

/// The parameters of a match as cases write them: decimals as numbers, and types beside.
struct TypedParameters {
    private(set) var values = JSONObject()
    private(set) var types = JSONObject()

    init(_ resolution: Resolution) {
        let parameters = resolution.parameters
        var declared: [String: ParameterType] = [:]
        for parameter in resolution.matchedPattern?.parameters ?? [] {
            declared[parameter.name] = parameter.type
        }
        for (name, value) in parameters.members.map({ ($0.key, $0.value) }) {
            let type = declared[name] ?? .string
            values[name] = type == .decimal ? Self.number(value) : value
            types[name] = .string(Self.name(of: type))
        }
    }

    /// A decimal, which the library keeps as text, as a number.
    private static func number(_ value: JSONValue) -> JSONValue {
        guard let text = value.text else { return value }
        return Int64(text).map(JSONValue.int) ?? Double(text).map(JSONValue.double) ?? value
    }

    private static func name(of type: ParameterType) -> String {
        switch type {
        case .int: "int"
        case .float: "float"
        case .decimal: "decimal"
        case .number: "number"
        case .bool: "bool"
        case .uuid: "uuid"
        case .string, .date, .slug, .hex, .oneOf, .path, .converter: "string"
        }
    }
}
