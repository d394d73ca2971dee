extension RoutePattern: CustomStringConvertible {
    /// The canonical text, in the native language.
    ///
    /// A pattern of that language is what the text parses to; one of another dialect may have what
    /// the language does not allow, such as empty segments, but no other pattern has its text.
    ///
    /// Parameters are written `{name}` or `{name:type}`, the path with its leading `/`, literals
    /// decoded, with `\` before each character that would be a mark; `/` and `%` in a literal are
    /// percent-encoded.
    ///
    /// - Complexity: Linear in the pattern.
    public var description: String {
        var printer = PatternPrinter()
        printer.write(self)
        return printer.text
    }
}
