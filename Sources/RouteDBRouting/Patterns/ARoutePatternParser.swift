/// Reads the patterns of the dialect `aroute`: `user/{id|number}/photos`.
///
/// The whole text is split at slashes into segments, including empty ones; a scheme is ordinary
/// text. A parameter is enclosed in two marks, which a namespace can choose. If each mark is one
/// character, the closing one is optional: the parameter then extends to the end of its segment. An
/// opening mark at the end of a segment is text, like the colon of `myapp://`.
struct ARoutePatternParser {
    private let source: DialectText
    private let open: UInt8
    private let close: UInt8
    private let marks: PatternMarks
    private let converters: Set<String>
    private var path = DialectPath()

    /// The short names of the types, besides the converters.
    private static let types = ["string", "number", "decimal", "bool"]

    static func parse(
        _ text: String, marks: PatternMarks, converters: Set<String>
    ) throws(PatternError) -> RoutePattern {
        var parser = ARoutePatternParser(
            source: try DialectText(text), marks: marks, converters: converters)
        return try parser.pattern()
    }

    private init(source: DialectText, marks: PatternMarks, converters: Set<String>) {
        self.source = source
        self.marks = marks
        self.converters = converters
        // Marks are ASCII: see ``PatternMarks``.
        open = marks.open.asciiValue ?? UInt8(ascii: "{")
        close = marks.close.asciiValue ?? UInt8(ascii: "}")
    }

    private mutating func pattern() throws(PatternError) -> RoutePattern {
        let all = source.bytes.indices
        guard !all.isEmpty else {
            throw source.failure(
                .emptySegment, all, "A pattern cannot be empty.",
                hint: "Write, for example, `user/\(example)`.")
        }
        for range in source.components(of: all) {
            path.append(.separator, at: range.lowerBound..<range.lowerBound)
            try read(range)
        }
        let elements = try source.checked(path, rules: .emptySegments)
        return RoutePattern(scheme: nil, host: nil, path: elements, query: [])
    }

    /// A parameter, for hints.
    private var example: String { "\(marks.open)id\(marks.close)" }

    /// Reads one segment.
    private mutating func read(_ segment: Range<Int>) throws(PatternError) {
        var start = segment.lowerBound
        var index = start
        while index < segment.upperBound {
            let byte = source.bytes[index]
            if byte == open, open != close || index + 1 < segment.upperBound {
                append(literal: start..<index)
                index = try readParameter(index, segment.upperBound)
                start = index
                continue
            }
            if byte == close, open != close { throw unopened(index) }
            index += 1
        }
        append(literal: start..<index)
    }

    private mutating func append(literal range: Range<Int>) {
        guard !range.isEmpty else { return }
        path.append(.literal(source.string(range)), at: range)
    }

    private func unopened(_ index: Int) -> PatternError {
        source.failure(
            .unopened, index..<index + 1, "This `\(marks.close)` closes nothing.",
            hint: "Write a parameter like `\(example)`.")
    }

    /// Reads the parameter whose opening mark is at an index, and returns the offset of its end.
    private mutating func readParameter(
        _ mark: Int, _ segmentEnd: Int
    ) throws(PatternError) -> Int {
        let found = source.first(close, in: mark + 1..<segmentEnd)
        if found == nil, open != close {
            throw source.failure(
                .unclosed, mark..<mark + 1,
                "This `\(marks.open)` has no `\(marks.close)` in its segment.",
                hint: "Close the parameter, for example `\(example)`.")
        }
        let inside = mark + 1..<(found ?? segmentEnd)
        let end = found.map { $0 + 1 } ?? segmentEnd
        if let second = source.first(open, in: inside) {
            throw source.failure(
                .invalidName, second..<second + 1, "A name cannot contain this character.",
                hint: "Close the first parameter, for example `\(example)`.")
        }
        path.append(.parameter(try parameter(inside, mark..<end)), at: mark..<end)
        return end
    }

    /// Reads the text between the marks: a name, optionally followed by a cast mark and a type.
    private func parameter(
        _ inside: Range<Int>, _ whole: Range<Int>
    ) throws(PatternError) -> Parameter {
        let casts = source.ranges(of: marks.cast, in: inside)
        let name = inside.lowerBound..<(casts.count == 1 ? casts[0].lowerBound : inside.upperBound)
        guard !name.isEmpty else {
            throw source.failure(
                .emptyName, whole, "A parameter needs a name.",
                hint: "Write, for example, `\(example)`.")
        }
        guard casts.count == 1 else { return Parameter(name: source.string(name)) }
        let written = casts[0].upperBound..<inside.upperBound
        let type = try source.type(
            written, builtIn: Self.type(named: source.string(written)), names: Self.types,
            converters: converters)
        return Parameter(name: source.string(name), type: type)
    }

    /// The type with a name: a short name in either case, or the name of a class.
    private static func type(named name: String) -> ParameterType? {
        switch name {
        case "NSString": return .string
        case "NSNumber": return .number
        case "NSDecimalNumber": return .decimal
        default: break
        }
        let lower = name.asciiLowercased
        return types.contains(lower) ? ParameterType(plain: lower) : nil
    }
}
