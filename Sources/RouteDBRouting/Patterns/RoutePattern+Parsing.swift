extension RoutePattern {
    /// Reads a pattern in the native language.
    ///
    /// | written | means |
    /// |---|---|
    /// | `/shop` | a literal; percent-encoding is decoded |
    /// | `{id}`, `<id>`, `:id` | one parameter; `:id` only as a whole segment |
    /// | `{id:int}`, `{id\|int}`, `<int:id>` | a typed parameter, see ``ParameterType`` |
    /// | `{first}-{last}` | several parameters in one segment, with text between them |
    /// | `*` | exactly one segment, unnamed |
    /// | `**`, `{rest:path}` | any number of segments; one or more, captured |
    /// | `(/page/{n})`, `/file(.{ext})` | an optional group, anywhere in the path |
    /// | `?tab=new&q={term}&flag&!flag` | conditions on the query |
    /// | `app://host:80/x`, `//*.example.com`, `app:x` | scheme, host and port, where needed |
    /// | `\{` | the next character is literal |
    ///
    /// ```swift
    /// let pattern = try RoutePattern("https://{tenant}.example.com/v{major:int}/<uuid:id>(/edit)")
    /// ```
    ///
    /// - Parameter text: The pattern's text, of at most ``PatternLimits/bytes``.
    /// - Throws: The first mistake, with its code, its range and a hint.
    /// - Complexity: Linear in the text, times the variants of its optional groups.
    public init(_ text: String) throws(PatternError) {
        self = try NativePatternParser.parse(text)
    }

    /// Reads canonical text written by ``description``, of a pattern of any dialect.
    ///
    /// Unlike the native language, it allows empty segments, several parameters with the same name, and
    /// any converter. A path that begins with two separators and has no host is written `/.//b`.
    ///
    /// - Parameter text: The pattern's canonical text.
    /// - Throws: The first mistake, with its code, its range and a hint.
    package init(canonical text: String) throws(PatternError) {
        self = try NativePatternParser.parse(text, rules: .canonical)
    }
}
