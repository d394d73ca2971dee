extension String {
    /// The text in quotes, for messages; of a long one the beginning.
    package var excerpt: String {
        let end = unicodeScalars.index(startIndex, offsetBy: 80, limitedBy: endIndex) ?? endIndex
        return end == endIndex ? "'\(self)'" : "'\(self[..<end])…'"
    }
}
