/// The elements of a path, with their ranges in the text.
struct DialectPath {
    private(set) var elements: [PatternElement] = []

    /// One range for each element in depth-first order, a group before its content.
    private(set) var ranges: [Range<Int>] = []

    mutating func append(_ element: PatternElement, at range: Range<Int>) {
        elements.append(element)
        ranges.append(range)
    }

    /// Appends a group with its content.
    mutating func appendGroup(_ content: DialectPath, at range: Range<Int>) {
        append(.optional(content.elements), at: range)
        ranges += content.ranges
    }
}
