#if Server
import RouteDB
import RouteDBServer

extension JSONSchema {
    /// What is wrong with a value; empty if the schema allows it.
    func mistakes(in value: JSONValue, at path: String = "$") -> [String] {
        switch (self, value) {
        case (.any, _), (.string, .string), (.integer, .int), (.number, .int), (.number, .double),
            (.boolean, .bool), (.optional, .null):
            return []
        case (.optional(let schema), _): return schema.mistakes(in: value, at: path)
        case (.word(let words, _), .string(let text)):
            return words.contains(text) ? [] : ["\(path) is '\(text)'"]
        case (.map(let schema, _), .object(let object)):
            return object.members.flatMap {
                schema.mistakes(in: $0.value, at: "\(path).\($0.key)")
            }
        case (.list(let schema, _), .array(let elements)):
            return elements.enumerated().flatMap {
                schema.mistakes(in: $1, at: "\(path)[\($0)]")
            }
        case (.object(let members, _, let isClosed), .object(let object)):
            let others = object.members.filter { other in
                isClosed && !members.contains { $0.key == other.key }
            }
            return others.map { "\(path).\($0.key) is not known" }
                + members.flatMap { member -> [String] in
                    guard let value = object[member.key] else {
                        return member.isRequired ? ["\(path).\(member.key) is missing"] : []
                    }
                    return member.schema.mistakes(in: value, at: "\(path).\(member.key)")
                }
        case (.named(let name), _):
            let schema = APISchemas.all.first { $0.name == name }?.schema
            return schema?.mistakes(in: value, at: path) ?? ["\(name) is not a schema"]
        default: return ["\(path) is \(value)"]
        }
    }
}
#endif
