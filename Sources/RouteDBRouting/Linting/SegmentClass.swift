/// What one part of a compiled variant takes: a token, told apart by its texts and not by names.
indirect enum SegmentClass: Hashable, Sendable {
    /// One text; also in other case if it is not exact.
    case literal([UInt8], isExact: Bool)
    /// One of the texts, in the order of their bytes.
    case texts([[UInt8]])
    /// A text of a type that is neither text nor a list.
    case typed(ParameterType)
    /// A text that is not empty, if code wants it.
    case coded
    /// Any text that is not empty.
    case text
    /// Any text.
    case anything
    /// Literals and others in turn, in a segment or in a host.
    case mixed([SegmentClass], isHost: Bool)
    /// One or more segments.
    case path
    /// Any number of segments.
    case catchAll

    /// What a token of a shard takes.
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

    /// What the pieces of a segment or host take together.
    init(pieces: Range<Int>, isHost: Bool, of shard: RoutingShard) {
        let parts = pieces.map { SegmentClass(shard.pieces[$0], of: shard) }
        if isHost && parts.count == 1 {
            // A host that a pattern takes is not empty.
            self = parts[0] == .anything ? .text : parts[0]
        } else {
            self = .mixed(parts, isHost: isHost)
        }
    }

    private init(_ type: ParameterType) {
        switch type {
        case .string, .path, .converter: self = .text
        case .bool: self.init(texts: ["true", "false", "1", "0"])
        case .oneOf(let texts): self.init(texts: texts)
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

    /// Whether it stands for several segments.
    var isRest: Bool { self == .path || self == .catchAll }

    /// Whether code may refuse a text that fits.
    var asksCode: Bool {
        switch self {
        case .coded: true
        case .mixed(let parts, _): parts.contains(.coded)
        default: false
        }
    }

    /// The same number for all classes that may stand at one place in patterns of one shape.
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
    /// Whether a token that stands for one segment takes a text.
    func accepts(tokenAt index: UInt32, _ text: [UInt8]) -> Bool {
        let bounds = [URLFacts.beforeStart, UInt32(text.count)]
        return matchesRun(
            index, count: 1, at: 0, bytes: text.span.bytes, bounds: bounds.span, facts: URLFacts())
    }

    /// Whether the pieces of a host pattern take a host.
    func accepts(host pieces: Range<Int>, _ text: [UInt8]) -> Bool {
        var facts = URLFacts()
        facts.hostEnd = text.count
        return hostSegment(pieces, bytes: text.span.bytes, facts: facts) != nil
    }
}
