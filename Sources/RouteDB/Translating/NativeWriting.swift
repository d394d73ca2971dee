import RouteDBRouting

/// What native syntax can express.
enum NativeWriting {
    /// Returns why a pattern cannot be written in native syntax; `nil` if it can.
    ///
    /// - Parameters:
    ///   - pattern: The pattern.
    ///   - converters: The names of the namespace's converters.
    /// - Returns: The reason, as a sentence.
    static func obstacle(of pattern: RoutePattern, converters: Set<String>) -> String? {
        if hasEmptySegment(pattern) {
            return "It has an empty segment, which native syntax cannot express."
        }
        let text = pattern.description
        do {
            let native = try PatternSyntax.native.parse(text, converters: converters)
            let isEqual = native.description.utf8.elementsEqual(text.utf8)
            return isEqual ? nil : "Its text, '\(text)', has another meaning in native syntax."
        } catch {
            return error.message
        }
    }

    private static func hasEmptySegment(_ pattern: RoutePattern) -> Bool {
        pattern.path.indices.dropLast().contains { index in
            pattern.path[index] == .separator && pattern.path[index + 1] == .separator
        }
    }
}
