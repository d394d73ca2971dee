import RouteDB
import RouteDBRouting

/// A description of an API, of OpenAPI 3 or Swagger 2.0, with its references followed.
struct OpenAPIDocument {
    /// The most servers of the API, its paths and its operations together.
    static let serverLimit = 1_000
    /// The most bytes of a server's URL, and of a value of a variable in it.
    static let urlLimit = 8_192
    /// The most variables in a server's URL.
    static let variableLimit = 32
    /// The most paths, their operations and other members, counted for each path that servers have
    /// before them.
    static let workLimit = 200_000
    /// The most parameters of a path, and of an operation.
    static let parameterLimit = 100
    /// The most references that lead to one another.
    private static let hops = 16

    let text: JSONText
    let root: JSONReader<JSONText>
    /// The description as what references lead to.
    private let node: OpenAPINode
    /// True if the description is of Swagger 2.0.
    let isSwagger: Bool

    /// Reads a description.
    init(_ text: JSONText) throws(InputProblem) {
        self.text = text
        node = OpenAPINode(text.value)
        guard case .object = text.value else {
            throw InputProblem(
                at: text.place(of: []), "The description is not an object.",
                hint: Self.versions, isFatal: true)
        }
        root = try JSONReader(text.value, of: text)
        if let swagger = root.value("swagger") {
            // In YAML, the version without quotation marks is a number.
            guard swagger.redirectText?.utf8.starts(with: "2".utf8) == true else {
                throw root.problem(
                    "swagger", "The version of Swagger is not 2.0.", hint: Self.versions)
            }
            isSwagger = true
            return
        }
        isSwagger = false
        let version = try root.required("openapi", of: "The description", hint: Self.versions)
        guard version.utf8.starts(with: "3.".utf8) else {
            throw root.problem(
                "openapi", "The version '\(PlainText.shown(version))' is not known.",
                hint: Self.versions)
        }
    }

    private static let versions = "Give a description of OpenAPI 3.0, 3.1 or 3.2, or Swagger 2.0."

    /// The members of a parameter or schema that are read, behind its `$ref`; `nil` if it leads out of
    /// this file.
    func object(_ value: JSONValue) -> JSONObject? { target(of: OpenAPINode(value))?.read }

    /// The object that a node is, or that its `$ref` leads to: the same node for every such reference.
    func target(of node: OpenAPINode) -> OpenAPINode? {
        var node = node
        for _ in 0..<Self.hops {
            guard case .object = node.value else { return nil }
            guard let reference = node.reference else { return node }
            guard let target = target(of: reference) else { return nil }
            node = target
        }
        return nil
    }

    /// The value that a JSON pointer behind `#` leads to.
    private func target(of reference: String) -> OpenAPINode? {
        guard reference.utf8.starts(with: "#/".utf8) else { return nil }
        var node = self.node
        for step in reference.utf8.dropFirst(2).split(
            separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        {
            let written = String(Substring(step))
            let key = Self.unescaped(PercentCoding.decoded(written) ?? written)
            guard let next = node[key] else { return nil }
            node = next
        }
        return node
    }

    /// Reads `~1` as `/` and `~0` as `~`.
    private static func unescaped(_ text: String) -> String {
        var bytes: [UInt8] = []
        var isEscaped = false
        for byte in text.utf8 {
            if isEscaped {
                bytes.append(byte == UInt8(ascii: "1") ? UInt8(ascii: "/") : UInt8(ascii: "~"))
                isEscaped = false
            } else if byte == UInt8(ascii: "~") {
                isEscaped = true
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// A parameter of an operation.
struct OpenAPIParameter {
    let name: String
    /// `path`, `query`, `header` or `cookie`.
    let place: String
    let isRequired: Bool
    let schema: JSONObject

    /// Reads a parameter; `nil` if it lacks what it must have.
    init?(_ object: JSONObject, of document: OpenAPIDocument) {
        guard case .string(let name)? = object["name"], case .string(let place)? = object["in"]
        else { return nil }
        self.name = name
        self.place = place
        isRequired = object["required"] == .bool(true)
        // In Swagger 2.0 a parameter has the members of its schema itself.
        schema =
            object["schema"].flatMap(document.object) ?? (document.isSwagger ? object : [:])
    }

    /// The type of the values, and what the type does not say.
    var type: (type: ParameterType, loss: String?) {
        let words: [String] =
            switch schema["type"] {
            case .string(let word)?: [word]
            case .array(let values)?:
                // JSON Schema has seven types.
                values.prefix(7).compactMap { if case .string(let word) = $0 { word } else { nil } }
            default: []
            }
        let loss = Self.unsaid.first { schema[$0] != nil }.map {
            "A value's '\($0)' is not checked."
        }
        switch words.first(where: { $0 != "null" }) {
        case "integer":
            let minimum = bound("minimum", "exclusiveMinimum", 1)
            let maximum = bound("maximum", "exclusiveMaximum", -1)
            if let minimum, let maximum, minimum > maximum {
                return (.int(minimum: nil, maximum: nil), "Its bounds exclude every number.")
            }
            return (.int(minimum: minimum, maximum: maximum), loss)
        case "number":
            let isBound = schema["minimum"] != nil || schema["maximum"] != nil
            return (.number, loss ?? (isBound ? "A number's bounds are not checked." : nil))
        case "boolean": return (.bool, loss)
        case "array", "object":
            return (.string, "A list or an object in a path is one text.")
        default: return (text(loss), textLoss(loss))
        }
    }

    /// The members that restrict values in ways that no type expresses.
    static let unsaid = [
        "pattern", "minLength", "maxLength", "multipleOf", "not", "allOf", "oneOf", "anyOf",
    ]

    private var words: [String]? {
        guard case .array(let values)? = schema["enum"], (1...64).contains(values.count) else {
            return nil
        }
        let words = values.compactMap { value -> String? in
            guard case .string(let word) = value, !word.isEmpty else { return nil }
            return word
        }
        return words.count == values.count ? words : nil
    }

    private func text(_ loss: String?) -> ParameterType {
        if let words { return .oneOf(words) }
        return switch schema["format"] {
        case .string("uuid")?: .uuid
        case .string("date")?: .date
        default: .string
        }
    }

    private func textLoss(_ loss: String?) -> String? {
        if loss == nil, schema["enum"] != nil, words == nil {
            return "The list of values is not checked."
        }
        return loss
    }

    /// A bound of integers: OpenAPI 3.0 says whether it is excluded, 3.1 has another member for that.
    private func bound(_ key: String, _ exclusive: String, _ step: Int64) -> Int64? {
        if case .int(let number)? = schema[exclusive] {
            let (bound, overflow) = number.addingReportingOverflow(step)
            return overflow ? nil : bound
        }
        guard case .int(let number)? = schema[key] else { return nil }
        guard schema[exclusive] == .bool(true) else { return number }
        let (bound, overflow) = number.addingReportingOverflow(step)
        return overflow ? nil : bound
    }
}
