import RouteDBInsight
package import RouteDBRouting

/// A path that a route answers, as the matcher compiled it, without the segments that the host takes.
package struct LinkedPath: Sendable {
    /// A part of a path.
    package enum Segment: Hashable, Sendable {
        /// A segment that is made of pieces, at least one.
        case one([Piece])
        /// Any number of segments, or at least one.
        case rest(isOptional: Bool)
    }

    /// A part of a segment.
    package enum Piece: Hashable, Sendable {
        /// Text: decoded where the namespace decodes paths, and else as links write it.
        case literal([UInt8])
        case value(ParameterType, mayBeEmpty: Bool)
    }

    /// A test of the items of the query with a name.
    package struct Condition: Hashable, Sendable {
        package enum Test: Hashable, Sendable {
            case equals([UInt8])
            case value(ParameterType, mayBeEmpty: Bool)
            case present
            case absent
        }

        package let name: String
        package let test: Test
    }

    package let route: Route
    package let segments: [Segment]
    /// True if the letters of literals stand for both cases.
    package let foldsCase: Bool
    /// True if the path must end in a slash, false if it must not; `nil` if it does not matter.
    package private(set) var endsInSlash: Bool?
    /// True if the pattern is written with a slash at its end, also where that does not matter.
    package let isWrittenWithSlash: Bool
    package let conditions: [Condition]
    package let reading: LinkReading
    /// The parameters whose values code refuses or not.
    let coded: [String]

    /// The shape of a path, which a file must express, apart from the route.
    package struct Shape: Hashable, Sendable {
        package let segments: [Segment]
        let foldsCase: Bool
        let decodes: Bool
        package let endsInSlash: Bool?
        let isWrittenWithSlash: Bool
        package let conditions: [Condition]
    }

    package var shape: Shape {
        Shape(
            segments: segments, foldsCase: foldsCase, decodes: reading.decodes,
            endsInSlash: endsInSlash, isWrittenWithSlash: isWrittenWithSlash,
            conditions: conditions)
    }

    /// The parts of a variant that all of its paths have.
    private init(_ variant: CompiledVariant, _ segments: [Segment], _ reading: LinkReading) {
        route = variant.route
        self.segments = segments
        foldsCase = variant.foldsCase
        endsInSlash = variant.conditions?.trailingSlash
        isWrittenWithSlash = variant.isWrittenWithSlash
        conditions = variant.conditions.map(variant.conditions(of:)) ?? []
        coded = variant.coded
        self.reading = reading
    }

    /// The paths of a variant to a host: several, if a rest may take the host or not.
    static func all(
        of number: Int, in shard: RoutingShard, _ reading: LinkReading, host: URLReading
    ) -> [LinkedPath] {
        let variant = CompiledVariant(number, of: shard)
        if let conditions = variant.conditions {
            // Links have no port.
            guard conditions.port == nil else { return [] }
            if let pieces = conditions.hostPieces {
                let form = host.form
                let segment = shard.hostSegment(
                    pieces, bytes: form.bytes.span.bytes, urlBounds: form.urlBounds)
                guard segment != nil else { return [] }
            }
        }
        return variant.paths(behind: reading.prefix).map { LinkedPath(variant, $0, reading) }
    }

    /// The path, and before it the same with a slash at its end if it is written with one where that does
    /// not matter.
    var spellings: [LinkedPath] {
        guard isWrittenWithSlash, endsInSlash == nil, !segments.isEmpty else { return [self] }
        if case .rest? = segments.last { return [self] }
        var slashed = self
        slashed.endsInSlash = true
        return [slashed, self]
    }

    // MARK: Forms

    /// Returns whether a path is literals only.
    package static func isLiteral(_ path: some Sequence<Segment>) -> Bool {
        path.allSatisfy { segment in
            if case .one(let pieces) = segment, pieces.count == 1, case .literal = pieces[0] {
                return true
            }
            return false
        }
    }

    /// Returns whether a path has a part of any number of segments.
    package static func isOpen(_ path: [Segment]) -> Bool {
        path.contains { if case .rest = $0 { true } else { false } }
    }

    /// True if a value must be of a type that not every text is of.
    package var hasTypes: Bool {
        let isTyped = segments.contains { segment in
            guard case .one(let pieces) = segment else { return false }
            return pieces.contains { piece in
                if case .value(let type, _) = piece { type.isRestricted } else { false }
            }
        }
        return isTyped
            || conditions.contains { condition in
                if case .value(let type, _) = condition.test { type.isRestricted } else { false }
            }
    }
}

/// A variant of a route's pattern as the matcher compiled it.
private struct CompiledVariant {
    private let shard: RoutingShard
    private let variant: RoutingShard.Variant
    private let number: Int
    private let written: RoutePattern

    init(_ number: Int, of shard: RoutingShard) {
        (self.shard, self.number) = (shard, number)
        variant = shard.variants[number]
        written = shard.rankedPattern(of: UInt32(number)).pattern
    }

    var isWrittenWithSlash: Bool { written.path.count > 1 && written.path.last == .separator }

    var route: Route { shard.routes[Int(variant.route)] }

    var conditions: RoutingShard.Conditions? { shard.conditions[UInt32(number)] }

    private var tokens: [Token] { (0..<Int(variant.tokenCount)).map { shard.token(variant, $0) } }

    /// True if literals are compared without their case.
    var foldsCase: Bool {
        shard.foldsCase
            && (tokens + pieces).contains { $0.isLiteral && $0.is(.literal) }
    }

    /// The literals and parameters of segments that have several.
    private var pieces: [Token] {
        tokens.filter { $0.is(.mixed) }.flatMap { pieces(of: $0) }
    }

    private func pieces(of mixed: Token) -> [Token] {
        (mixed.high..<(mixed.high + mixed.low)).map { shard.pieces[$0] }
    }

    /// The names of the parameters whose values code refuses or not.
    var coded: [String] {
        let captures = (conditions?.query ?? []).compactMap { condition -> Token? in
            if case .capture(let token) = condition.test { token } else { nil }
        }
        return (tokens + pieces + captures).filter {
            $0.is(.typedParameter) && shard.valueTypes[$0.low].isCode
        }.compactMap { $0.name.map { shard.names[$0] } }
    }

    // MARK: Segments

    /// Returns the rests of the variant's segments behind some others, in each way in which it may take them.
    func paths(behind prefix: [[UInt8]]) -> [[LinkedPath.Segment]] {
        var written = WrittenLiterals(written)
        let segments = tokens.map { segment(of: $0, &written) }
        var seen: Set<[LinkedPath.Segment]> = []
        return rests(segments[...], behind: prefix[...]).filter { seen.insert($0).inserted }
    }

    private func rests(
        _ segments: ArraySlice<LinkedPath.Segment>, behind prefix: ArraySlice<[UInt8]>
    ) -> [[LinkedPath.Segment]] {
        guard let text = prefix.first else { return [Array(segments)] }
        guard let first = segments.first else { return [] }
        guard case .rest(let isOptional) = first else {
            let index = variant.firstToken + UInt32(segments.startIndex)
            guard shard.accepts(tokenAt: index, text) else { return [] }
            return rests(segments.dropFirst(), behind: prefix.dropFirst())
        }
        var optional = segments
        optional[optional.startIndex] = .rest(isOptional: true)
        return rests(optional, behind: prefix.dropFirst())
            + (isOptional ? rests(segments.dropFirst(), behind: prefix) : [])
    }

    private func segment(
        of token: Token, _ written: inout WrittenLiterals
    ) -> LinkedPath.Segment {
        if token.isRest { return .rest(isOptional: token.is(.catchAll)) }
        if token.is(.mixed) {
            return .one(
                pieces(of: token).map { piece in
                    // A wildcard without a name takes some text beside others.
                    let mayBeEmpty = piece.is(.wildcard) && piece.name != nil
                    return self.piece(piece, mayBeEmpty: mayBeEmpty, &written)
                })
        }
        return .one([piece(token, mayBeEmpty: token.is(.wildcard), &written)])
    }

    private func piece(
        _ token: Token, mayBeEmpty: Bool, _ written: inout WrittenLiterals
    ) -> LinkedPath.Piece {
        guard token.isLiteral else { return .value(type(of: token), mayBeEmpty: mayBeEmpty) }
        let literal = shard.literal(token)
        return .literal(written.next(like: literal) ?? literal)
    }

    /// The type whose texts a parameter matches.
    private func type(of token: Token) -> ParameterType {
        token.is(.typedParameter) ? shard.types[token.low] : .string
    }

    // MARK: Conditions

    func conditions(of conditions: RoutingShard.Conditions) -> [LinkedPath.Condition] {
        conditions.query.map { condition in
            let test: LinkedPath.Condition.Test =
                switch condition.test {
                case .equals(let text): .equals(text)
                case .capture(let token):
                    .value(type(of: token), mayBeEmpty: token.is(.wildcard) && token.name != nil)
                case .present: .present
                case .absent: .absent
                }
            return LinkedPath.Condition(
                name: String(decoding: condition.key, as: UTF8.self), test: test)
        }
    }
}

/// The literals of a pattern as they are written, where the matcher keeps them in lower case.
private struct WrittenLiterals {
    private var texts: [[UInt8]] = []
    private var index = 0

    init(_ pattern: RoutePattern) {
        let elements = (pattern.host?.elements ?? []) + pattern.path
        for case .literal(let text) in elements { texts.append(Array(text.utf8)) }
    }

    /// The next text that is a given one but for its case.
    mutating func next(like text: [UInt8]) -> [UInt8]? {
        while !text.isEmpty, index < texts.count {
            defer { index += 1 }
            if texts[index].map(\.asciiLowercased) == text.map(\.asciiLowercased) {
                return texts[index]
            }
        }
        return nil
    }
}
