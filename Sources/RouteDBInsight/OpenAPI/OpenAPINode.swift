import RouteDBRouting

/// A value of a description that references lead to; its members are found without a search.
final class OpenAPINode {
    let value: JSONValue

    init(_ value: JSONValue) { self.value = value }

    /// The `$ref` of an object.
    private(set) lazy var reference: String? = {
        guard case .object(let object) = value, case .string(let reference)? = object["$ref"]
        else { return nil }
        return reference
    }()

    /// The members of an object that parameters and schemas are read from.
    private(set) lazy var read: JSONObject? = {
        guard case .object(let object) = value else { return nil }
        return JSONObject(distinct: object.members.filter { Self.known.contains($0.key) })
    }()

    private static let known = Set(
        OpenAPIParameter.unsaid + [
            "name", "in", "required", "schema", "type", "format", "enum", "default", "minimum",
            "maximum", "exclusiveMinimum", "exclusiveMaximum",
        ])

    private lazy var members: [TextKey: OpenAPINode] = {
        guard case .object(let object) = value else { return [:] }
        return Dictionary(
            object.members.map { (TextKey($0.key), OpenAPINode($0.value)) },
            uniquingKeysWith: { first, _ in first })
    }()

    private lazy var elements: [OpenAPINode] = {
        guard case .array(let values) = value else { return [] }
        return values.map { OpenAPINode($0) }
    }()

    /// The member of an object, or the element of an array, that a step of a JSON pointer leads to.
    subscript(step: String) -> OpenAPINode? {
        guard case .array = value else { return members[TextKey(step)] }
        guard let index = Int(step), elements.indices.contains(index) else { return nil }
        return elements[index]
    }
}
