extension RoutePattern: CustomStringConvertible {
    /// The canonical native text, which parses back to an equal pattern.
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
