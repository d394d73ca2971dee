import RouteDB
import RouteDBRouting

/// Makes patterns of routes of the components of one app, in order.
struct ComponentImport {
    /// The patterns, and which of them exclude.
    private(set) var patterns: [(pattern: String, isExclude: Bool)] = []
    private(set) var losses: [AppLinkImport.Loss] = []
    /// True if a link can reach the next component.
    private(set) var isOpen = true
    /// True if a slash at the end of a path counts.
    private let usesTrailingSlash: Bool
    /// The most segments that a link can still have: more were excluded.
    private var limit = Int.max

    init(usesTrailingSlash: Bool) { self.usesTrailingSlash = usesTrailingSlash }

    mutating func read(_ component: AppleComponent) {
        let item = component.place.text
        guard !component.testsMore else {
            return leaveOut(item, "It tests the query or the fragment.")
        }
        let pieces = component.url?.pieces ?? [.many]
        let glob = pieces.map { piece -> LinkGlobPath.Token in
            switch piece {
            case .byte(let byte): .byte(byte)
            case .one: .one
            case .many: .many
            case .variable(let name): .variable(name)
            }
        }
        if !component.isCaseSensitive {
            add(
                item,
                "It ignores the case of letters: set 'case=insensitive' of the namespace.")
        }
        read(
            item: item, isExclude: component.isExclude,
            LinkGlobPath(glob, isEncoded: component.isPercentEncoded), component.url?.text ?? "*")
    }

    mutating func read(_ component: DynamicComponent) {
        let item = component.place.text
        guard component.query.isEmpty, component.fragment == nil, let url = component.url else {
            return leaveOut(item, "It tests the query or the fragment.")
        }
        let glob = url.text.utf8.map { byte -> LinkGlobPath.Token in
            switch byte {
            case UInt8(ascii: "*"): .many
            case UInt8(ascii: "?"): .one
            default: .byte(byte)
            }
        }
        read(
            item: item, isExclude: component.isExclude, LinkGlobPath(glob, isEncoded: false),
            url.text)
    }

    // MARK: Losses

    mutating func add(_ item: String, _ message: String, isLeftOut: Bool = false) {
        losses.append(.init(item: item, message: message, isLeftOut: isLeftOut))
    }

    mutating func leaveOut(_ item: String, _ message: String) {
        add(item, message, isLeftOut: true)
    }

    // MARK: Paths

    /// Makes a pattern of the path of a component.
    mutating func read(item: String, isExclude: Bool, _ path: LinkGlobPath, _ text: String) {
        // What only limits the number of segments keeps wildcards from crossing slashes.
        if isExclude, path.isWildcardsOnly {
            limit = min(limit, path.segments.count - 1)
            if path.segments.count < 2 { isOpen = false }
            return
        }
        guard let (pattern, notes) = pattern(of: path, text: text) else {
            return leaveOut(item, "A pattern of a route cannot be as long as '\(text)'.")
        }
        for note in notes { add(item, note) }
        patterns.append((pattern, isExclude))
    }

    /// The pattern of a path, with what it says otherwise; `nil` if it is too long.
    private func pattern(
        of path: LinkGlobPath, text: String
    ) -> (pattern: String, notes: [String])? {
        var notes: [String] = []
        func note(_ message: String) {
            if !notes.contains(message) { notes.append(message) }
        }
        if usesTrailingSlash, path.endsWithSlash {
            note("'\(text)' ends with a slash, which does not count in routes.")
        }
        var elements: [PatternElement] = []
        var values = 0
        func value(_ type: ParameterType = .string) -> PatternElement {
            values += 1
            return .parameter(Parameter(name: "v\(values)", type: type))
        }
        // A wildcard has no slash left to cross if the path has all segments that a link can have.
        let isExact = path.segments.count >= limit
        for (index, segment) in path.segments.enumerated() {
            elements.append(.separator)
            let isLast = index == path.segments.count - 1
            if isLast, !isExact, segment == [.many] || segment == [.one, .many] {
                // The path of a host has a slash, whether it counts or not.
                let takesNone = segment == [.many] && (index == 0 || !usesTrailingSlash)
                elements.append(takesNone ? .catchAll : value(.path))
                continue
            }
            for part in Self.parts(segment) {
                switch part {
                case .literal(let bytes):
                    elements.append(.literal(String(decoding: bytes, as: UTF8.self)))
                case .wildcards(let tokens):
                    elements.append(value())
                    for loss in Self.losses(tokens, isExact: isExact, isWhole: tokens == segment) {
                        note("'\(text)': \(loss)")
                    }
                }
            }
        }
        let pattern = RoutePattern(scheme: nil, host: nil, path: elements, query: [])
        let written = pattern.description.isEmpty ? "/" : pattern.description
        let isShort =
            written.utf8.count <= PatternLimits.bytes
            && path.segments.count <= PatternLimits.segments
        return isShort ? (written, notes) : nil
    }

    /// A run of literal bytes, or of wildcards, in a segment.
    private enum Part {
        case literal([UInt8])
        case wildcards([LinkGlobPath.Token])
    }

    private static func parts(_ segment: [LinkGlobPath.Token]) -> [Part] {
        var parts: [Part] = []
        for token in segment {
            switch (token, parts.last) {
            case (.byte(let byte), .literal(let bytes)?):
                parts[parts.count - 1] = .literal(bytes + [byte])
            case (.byte(let byte), _): parts.append(.literal([byte]))
            case (_, .wildcards(let tokens)?):
                parts[parts.count - 1] = .wildcards(tokens + [token])
            default: parts.append(.wildcards([token]))
            }
        }
        return parts
    }

    /// Returns the ways in which a value differs from wildcards, as sentences.
    private static func losses(
        _ tokens: [LinkGlobPath.Token], isExact: Bool, isWhole: Bool
    ) -> [String] {
        var losses: [String] = []
        for case .variable(let name) in tokens {
            losses.append("'$(\(name))' becomes any value.")
        }
        let hasMany = tokens.contains(.many)
        if tokens.contains(.one), !hasMany {
            losses.append("a '?' is one character, and a value has any number.")
        }
        if hasMany, !isExact { losses.append("a '*' crosses slashes, and a value does not.") }
        if hasMany, !isWhole, !tokens.contains(.one) {
            losses.append("a '*' may be empty, and a value may not.")
        }
        return losses
    }
}

/// The path of a component, by its segments.
struct LinkGlobPath {
    /// A piece of a glob.
    enum Token: Hashable {
        case byte(UInt8)
        /// `?`
        case one
        /// `*`
        case many
        /// `$(name)`
        case variable(String)
        /// One or more characters that are no slash, as a value of a route is.
        case value
    }

    /// The segments; none for the root.
    let segments: [[Token]]
    /// True if a slash stands at the end.
    let endsWithSlash: Bool

    /// Splits a glob.
    init(_ glob: [Token], isEncoded: Bool) {
        let slash = Token.byte(UInt8(ascii: "/"))
        var segments = glob.split(separator: slash, omittingEmptySubsequences: true).map(Array.init)
        if isEncoded { segments = segments.map(Self.decoded) }
        self.segments = segments
        endsWithSlash = glob.count > 1 && glob.last == slash
    }

    /// True if every segment is a wildcard.
    var isWildcardsOnly: Bool {
        !segments.isEmpty
            && segments.allSatisfy { $0 == [.many] || $0 == [.one, .many] || $0 == [.many, .one] }
    }

    /// Literals percent-decoded.
    private static func decoded(_ segment: [Token]) -> [Token] {
        var decoded: [Token] = []
        var index = 0
        while index < segment.count {
            if index + 2 < segment.count, segment[index] == .byte(UInt8(ascii: "%")),
                case .byte(let high) = segment[index + 1], case .byte(let low) = segment[index + 2],
                let high = high.hexadecimalValue, let low = low.hexadecimalValue
            {
                decoded.append(.byte(high << 4 | low))
                index += 3
            } else {
                decoded.append(segment[index])
                index += 1
            }
        }
        return decoded
    }
}
