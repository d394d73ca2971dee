package import RouteDBRouting

/// The values that a place in JSON may have, as JSON Schema describes them.
package indirect enum JSONSchema: Sendable {
    case string(String)
    case integer(String)
    case number(String)
    case boolean(String)
    /// One of a few words.
    case word([String], String)
    /// Any value.
    case any(String)
    /// An object whose keys are data, such as those of parameters.
    case map(JSONSchema, String)
    case list(JSONSchema, String)
    /// A value or null.
    case optional(JSONSchema)
    /// An object with known members; it may have others, unless it is closed.
    case object([Member], String, isClosed: Bool = false)
    /// A schema of the document's components.
    case named(String)

    /// A member of an object.
    package struct Member: Sendable {
        package let key: String
        package let schema: JSONSchema
        package let isRequired: Bool
        /// True if the member is part of answers only: who sends it back is not heard.
        package let isReadOnly: Bool

        package init(
            _ key: String, _ schema: JSONSchema, isRequired: Bool = true, isReadOnly: Bool = false
        ) {
            self.key = key
            self.schema = schema
            self.isRequired = isRequired
            self.isReadOnly = isReadOnly
        }

        /// The schema of the member as JSON.
        fileprivate var json: JSONObject {
            var json = schema.json
            if isReadOnly { json["readOnly"] = true }
            return json
        }

        /// The member in what people send, where `null` stands for a value that is not set.
        package var sent: Member {
            if case .optional = schema { return Member(key, schema, isRequired: false) }
            return Member(key, .optional(schema), isRequired: false)
        }
    }

    /// The schema as JSON.
    package var json: JSONObject {
        switch self {
        case .string(let text): Self.plain("string", text)
        case .integer(let text): Self.plain("integer", text)
        case .number(let text): Self.plain("number", text)
        case .boolean(let text): Self.plain("boolean", text)
        case .word(let words, let text):
            [
                "type": "string", "enum": .array(words.map(JSONValue.string)),
                "description": .string(text),
            ]
        case .any(let text): ["description": .string(text)]
        case .map(let values, let text):
            [
                "type": "object", "description": .string(text),
                "additionalProperties": .object(values.json),
            ]
        case .list(let elements, let text):
            ["type": "array", "description": .string(text), "items": .object(elements.json)]
        case .optional(let schema):
            ["anyOf": [.object(schema.json), ["type": "null"]]]
        case .object(let members, let text, let isClosed):
            Self.object(members, text).merging(isClosed ? ["additionalProperties": false] : [:])
        case .named(let name): ["$ref": .string("#/components/schemas/\(name)")]
        }
    }

    private static func object(_ members: [Member], _ text: String) -> JSONObject {
        [
            "type": "object", "description": .string(text),
            "properties": .object(members.reduce(into: [:]) { $0[$1.key] = .object($1.json) }),
            "required": .array(members.filter(\.isRequired).map { .string($0.key) }),
        ]
    }

    private static func plain(_ type: String, _ text: String) -> JSONObject {
        ["type": .string(type), "description": .string(text)]
    }
}
