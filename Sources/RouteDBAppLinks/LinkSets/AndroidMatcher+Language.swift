import RouteDBRouting

extension AndroidMatcher {
    /// The texts that match, as links spell them; `nil` if no expression says that.
    ///
    /// Characters that UTF-16 writes as two units are left out.
    var spelledExpression: ByteExpression? {
        switch kind {
        case .literal: return Self.spelled(units)
        case .prefix: return .sequence([Self.spelled(units), .anything])
        case .suffix: return .sequence([.anything, Self.spelled(units)])
        case .glob: return globExpression(glob[...])
        case .advanced: return advancedExpression
        }
    }

    static func spelled(_ units: [UInt16]) -> ByteExpression {
        PathSpelling.expression(of: String(decoding: units, as: UTF16.self).utf8)
    }

    // MARK: Globs

    private func globExpression(_ tokens: ArraySlice<GlobToken>) -> ByteExpression? {
        var parts: [ByteExpression] = []
        for (index, token) in zip(tokens.indices, tokens) {
            switch token {
            case .one(let unit): parts.append(UnitSet(unit).expression)
            case .upTo(let unit):
                guard let others = UnitSet(unit).inverse else { return nil }
                parts += [others.repeated, UnitSet(unit).expression]
            case .rest: parts.append(.anything)
            case .many(let unit):
                guard let rest = globExpression(tokens[(index + 1)...], after: unit) else {
                    return nil
                }
                return .sequence(parts + [rest])
            }
        }
        return .sequence(parts)
    }

    /// Returns an expression of the longest run of a character, at least one, and then of some tokens.
    private func globExpression(
        _ tokens: ArraySlice<GlobToken>, after unit: UInt16
    ) -> ByteExpression? {
        let own = UnitSet(unit).expression
        guard let others = UnitSet(unit).inverse else { return nil }
        guard let next = tokens.first else { return .some(own) }
        switch next {
        case .rest: return .some(UnitSet(nil).expression)
        case .one(let following) where following == unit: return .nothing
        case .one(nil):
            return globExpression(tokens.dropFirst()).map {
                .sequence([.many(own), others.expression, $0])
            }
        case .one: return globExpression(tokens).map { .sequence([.many(own), $0]) }
        case .upTo(let following) where following != unit:
            return globExpression(tokens).map { .sequence([.many(own), $0]) }
        case .upTo, .many: return nil
        }
    }

    // MARK: Advanced globs

    /// How many repetitions are written out.
    private static let repetitionLimit = 64

    /// An advanced glob whose repetitions end where the next token begins, or leave it nothing: only then is
    /// never giving back the same as what an expression says.
    private var advancedExpression: ByteExpression? {
        var parts: [ByteExpression] = []
        for (index, token) in advanced.enumerated() {
            guard let units = UnitSet(token) else { return nil }
            let one = units.expression
            let (least, most) = (token.counts.lowerBound, token.counts.upperBound)
            guard least != most || least > Self.repetitionLimit else {
                parts += Array(repeating: one, count: least)
                continue
            }
            let next = advanced[(index + 1)...].first
            if most == Int(Int32.max), let next, next.counts.lowerBound > 0,
                let needed = UnitSet(next), units.includes(needed)
            {
                return .nothing
            }
            guard Self.ends(units, before: advanced[(index + 1)...]), least <= Self.repetitionLimit
            else { return nil }
            parts += Array(repeating: one, count: least)
            if most == Int(Int32.max) {
                parts.append(units.repeated)
            } else {
                guard most <= Self.repetitionLimit else { return nil }
                parts.append(
                    (least..<most).reduce(ByteExpression.empty) { rest, _ in
                        .optional(.sequence([one, rest]))
                    })
            }
        }
        return .sequence(parts)
    }

    /// Returns whether a set has nothing that the tokens after it begin with.
    private static func ends(_ units: UnitSet, before tokens: ArraySlice<AdvancedToken>) -> Bool {
        for token in tokens {
            guard let next = UnitSet(token), !next.meets(units) else { return false }
            if token.counts.lowerBound > 0 { return true }
        }
        return true
    }
}

/// Units of UTF-16: some of ASCII, and none, one or all of the others.
private struct UnitSet {
    private enum Others: Hashable {
        case none
        case one(UInt16)
        case all
    }

    private let ascii: ByteSet
    private let others: Others

    private static let all = ByteSet(0...0x7F)

    private init(_ ascii: ByteSet, _ others: Others) {
        self.ascii = ascii
        self.others = others
    }

    /// One unit; `nil` for any.
    init(_ unit: UInt16?) {
        guard let unit else {
            self.init(Self.all, .all)
            return
        }
        if unit < 0x80 {
            self.init(ByteSet([UInt8(unit)]), .none)
        } else {
            self.init(ByteSet(), .one(unit))
        }
    }

    /// Creates the set of the units that a token takes; `nil` if that is some of the units beyond ASCII.
    init?(_ token: AndroidMatcher.AdvancedToken) {
        guard token.ranges != nil else {
            self.init(nil as UInt16?)
            return
        }
        if let range = token.ranges?.first, token.ranges?.count == 1, range.count == 1,
            !token.isInverse
        {
            self.init(range.lowerBound)
            return
        }
        var ascii = ByteSet()
        for byte in Self.bytes where token.takes(UInt16(byte)) { ascii.insert(byte) }
        let beyond = (token.ranges ?? []).filter { $0.upperBound >= 0x80 }
        let hasAll = beyond.contains { $0.lowerBound <= 0x80 && $0.upperBound == .max }
        guard beyond.isEmpty || hasAll else { return nil }
        self.init(ascii, hasAll != token.isInverse ? .all : .none)
    }

    private static let bytes: ClosedRange<UInt8> = 0...0x7F

    /// The other units; `nil` if that is all beyond ASCII but one.
    var inverse: UnitSet? {
        switch others {
        case .none: UnitSet(Self.all.subtracting(ascii), .all)
        case .all: UnitSet(Self.all.subtracting(ascii), .none)
        case .one: nil
        }
    }

    /// Returns whether the sets may have a unit in common.
    func meets(_ other: UnitSet) -> Bool {
        if !ascii.intersection(other.ascii).isEmpty { return true }
        if others == .none || other.others == .none { return false }
        return others == other.others || others == .all || other.others == .all
    }

    /// Returns whether the set has all units of another one.
    func includes(_ other: UnitSet) -> Bool {
        other.ascii.subtracting(ascii).isEmpty
            && (others == .all || other.others == .none || others == other.others)
    }

    /// One of the units, as links spell it.
    var expression: ByteExpression {
        if case .one(let unit) = others {
            // Half a character is in no link that is compared.
            return UTF16.isSurrogate(unit) ? .nothing : AndroidMatcher.spelled([unit])
        }
        return PathSpelling.character(in: ascii, orBeyond: others == .all ? .basic : .plain)
    }

    /// Any number of the units.
    ///
    /// If all encoded characters are among them, their bytes are enough.
    var repeated: ByteExpression {
        let encoded = Self.all.subtracting(PathSpelling.plain.union(ByteSet("/".utf8)))
        let needed = encoded.union(ByteSet("0123456789ABCDEF+=".utf8))
        guard others == .all, needed.subtracting(ascii).isEmpty else { return .many(expression) }
        return .many(.set(ascii))
    }
}
