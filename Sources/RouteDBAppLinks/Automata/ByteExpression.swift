/// A regular expression over bytes.
package indirect enum ByteExpression: Hashable, Sendable {
    /// One byte of a set; nothing at all for an empty set.
    case set(ByteSet)
    /// The expressions one after the other; empty text for none.
    case sequence([ByteExpression])
    /// Any of the expressions; nothing at all for none.
    case choice([ByteExpression])
    /// The expression any number of times.
    case many(ByteExpression)

    /// Empty text.
    package static let empty = ByteExpression.sequence([])
    /// No text at all.
    package static let nothing = ByteExpression.choice([])
    /// Any text.
    package static let anything = ByteExpression.many(.set(.all))

    /// A text.
    package static func text(_ bytes: some Sequence<UInt8>) -> ByteExpression {
        .sequence(bytes.map { .set(ByteSet([$0])) })
    }

    /// The expression or empty text.
    package static func optional(_ expression: ByteExpression) -> ByteExpression {
        .choice([expression, .empty])
    }

    /// The expression at least once.
    package static func some(_ expression: ByteExpression) -> ByteExpression {
        .sequence([expression, .many(expression)])
    }

    /// The expression with both cases of each ASCII letter.
    package var foldingCase: ByteExpression { mapSets(\.foldingCase) }

    /// The expression for texts without some bytes.
    package func without(_ bytes: ByteSet) -> ByteExpression {
        mapSets { $0.subtracting(bytes) }
    }

    /// The expression with one byte in place of another.
    package func replacing(_ byte: UInt8, with other: UInt8) -> ByteExpression {
        mapSets { set in
            guard set.contains(byte) else { return set }
            return set.subtracting(ByteSet([byte])).union(ByteSet([other]))
        }
    }

    /// The expression with one byte also where it takes another one.
    package func adding(_ byte: UInt8, besides other: UInt8) -> ByteExpression {
        mapSets { set in
            guard set.contains(other) else { return set }
            return set.union(ByteSet([byte]))
        }
    }

    /// The bytes that all texts begin with, up to a limit, if some bytes do not count.
    package func head(limit: Int, without ignored: ByteSet = ByteSet()) -> [UInt8] {
        var head: [UInt8] = []
        _ = extend(&head, limit, ignored)
        return head
    }

    /// Adds the bytes that all texts begin with; returns whether these are whole texts.
    private func extend(_ head: inout [UInt8], _ limit: Int, _ ignored: ByteSet) -> Bool {
        switch self {
        case .set(let set):
            guard head.count < limit, let byte = set.subtracting(ignored).onlyByte else {
                return false
            }
            head.append(byte)
            return true
        case .sequence(let parts): return parts.allSatisfy { $0.extend(&head, limit, ignored) }
        case .many: return false
        case .choice(let parts):
            if parts.count == 1 { return parts[0].extend(&head, limit, ignored) }
            let heads = parts.map { $0.head(limit: limit - head.count, without: ignored) }
            let common = heads.dropFirst().reduce(heads.first ?? []) { common, other in
                zip(common, other).prefix { $0 == $1 }.map(\.0)
            }
            head += common
            return false
        }
    }

    /// True if empty text is one of the texts.
    package var takesEmpty: Bool {
        switch self {
        case .set: false
        case .sequence(let parts): parts.allSatisfy(\.takesEmpty)
        case .choice(let parts): parts.contains(where: \.takesEmpty)
        case .many: true
        }
    }

    /// Calls a closure with each set.
    package func visitSets(_ visit: (ByteSet) -> Void) {
        switch self {
        case .set(let set): visit(set)
        case .sequence(let parts), .choice(let parts): for part in parts { part.visitSets(visit) }
        case .many(let part): part.visitSets(visit)
        }
    }

    private func mapSets(_ change: (ByteSet) -> ByteSet) -> ByteExpression {
        switch self {
        case .set(let set): .set(change(set))
        case .sequence(let parts): .sequence(parts.map { $0.mapSets(change) })
        case .choice(let parts): .choice(parts.map { $0.mapSets(change) })
        case .many(let part): .many(part.mapSets(change))
        }
    }
}

/// The characters of UTF-8, as expressions.
package enum ScalarExpression {
    private static let tail = ByteExpression.set(ByteSet(0x80...0xBF))

    /// One character of those that UTF-16 writes as one unit.
    package static let basic = ByteExpression.choice([.set(ByteSet(0...0x7F)), long])

    /// One character of any kind.
    package static let any = ByteExpression.choice([
        basic,
        .sequence([
            .set(ByteSet(0xF0...0xF0)), .set(ByteSet(0x90...0xBF)), tail, tail,
        ]),
        .sequence([.set(ByteSet(0xF1...0xF3)), tail, tail, tail]),
        .sequence([.set(ByteSet(0xF4...0xF4)), .set(ByteSet(0x80...0x8F)), tail, tail]),
    ])

    /// One character of two or three bytes.
    private static let long = ByteExpression.choice([
        .sequence([.set(ByteSet(0xC2...0xDF)), tail]),
        .sequence([.set(ByteSet(0xE0...0xE0)), .set(ByteSet(0xA0...0xBF)), tail]),
        .sequence([.set(ByteSet(0xE1...0xEC)), tail, tail]),
        .sequence([.set(ByteSet(0xED...0xED)), .set(ByteSet(0x80...0x9F)), tail]),
        .sequence([.set(ByteSet(0xEE...0xEF)), tail, tail]),
    ])
}
