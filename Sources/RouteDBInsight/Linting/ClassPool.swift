import RouteDBRouting

/// The distinct segment classes of a namespace's variants, and answers about which texts they
/// share.
///
/// The matcher decides whether a class accepts a text: the question goes to the shard in which the
/// class was first seen.
struct ClassPool {
    /// Where to ask the matcher about a class.
    private enum Place {
        /// A token of a shard.
        case token(RoutingShard, UInt32)
        /// The pieces of a shard's host pattern.
        case host(RoutingShard, Range<Int>)
        /// The scheme or the host, which is a literal or unconstrained.
        case none
    }

    private(set) var classes: [SegmentClass] = []
    private var places: [Place] = []
    private var numbers: [SegmentClass: Int32] = [:]
    private var commonTexts: [UInt64: [UInt8]?] = [:]
    private var containments: [UInt64: Bool] = [:]
    /// The most answers that are cached.
    private static let maximumKnown = 1 << 18
    /// True if the namespace's URLs can have empty segments.
    let hasEmpty: Bool

    init(hasEmpty: Bool) { self.hasEmpty = hasEmpty }

    subscript(number: Int32) -> SegmentClass { classes[Int(number)] }

    /// The number of a literal, if any variant has it.
    func number(ofLiteral text: [UInt8], isExact: Bool) -> Int32? {
        numbers[.literal(text, isExact: isExact)]
    }

    /// The number of a scheme or host that is a literal or unconstrained.
    mutating func number(of fixed: SegmentClass) -> Int32 { number(of: fixed, at: .none) }

    /// The number of the class of a token.
    mutating func number(ofTokenAt index: UInt32, in shard: RoutingShard) -> Int32 {
        number(of: SegmentClass(shard.tokens[Int(index)], of: shard), at: .token(shard, index))
    }

    /// The number of the class of a host pattern.
    mutating func number(ofHost pieces: Range<Int>, in shard: RoutingShard) -> Int32 {
        number(
            of: SegmentClass(pieces: pieces, isHost: true, of: shard), at: .host(shard, pieces))
    }

    private mutating func number(of type: SegmentClass, at place: Place) -> Int32 {
        if let number = numbers[type] {
            // A class may first be seen as a host or scheme, which has no token.
            if case .none = places[Int(number)] { places[Int(number)] = place }
            return number
        }
        let number = Int32(classes.count)
        numbers[type] = number
        classes.append(type)
        places.append(place)
        return number
    }

    /// Returns whether a class accepts a text as one segment, or as the host.
    func accepts(_ number: Int32, _ text: [UInt8]) -> Bool {
        switch (self[number], places[Int(number)]) {
        case (.anything, _), (.path, _), (.catchAll, _): true
        case (.text, _), (.coded, _): !text.isEmpty
        case (.literal(let own, true), _): own == text
        case (.literal(let own, false), _): own == text.map(\.asciiLowercased)
        case (_, .token(let shard, let index)): shard.accepts(tokenAt: index, text)
        case (_, .host(let shard, let pieces)): shard.accepts(host: pieces, text)
        case (_, .none): false
        }
    }

    /// Returns whether a class accepts every text of another one, as far as can be proved.
    mutating func contains(_ outer: Int32, _ inner: Int32) -> Bool {
        if outer == inner { return !self[outer].needsCode }
        let key = UInt64(UInt32(bitPattern: outer)) << 32 | UInt64(UInt32(bitPattern: inner))
        if let known = containments[key] { return known }
        let answer = contains(outer, self[inner])
        if containments.count < Self.maximumKnown { containments[key] = answer }
        return answer
    }

    /// Returns whether a class accepts every text of another one, which may be a part of a variant's class.
    func contains(_ outer: Int32, _ inner: SegmentClass) -> Bool {
        if self[outer].needsCode { return false }
        switch inner {
        case .literal(let text, let isExact):
            if !isExact, inner.foldsLetters {
                // A type or an exact literal may accept one spelling and not the other.
                switch self[outer] {
                case .text, .anything: return true
                default: return self[outer] == inner
                }
            }
            return accepts(outer, text)
        case .texts(let texts): return texts.allSatisfy { accepts(outer, $0) }
        default: return self[outer].contains(inner, hasEmpty: hasEmpty)
        }
    }

    /// The cost of testing whether a class contains another one, where a step along a branch costs
    /// 1.
    static let containmentCost = 4

    /// The cost of searching for a text that two classes share, where a step along a branch costs
    /// 1.
    func commonTextCost(_ one: Int32, _ other: Int32) -> Int {
        [one, other].contains { if case .mixed = self[$0] { true } else { false } } ? 2_000 : 1
    }

    /// A text that two classes both accept, or `nil` if none was found.
    mutating func commonText(_ one: Int32, _ other: Int32) -> [UInt8]? {
        let (low, high) = one < other ? (one, other) : (other, one)
        let key = UInt64(UInt32(bitPattern: low)) << 32 | UInt64(UInt32(bitPattern: high))
        if let known = commonTexts[key] { return known }
        let found = findCommonText(low, high)
        if commonTexts.count < Self.maximumKnown { commonTexts[key] = .some(found) }
        return found
    }

    private func findCommonText(_ one: Int32, _ other: Int32) -> [UInt8]? {
        if self[one].isDisjoint(from: self[other]) { return nil }
        for text in CommonTexts.candidates(self[one], self[other]) {
            if accepts(one, text) && accepts(other, text) { return text }
        }
        var search = MixedSearch(self[one], self[other])
        while let text = search.next() {
            if accepts(one, text) && accepts(other, text) { return text }
        }
        return nil
    }
}
