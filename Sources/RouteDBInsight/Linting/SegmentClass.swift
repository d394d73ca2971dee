package import RouteDBRouting

/// The set of texts that one part of a compiled variant accepts, regardless of parameter names.
indirect enum SegmentClass: Hashable, Sendable {
    /// One text; in any letter case unless it is exact.
    case literal([UInt8], isExact: Bool)
    /// One of the texts, sorted by their bytes.
    case texts([[UInt8]])
    /// A text of a type other than plain text and lists.
    case typed(ParameterType)
    /// A text that is not empty and that code accepts.
    case coded
    /// Any text that is not empty.
    case text
    /// Any text.
    case anything
    /// Several parts, literals and others, in a segment or in a host.
    case mixed([SegmentClass], isHost: Bool)
    /// One or more segments.
    case path
    /// Zero or more segments.
    case catchAll

    /// The class of a token of a shard.
    init(_ token: Token, of shard: RoutingShard) {
        if token.isLiteral {
            let isExact = !shard.foldsCase || token.is(.exactLiteral)
            self = .literal(shard.literal(token), isExact: isExact)
        } else if token.is(.mixed) {
            self.init(pieces: token.high..<(token.high + token.low), isHost: false, of: shard)
        } else if token.is(.typedParameter) {
            self = shard.valueTypes[token.low].isCode ? .coded : Self(shard.types[token.low])
        } else if token.is(.parameter) {
            self = .text
        } else if token.is(.wildcard) {
            self = .anything
        } else {
            self = token.is(.path) ? .path : .catchAll
        }
    }

    /// The class of the pieces of a segment or host together.
    init(pieces: Range<Int>, isHost: Bool, of shard: RoutingShard) {
        let parts = pieces.map { SegmentClass(shard.pieces[$0], of: shard) }
        if isHost && parts.count == 1 {
            // A host that matches a pattern is never empty.
            self = parts[0] == .anything ? .text : parts[0]
        } else {
            self = .mixed(parts, isHost: isHost)
        }
    }

    private init(_ type: ParameterType) {
        switch type {
        case .string, .path, .converter: self = .text
        case .bool: self.init(texts: ["true", "false", "1", "0"])
        case .oneOf(let texts, foldsCase: false): self.init(texts: texts)
        // Of each text all spellings are accepted, of which there may be many.
        case .oneOf: self = .typed(type)
        case .number: self = .typed(.decimal)
        case .int, .float, .decimal, .uuid, .date, .slug, .hex: self = .typed(type)
        }
    }

    private init(texts: [String]) {
        let sorted = texts.map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) }
        var distinct: [[UInt8]] = []
        for text in sorted where distinct.last != text { distinct.append(text) }
        self = .texts(distinct)
    }

    /// True if the class stands for several segments.
    var isRest: Bool { self == .path || self == .catchAll }

    /// True if code may refuse a text that fits.
    var needsCode: Bool {
        switch self {
        case .coded: true
        case .mixed(let parts, _): parts.contains(.coded)
        default: false
        }
    }

    /// A number shared by all classes that can stand at the same place in patterns of the same
    /// shape.
    var sort: Int {
        switch self {
        case .literal: 0
        case .mixed: 1
        case .texts, .typed, .coded, .text, .anything: 2
        case .path, .catchAll: 3
        }
    }
}

extension RoutingShard {
    /// Returns whether a token that stands for one segment matches a text.
    package func accepts(tokenAt index: UInt32, _ text: [UInt8]) -> Bool {
        let bounds = [URLBounds.beforeStart, UInt32(text.count)]
        return matchesRun(
            index, count: 1, at: 0, bytes: text.span.bytes, bounds: bounds.span,
            urlBounds: URLBounds())
    }

    /// Returns whether the pieces of a host pattern match a host.
    func accepts(host pieces: Range<Int>, _ text: [UInt8]) -> Bool {
        var urlBounds = URLBounds()
        urlBounds.hostEnd = text.count
        return hostSegment(pieces, bytes: text.span.bytes, urlBounds: urlBounds) != nil
    }
}

// Decides which class accepts everything that another one accepts.
//
// A positive answer is certain; a negative one may mean "unknown".
extension SegmentClass {
    /// Returns whether this class of one segment accepts every text of another one, which is neither a
    /// literal nor a list of texts.
    func contains(_ other: SegmentClass, hasEmpty: Bool) -> Bool {
        if self == other { return !needsCode }
        switch (self, other) {
        case (_, .path), (_, .catchAll): return false
        case (.anything, _): return true
        case (.text, .anything): return !hasEmpty
        case (.text, _): return true
        case (.typed(let type), .typed(let inner)): return type.contains(inner)
        case (.mixed(let parts, false), .mixed(let inner, false)):
            return Self.contains(parts, inner) || Self.surrounds(parts, inner)
        default: return false
        }
    }

    /// Returns whether the parts contain the inner parts one by one, so that every split of a text among
    /// the inner parts is also a split among these.
    private static func contains(_ parts: [SegmentClass], _ inner: [SegmentClass]) -> Bool {
        parts.count == inner.count
            && zip(parts, inner).allSatisfy { part, other in
                if case .literal = part { return part == other }
                if case .texts = other {
                    return part == other || part == .text || part == .anything
                }
                return part.contains(other, hasEmpty: true)
            }
    }

    /// Returns whether the parts are any text behind a literal, before one, or between two, and the inner
    /// parts begin and end with those literals.
    private static func surrounds(_ parts: [SegmentClass], _ inner: [SegmentClass]) -> Bool {
        var (parts, inner) = (parts[...], inner[...])
        if case .literal(let text, let isExact)? = parts.first {
            guard case .literal(let other, isExact)? = inner.first, other.starts(with: text) else {
                return false
            }
            parts.removeFirst()
            inner.removeFirst()
            if other.count > text.count { inner.insert(.text, at: inner.startIndex) }
        }
        if parts.count == 2, case .literal(let text, let isExact)? = parts.last {
            guard inner.count > 1, case .literal(let other, isExact)? = inner.last,
                other.reversed().starts(with: text.reversed())
            else { return false }
            parts.removeLast()
            inner.removeLast()
            if other.count > text.count { inner.append(.text) }
        }
        guard parts.count == 1, let rest = parts.first else { return false }
        if rest == .anything { return true }
        // Parts that accept the empty text might be all that remains.
        return rest == .text && inner.contains { $0 != .anything }
    }

    /// Returns whether no text is in both classes, since they begin or end with different literals.
    ///
    /// A positive answer is certain. It is the usual one for siblings such as `{name}:cancel` and
    /// `{name}:approve`, of which there can be dozens.
    func isDisjoint(from other: SegmentClass) -> Bool {
        guard case .mixed(let parts, _) = self, case .mixed(let others, _) = other else {
            return false
        }
        if case .literal(let text, let isExact)? = parts.first,
            case .literal(let otherText, let isOtherExact)? = others.first,
            Self.differ(text, otherText, ignoringCase: !isExact || !isOtherExact)
        {
            return true
        }
        guard case .literal(let text, let isExact)? = parts.last,
            case .literal(let otherText, let isOtherExact)? = others.last
        else { return false }
        return Self.differ(
            text.reversed(), otherText.reversed(), ignoringCase: !isExact || !isOtherExact)
    }

    /// Returns whether some byte of two texts differs, up to the end of the shorter one.
    private static func differ(
        _ text: some Sequence<UInt8>, _ other: some Sequence<UInt8>, ignoringCase: Bool
    ) -> Bool {
        zip(text, other).contains { one, other in
            ignoringCase ? one.asciiLowercased != other.asciiLowercased : one != other
        }
    }

    /// True if the class accepts its letters in either case.
    var foldsLetters: Bool {
        if case .literal(let text, false) = self {
            text.contains { $0.isASCIILetter }
        } else {
            false
        }
    }
}

extension ParameterType {
    /// Returns whether every text of another type is also one of this type.
    fileprivate func contains(_ other: ParameterType) -> Bool {
        switch (self, other) {
        case (.int(let low, let high), .int(let otherLow, let otherHigh)):
            (low ?? .min) <= (otherLow ?? .min) && (high ?? .max) >= (otherHigh ?? .max)
        case (.float, .int), (.slug, .date): true
        default: self == other
        }
    }
}
