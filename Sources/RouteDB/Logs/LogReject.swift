/// Why and where a line of a log could not be parsed.
package struct LogReject: Error, Equatable, Sendable, CustomStringConvertible {
    /// The kind of mistake, as a text that is stable across versions.
    package enum Reason: String, CaseIterable, Sendable {
        case tooLong = "the line is too long"
        case notThisFormat = "the line is not in this format"
        case noRequest = "the line has no request"
        case notHTTP = "the request is not HTTP"
        case badTime = "the time cannot be read"
        case badNumber = "the number cannot be read"
        case unclosedQuote = "a quote is not closed"
        case notJSON = "the line is not a JSON object"
        case noURL = "the line has no URL"
        case fieldCount = "the number of fields differs from the header"
        case controlCharacter = "the URL contains control characters"
    }

    /// What is wrong.
    package let reason: Reason
    /// The offset of the mistake, in bytes from the start of the line.
    package let offset: Int
    /// Details from a nested parser, such as the one for JSON.
    package let detail: String?

    /// Creates a reject.
    package init(_ reason: Reason, at offset: Int, detail: String? = nil) {
        self.reason = reason
        self.offset = offset
        self.detail = detail
    }

    /// The reason and place, such as `the time cannot be read, at byte 15`.
    package var description: String {
        let detail = detail.map { ": \($0)" } ?? ""
        return "\(reason.rawValue)\(detail), at byte \(offset)"
    }
}
