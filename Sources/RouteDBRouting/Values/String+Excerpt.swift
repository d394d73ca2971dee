extension String {
    /// The text in quotes, for messages; a long text is shortened.
    package var excerpt: String {
        let end = unicodeScalars.index(startIndex, offsetBy: 80, limitedBy: endIndex) ?? endIndex
        return end == endIndex ? "'\(self)'" : "'\(self[..<end])…'"
    }
}
