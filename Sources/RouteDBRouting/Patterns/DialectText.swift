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

/// A pattern's text during parsing, with what the parsers of all dialects share.
///
/// No dialect has escapes, so a literal is the text as written. In all of them, `/` separates
/// segments, and control characters, which no valid URL contains, are errors.
struct DialectText {
    let text: String
    package let bytes: [UInt8]

    /// Checks the length and the characters of the text.
    init(_ text: String) throws(PatternError) {
        self.text = text
        bytes = Array(text.utf8)
        guard bytes.count <= PatternLimits.bytes else { throw PatternError.tooLong(text) }
        if let index = bytes.firstIndex(where: \.isControl) {
            throw failure(
                .invalidCharacter, index..<index + 1,
                "A pattern cannot contain control characters.",
                hint: "Remove the character: no valid URL contains it.")
        }
    }

    /// The text of a range of bytes that begins and ends between characters.
    func string(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }

    /// The index of a byte within a range.
    func first(_ byte: UInt8, in range: Range<Int>) -> Int? { bytes[range].firstIndex(of: byte) }

    /// The ranges of a text within a range, without overlaps.
    func ranges(of part: String, in range: Range<Int>) -> [Range<Int>] {
        let count = part.utf8.count
        var ranges: [Range<Int>] = []
        var index = range.lowerBound
        while index + count <= range.upperBound {
            if bytes[index..<index + count].elementsEqual(part.utf8) {
                ranges.append(index..<index + count)
                index += count
            } else {
                index += 1
            }
        }
        return ranges
    }

    /// The index of `://` within a range.
    package func schemeEnd(in range: Range<Int>) -> Int? {
        range.dropLast(2).first { bytes[$0...].starts(with: "://".utf8) }
    }

    /// The ranges between the slashes of a range, including empty ones; always one more than there
    /// are slashes.
    func components(of range: Range<Int>) -> [Range<Int>] {
        var components: [Range<Int>] = []
        var start = range.lowerBound
        for index in range where bytes[index] == UInt8(ascii: "/") {
            components.append(start..<index)
            start = index + 1
        }
        components.append(start..<range.upperBound)
        return components
    }

    /// The scheme in a range, in lower case; `nil` if it is not valid.
    package func scheme(_ range: Range<Int>) -> String? {
        guard let first = range.first, bytes[first].isASCIILetter,
            bytes[range].allSatisfy(\.isSchemeCharacter)
        else { return nil }
        return string(range).asciiLowercased
    }

    func failure(
        _ code: PatternError.Code, _ range: Range<Int>, _ message: String, hint: String
    ) -> PatternError {
        PatternError(code, at: range, in: text, message, hint: hint)
    }

    /// The error for an invalid scheme.
    func invalidScheme(_ range: Range<Int>) -> PatternError {
        failure(
            .invalidAuthority, range,
            "A scheme must be a letter followed by letters, digits, `+`, `-` or `.`.",
            hint: "Write, for example, `myapp://user`.")
    }

    /// The type with a name.
    package func type(
        _ range: Range<Int>, builtIn: ParameterType?, names: [String], converters: Set<String>
    ) throws(PatternError) -> ParameterType {
        let name = string(range)
        if converters.contains(name) { return .converter(name) }
        if let builtIn { return builtIn }
        throw failure(
            .unknownType, range, "Unknown type.",
            hint: ParameterType.hint(for: name, among: names + converters.sorted()))
    }

    /// The elements of a path, after checking the rules.
    func checked(
        _ path: DialectPath, hasGroups: Bool = false, rules: PatternRules
    ) throws(PatternError) -> [PatternElement] {
        let found = PathStructure.violation(
            in: path.elements, hasGroups: hasGroups, afterHost: false,
            rules: rules.union(.writtenLiterals))
        guard let found else { return path.elements }
        let end = bytes.count..<bytes.count
        throw failure(
            found.rule.code, found.ordinal < path.ranges.count ? path.ranges[found.ordinal] : end,
            found.rule.message, hint: found.rule.dialectHint)
    }
}
