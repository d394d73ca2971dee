/// Why a text is not a valid pattern.
public struct PatternError: Error, Hashable, Sendable {
    /// The kind of mistake.
    public let code: Code

    /// The location of the mistake, as UTF-8 offsets in ``pattern``; empty where something is
    /// missing.
    public let range: Range<Int>

    /// The whole text.
    public let pattern: String

    /// The mistake, as a sentence that does not quote the pattern.
    public let message: String

    /// How to fix it.
    public let hint: String

    /// A kind of mistake; more kinds may be added.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The code's stable name, as in JSON output.
        public let description: String

        private init(_ name: String) { description = name }

        /// An opening mark has no closing mark.
        public static let unclosed = Code("unclosed")
        /// A closing mark has no opening mark.
        public static let unopened = Code("unopened")
        /// A parameter has no name.
        public static let emptyName = Code("emptyName")
        /// A name contains an invalid character.
        public static let invalidName = Code("invalidName")
        /// Two parameters of one pattern have the same name.
        public static let duplicateName = Code("duplicateName")
        /// The type of a parameter is unknown.
        public static let unknownType = Code("unknownType")
        /// The arguments of a type are invalid.
        public static let invalidTypeArgument = Code("invalidTypeArgument")
        /// There is nothing between two separators.
        public static let emptySegment = Code("emptySegment")
        /// An optional group is empty.
        public static let emptyGroup = Code("emptyGroup")
        /// There is a `.` or `..` segment, which no normalized URL has.
        public static let dotSegment = Code("dotSegment")
        /// Something is not allowed in its place, such as a wildcard beside other text.
        public static let misplaced = Code("misplaced")
        /// Two parameters have no literal between them.
        public static let adjacentParameters = Code("adjacentParameters")
        /// A scheme, host or port is invalid.
        public static let invalidAuthority = Code("invalidAuthority")
        /// A query condition is invalid.
        public static let invalidCondition = Code("invalidCondition")
        /// A character must be escaped, or an escape is invalid.
        public static let invalidCharacter = Code("invalidCharacter")
        /// The pattern exceeds a limit: on its bytes, segments, variants, parameters or conditions.
        public static let limitExceeded = Code("limitExceeded")
    }

    /// Creates an error, for use by parsers.
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
            "A pattern can have at most \(PatternLimits.bytes) bytes.",
            hint: "Split the pattern into several routes.")
    }
}
