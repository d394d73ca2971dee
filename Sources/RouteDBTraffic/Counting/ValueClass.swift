import RouteDBRouting

/// The class of a value, in terms of the parameter types of patterns.
enum ValueClass: Int, CaseIterable, Sendable {
    case int
    case uuid
    case date
    case hex
    case slug
    case text

    /// Finds the narrowest class that accepts a text.
    ///
    /// A text counts as hexadecimal only if it has at least eight characters and a decimal digit
    /// among them; `cafe` is a word.
    init(_ bytes: [UInt8]) {
        let span = bytes.span.bytes
        if ParameterType.int(minimum: nil, maximum: nil).accepts(span) {
            self = .int
        } else if ParameterType.uuid.accepts(span) {
            self = .uuid
        } else if ParameterType.date.accepts(span) {
            self = .date
        } else if bytes.count >= 8, ParameterType.hex.accepts(span),
            bytes.contains(where: { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 })
        {
            self = .hex
        } else {
            self = ParameterType.slug.accepts(span) ? .slug : .text
        }
    }

    /// Whether values of the class are always joined, even if there is only one.
    var isAlwaysJoined: Bool {
        switch self {
        case .int, .uuid, .date, .hex: true
        case .slug, .text: false
        }
    }

    /// The name, as shown in reports.
    var name: String { "\(self)" }

    /// The parameter type that accepts the class.
    var type: ParameterType {
        switch self {
        case .int: .int(minimum: nil, maximum: nil)
        case .uuid: .uuid
        case .date: .date
        case .hex: .hex
        case .slug: .slug
        case .text: .string
        }
    }

    /// A suitable name for a parameter of the class.
    var parameterName: String {
        switch self {
        case .int, .uuid: "id"
        case .date: "date"
        case .hex: "code"
        case .slug: "slug"
        case .text: "name"
        }
    }
}
