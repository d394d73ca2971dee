extension RoutePattern: CustomStringConvertible {
    /// The canonical text, in the native language.
    ///
    /// A native pattern is what the text parses to. A pattern of another dialect may contain what the
    /// native language does not allow, such as empty segments, but its text is still unique.
    ///
    /// Parameters are written `{name}` or `{name:type}`, and the path with its leading `/`. Literals are
    /// decoded, with `\` before each character that would have a special meaning; `/` and `%` in a
    /// literal are percent-encoded.
    ///
    /// - Complexity: Linear in the pattern.
    public var description: String {
        var printer = PatternPrinter()
        printer.write(self)
        return printer.text
    }
}
