/// Reads the patterns of the dialect `jlroutes`: `/user/:id(/photos)/*`.
///
/// A pattern consists of components separated by slashes; a leading slash adds none. Parts in
/// parentheses are optional. Each part, inside or between parentheses, consists of whole
/// components, so slashes next to parentheses add nothing.
struct JLRoutesPatternParser {
    private let source: DialectText
    private var path = DialectPath()
    /// The range of a `*` in a group; nothing can follow such a group.
    private var wildcard: Range<Int>?

    static func parse(_ text: String) throws(PatternError) -> RoutePattern {
        var parser = JLRoutesPatternParser(source: try DialectText(text))
        return try parser.pattern()
    }

    private init(source: DialectText) { self.source = source }

    private mutating func pattern() throws(PatternError) -> RoutePattern {
        try checkText()
        let all = source.bytes.indices
        let isGroup = { (byte: UInt8) in byte == UInt8(ascii: "(") || byte == UInt8(ascii: ")") }
        let hasGroups = source.bytes.contains(where: isGroup)
        if hasGroups {
            try readParts()
        } else {
            let start = source.bytes[0] == UInt8(ascii: "/") ? 1 : 0
            read(source.components(of: start..<all.upperBound), into: &path)
        }
        let elements = try source.checked(
            path, hasGroups: hasGroups, rules: .emptySegments)
        return RoutePattern(scheme: nil, host: nil, path: elements, query: [])
    }

    /// Rejects text that cannot be part of a pattern in this dialect.
    private func checkText() throws(PatternError) {
        let all = source.bytes.indices
        guard !all.isEmpty else {
            throw source.failure(
                .emptySegment, all, "A pattern cannot be empty.", hint: "Write `/` for the root.")
        }
        if source.bytes.starts(with: "//".utf8) {
            throw source.failure(
                .invalidAuthority, 0..<2, "A pattern cannot have a host.",
                hint: "Begin with one `/`; bind the namespace to the host.")
        }
        if let end = source.schemeEnd(in: all), source.scheme(0..<end) != nil {
            throw source.failure(
                .invalidAuthority, 0..<end + 3, "A pattern cannot have a scheme.",
                hint: "Begin with `/`; bind the namespace to the scheme.")
        }
        if let mark = source.first(UInt8(ascii: "?"), in: all) {
            throw source.failure(
                .misplaced, mark..<all.upperBound, "A pattern cannot have a query.",
                hint: "Remove it: a URL's query items reach the route anyway.")
        }
    }

    /// Reads a text with groups: parts in parentheses and parts between them.
    private mutating func readParts() throws(PatternError) {
        var start = 0
        var open: Int?
        for (index, byte) in source.bytes.enumerated() {
            if byte == UInt8(ascii: "(") {
                if open != nil { throw nested(index) }
                try readPart(start..<index)
                open = index
                start = index + 1
            } else if byte == UInt8(ascii: ")") {
                guard let from = open else { throw unopened(index) }
                try readGroup(from..<index + 1)
                open = nil
                start = index + 1
            }
        }
        if let open {
            throw source.failure(
                .unclosed, open..<open + 1, "This `(` has no `)`.",
                hint: "Close the group, for example `/shop(/page/:n)`.")
        }
        try readPart(start..<source.bytes.count)
    }

    private func nested(_ index: Int) -> PatternError {
        source.failure(
            .misplaced, index..<index + 1, "Groups cannot nest.",
            hint: "Close the first group, or write several routes.")
    }

    private func unopened(_ index: Int) -> PatternError {
        source.failure(
            .unopened, index..<index + 1, "This `)` closes nothing.",
            hint: "Remove it: a `)` closes an optional group, and is never text.")
    }

    private mutating func readPart(_ range: Range<Int>) throws(PatternError) {
        let components = source.components(of: range).filter { !$0.isEmpty }
        guard !components.isEmpty, !path.elements.contains(.catchAll) else { return }
        try checkEnd()
        read(components, into: &path)
    }

    private mutating func readGroup(_ range: Range<Int>) throws(PatternError) {
        let inside = range.lowerBound + 1..<range.upperBound - 1
        let components = source.components(of: inside).filter { !$0.isEmpty }
        guard !components.isEmpty else {
            throw source.failure(
                .emptyGroup, range, "An optional group cannot be empty.",
                hint: "Remove the parentheses, or write a group like `/shop(/page/:n)`.")
        }
        guard !path.elements.contains(.catchAll) else { return }
        try checkEnd()
        var content = DialectPath()
        read(components, into: &content)
        path.appendGroup(content, at: range)
        if content.elements.last == .catchAll { wildcard = range }
    }

    /// Throws if text follows a group with a `*`, which would match the rest only if the group is
    /// present.
    private func checkEnd() throws(PatternError) {
        guard let wildcard else { return }
        throw source.failure(
            .misplaced, wildcard, "Nothing can follow a group with `*`.",
            hint: "Put the group at the end, or write several routes.")
    }

    /// Reads components up to a `*`, which matches the rest.
    private func read(_ components: [Range<Int>], into path: inout DialectPath) {
        for range in components {
            let isFirst = range.lowerBound == 0
            path.append(.separator, at: isFirst ? 0..<0 : range.lowerBound - 1..<range.lowerBound)
            guard let first = range.first else { continue }
            if source.bytes[first] == UInt8(ascii: ":") {
                let parameter = Parameter(name: source.string(name(of: range)))
                path.append(.parameter(parameter), at: range)
            } else if range.count == 1, source.bytes[first] == UInt8(ascii: "*") {
                return path.append(.catchAll, at: range)
            } else {
                path.append(.literal(source.string(range)), at: range)
            }
        }
    }

    /// The name in a component that begins with a colon: the text after it, without a trailing `#`,
    /// if any text is left then; so `:` and `:#` are named `:` and `#`.
    private func name(of component: Range<Int>) -> Range<Int> {
        var name = component
        if name.count > 1 { name = name.lowerBound + 1..<name.upperBound }
        if name.count > 1, source.bytes[name.upperBound - 1] == UInt8(ascii: "#") {
            name = name.lowerBound..<name.upperBound - 1
        }
        return name
    }
}
