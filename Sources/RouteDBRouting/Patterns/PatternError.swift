/// Why a text is not a pattern.
public struct PatternError: Error, Hashable, Sendable {
    /// The kind of mistake.
    public let code: Code

    /// Where it is, as UTF-8 offsets in ``pattern``; empty where something is missing.
    public let range: Range<Int>

    /// The whole text.
    public let pattern: String

    /// What is wrong, in a sentence without the text itself.
    public let message: String

    /// The way out.
    public let hint: String

    /// A kind of mistake; the set may grow.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The code's stable name, as in JSON output.
        public let description: String

        private init(_ name: String) { description = name }

        /// A mark that opens something has no partner.
        public static let unclosed = Code("unclosed")
        /// A mark that closes something stands alone.
        public static let unopened = Code("unopened")
        /// A parameter has no name.
        public static let emptyName = Code("emptyName")
        /// A name has a character that names do not have.
        public static let invalidName = Code("invalidName")
        /// Two parameters of one pattern have the same name.
        public static let duplicateName = Code("duplicateName")
        /// A parameter's type is none of the known ones.
        public static let unknownType = Code("unknownType")
        /// A type's arguments are not what it takes.
        public static let invalidTypeArgument = Code("invalidTypeArgument")
        /// Nothing stands between two separators.
        public static let emptySegment = Code("emptySegment")
        /// An optional group has no content.
        public static let emptyGroup = Code("emptyGroup")
        /// A `.` or `..` segment, which no normal URL has.
        public static let dotSegment = Code("dotSegment")
        /// Something stands where it cannot, such as a wildcard beside other text.
        public static let misplaced = Code("misplaced")
        /// Two parameters have no literal between them.
        public static let adjacentParameters = Code("adjacentParameters")
        /// A scheme or port or host is not one.
        public static let invalidAuthority = Code("invalidAuthority")
        /// A query condition is not one.
        public static let invalidCondition = Code("invalidCondition")
        /// A character that must be escaped, or an escape of nothing.
        public static let invalidCharacter = Code("invalidCharacter")
        /// The pattern passes one of the limits of ``PatternLimits``.
        public static let limitExceeded = Code("limitExceeded")
    }

    /// Makes an error; front ends do.
    package init(
        _ code: Code, at range: Range<Int>, in pattern: String, _ message: String, hint: String
    ) {
        self.code = code
        self.range = range
        self.pattern = pattern
        self.message = message
        self.hint = hint
    }

    /// The error for a text that is longer than ``PatternLimits/bytes``.
    static func tooLong(_ text: String) -> PatternError {
        let bytes = text.utf8
        // The range begins between characters.
        let limit = bytes.indices.dropFirst(PatternLimits.bytes).first { bytes[$0] & 0xC0 != 0x80 }
        let start = bytes.distance(from: bytes.startIndex, to: limit ?? bytes.endIndex)
        return PatternError(
            .limitExceeded, at: start..<bytes.count, in: text,
            "A pattern has at most \(PatternLimits.bytes) bytes.",
            hint: "Split the pattern into several routes.")
    }
}
