/// The language of a pattern: a dialect, and its marks where they can be chosen.
///
/// Its text is the dialect's name, followed for `aroute` by the marks if they differ from the default:
/// `native`, `jlroutes`, `aroute`, `aroute : |`, `aroute [] =`.
public struct PatternSyntax: Hashable, Sendable, LosslessStringConvertible {
    /// The dialect.
    public let dialect: Profile
    /// The marks around a parameter, and before its type.
    let marks: PatternMarks

    /// The native language.
    public static let native = PatternSyntax(.native, marks: PatternMarks())

    private init(_ dialect: Profile, marks: PatternMarks) {
        self.dialect = dialect
        self.marks = marks
    }

    /// The language of a namespace, from its profile and policies.
    public init(_ namespace: Namespace) {
        let policies = namespace.policies
        let marks =
            namespace.profile == .aroute
            ? PatternMarks(policies.marks, castMark: policies.castMark) : nil
        self.init(namespace.profile, marks: marks ?? PatternMarks())
    }

    /// Reads the text of a syntax; `nil` if it is not valid.
    public init?(_ description: String) {
        let words = description.split(separator: " ").map(String.init)
        guard let dialect = words.first.flatMap(Profile.init(rawValue:)) else { return nil }
        guard words.count > 1 else {
            self.init(dialect, marks: PatternMarks())
            return
        }
        guard dialect == .aroute, words.count <= 3,
            let marks = PatternMarks(words[1], castMark: words.count > 2 ? words[2] : "|")
        else { return nil }
        self.init(dialect, marks: marks)
    }

    /// The text of the syntax.
    public var description: String {
        marks == PatternMarks() ? dialect.rawValue : "\(dialect.rawValue) \(marks)"
    }

    /// Reads a pattern.
    ///
    /// - Parameters:
    ///   - text: The pattern's text.
    ///   - converters: The names of the converters that the namespace defines, which are types too.
    /// - Returns: The pattern.
    /// - Throws: The first mistake, with its code, its range and a hint.
    /// - Complexity: As for ``RoutePattern/init(_:)``.
    public func parse(
        _ text: String, converters: Set<String> = []
    ) throws(PatternError) -> RoutePattern {
        switch dialect {
        case .native:
            try NativePatternParser.parse(text, converters: converters)
        case .jlroutes:
            try JLRoutesPatternParser.parse(text)
        case .urlnavigator:
            try URLNavigatorPatternParser.parse(text, converters: converters)
        case .ikrouter:
            try IKRouterPatternParser.parse(text)
        case .aroute:
            try ARoutePatternParser.parse(text, marks: marks, converters: converters)
        }
    }
}
