import RouteDBRouting

/// What a value looks like, as the types of patterns tell values apart.
enum ValueClass: Int, CaseIterable, Sendable {
    case int
    case uuid
    case date
    case hex
    case slug
    case text

    /// The narrowest class that takes a text.
    ///
    /// Hexadecimal digits are only taken for such if there are eight or more, with a digit among
    /// them: `cafe` is a word.
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

    /// Whether values of the class are counted together from the first one on.
    var isAlwaysJoined: Bool {
        switch self {
        case .int, .uuid, .date, .hex: true
        case .slug, .text: false
        }
    }

    /// The name, as reports have it.
    var name: String { "\(self)" }

    /// The type of a parameter that takes the class.
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

    /// What a parameter of the class may be called.
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
