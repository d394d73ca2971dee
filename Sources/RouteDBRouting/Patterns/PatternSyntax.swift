/// The language of a pattern: a dialect, and its marks where they can be chosen.
///
/// Its text is the dialect's name, followed for `aroute` by the marks if they differ from the default:
/// `native`, `jlroutes`, `aroute`, `aroute : |`, `aroute [] =`.
public struct PatternSyntax: Hashable, Sendable, LosslessStringConvertible {
    /// The dialect.
    public let dialect: NamespaceProfile
    /// The marks around a parameter, and before its type.
    let marks: PatternMarks

    /// The native language.
    public static let native = PatternSyntax(.native, marks: PatternMarks())

    init(_ dialect: NamespaceProfile, marks: PatternMarks) {
        self.dialect = dialect
        self.marks = marks
    }

    /// Reads the text of a syntax; `nil` if it is not valid.
    public init?(_ description: String) {
        let words = description.split(separator: " ").map(String.init)
        guard let dialect = words.first.flatMap(NamespaceProfile.init(rawValue:)) else {
            return nil
        }
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

extension PatternSyntax {
    /// The text of a pattern in this language, or `nil` if the language cannot express it.
    ///
    /// - Complexity: Linear in the pattern.
    package func text(of pattern: RoutePattern) -> String? {
        let text: String
        switch dialect {
        case .native:
            return pattern.description
        case .jlroutes, .urlnavigator:
            let path = pattern.path.isEmpty ? "/" : written(pattern.path[...])
            text = pattern.scheme.map { "\($0):/\(path)" } ?? path
        case .ikrouter:
            text = "\(pattern.scheme ?? "")://" + written(pattern.path.dropFirst())
        case .aroute:
            text = written(pattern.path.dropFirst())
        }
        let converters = pattern.parameters.compactMap { parameter in
            if case .converter(let name) = parameter.type { name } else { nil }
        }
        let again = try? parse(text, converters: Set(converters))
        // A variant of `jlroutes` in which no group is present is the root.
        let isRoot = dialect == .jlroutes && pattern.description.isEmpty
        return isRoot || again?.description == pattern.description ? text : nil
    }

    /// Elements in the dialect's syntax; ``text(of:)`` detects what the dialect cannot express by
    /// parsing the text again.
    private func written(_ elements: ArraySlice<PatternElement>) -> String {
        elements.map(written).joined()
    }

    private func written(_ element: PatternElement) -> String {
        switch element {
        case .separator: "/"
        case .literal(let text): text
        case .parameter(let parameter): written(parameter)
        case .wildcard, .catchAll: "*"
        case .optional(let content): "(\(written(content[...])))"
        }
    }

    private func written(_ parameter: Parameter) -> String {
        let type =
            if case .converter(let name) = parameter.type { name } else {
                parameter.type.description
            }
        let isPlain = parameter.type == .string
        switch dialect {
        case .jlroutes:
            // The parser drops one `#` at the end of a name, if any text is left then.
            let loses =
                parameter.name.utf8.count > 1 && parameter.name.utf8.last == UInt8(ascii: "#")
            return ":\(parameter.name)\(loses ? "#" : "")"
        case .ikrouter:
            return ":\(parameter.name)"
        case .urlnavigator:
            return isPlain ? "<\(parameter.name)>" : "<\(type):\(parameter.name)>"
        case .aroute, .native:
            let cast = isPlain ? "" : "\(marks.cast)\(type)"
            return "\(marks.open)\(parameter.name)\(cast)\(marks.close)"
        }
    }
}
