import RouteDBRouting

extension AndroidMatcher {
    private static let slash = UInt16(UInt8(ascii: "/"))

    /// The paths that match, as they are spelled; `nil` if that cannot be said by an expression.
    ///
    /// Characters that UTF-16 writes as two units are left out.
    var spelledExpression: ByteExpression? {
        switch kind {
        case .literal: return .text(Self.spelled(units))
        case .prefix: return .sequence([.text(Self.spelled(units)), .anything])
        case .suffix: return .sequence([.anything, .text(Self.spelled(units))])
        case .glob: return globExpression
        case .advanced: return advancedExpression
        }
    }

    private static func spelled(_ units: [UInt16]) -> [UInt8] {
        PathSpelling.spelledPath(String(decoding: units, as: UTF16.self).utf8)
    }

    private static let any = ByteExpression.choice([
        PathSpelling.character(isBasic: true), .text("/".utf8),
    ])

    /// Any number of characters but one; `nil` if that one is percent-encoded.
    private static func many(without unit: UInt16) -> ByteExpression? {
        guard let byte = UInt8(exactly: unit) else { return nil }
        if byte == UInt8(ascii: "/") { return .many(.set(PathSpelling.segmentByte)) }
        guard PathSpelling.plain.contains(byte) else { return nil }
        return .many(
            .choice([PathSpelling.character(without: byte, isBasic: true), .text("/".utf8)]))
    }

    private var globExpression: ByteExpression? {
        var parts: [ByteExpression] = []
        for token in glob {
            switch token {
            case .one(nil): parts.append(Self.any)
            case .one(let unit?): parts.append(.text(Self.spelled([unit])))
            case .upTo(let unit):
                guard let skipped = Self.many(without: unit) else { return nil }
                parts += [skipped, .text(Self.spelled([unit]))]
            case .rest: parts.append(.anything)
            case .many: return nil
            }
        }
        return .sequence(parts)
    }

    /// An advanced glob whose repetitions end where the next token begins: only then is never giving
    /// back the same as what an expression says.
    private var advancedExpression: ByteExpression? {
        var parts: [ByteExpression] = []
        for (index, token) in advanced.enumerated() {
            let one: ByteExpression
            if token.ranges?.count == 1, let range = token.ranges?.first, range.count == 1 {
                if !token.isInverse {
                    one = .text(Self.spelled([range.lowerBound]))
                } else if range.lowerBound == Self.slash {
                    one = .set(PathSpelling.segmentByte)
                } else {
                    return nil
                }
            } else if token.ranges == nil {
                one = Self.any
            } else {
                return nil
            }
            guard token.counts != 1...1 else {
                parts.append(one)
                continue
            }
            guard token.counts.upperBound == Int(Int32.max), token.counts.lowerBound < 2,
                index == advanced.count - 1 || Self.ends(token, before: advanced[index + 1])
            else { return nil }
            parts += token.counts.lowerBound == 1 ? [one, .many(one)] : [.many(one)]
        }
        return .sequence(parts)
    }

    /// Whether a token takes nothing that the next one begins with.
    private static func ends(_ token: AdvancedToken, before next: AdvancedToken) -> Bool {
        guard next.counts.lowerBound > 0, !next.isInverse, let ranges = next.ranges,
            ranges.count == 1, ranges[0].count == 1
        else { return false }
        return !token.takes(ranges[0].lowerBound)
    }

    /// What is plain to see of the paths.
    var shape: LanguageShape {
        var shape = LanguageShape()
        switch kind {
        case .literal:
            shape.prefix = Self.spelled(units)
            shape.suffix = shape.prefix
            shape.minimumSlashes = units.count { $0 == Self.slash }
            shape.maximumSlashes = shape.minimumSlashes
        case .prefix:
            shape.prefix = Self.spelled(units)
            shape.minimumSlashes = units.count { $0 == Self.slash }
        case .suffix:
            shape.suffix = Self.spelled(units)
            shape.minimumSlashes = units.count { $0 == Self.slash }
        case .glob: readGlob(into: &shape)
        case .advanced: break
        }
        return shape
    }

    private func readGlob(into shape: inout LanguageShape) {
        var leading: [UInt16] = []
        for token in glob {
            guard case .one(let unit?) = token else { break }
            leading.append(unit)
        }
        shape.prefix = Self.spelled(leading)
        var trailing: [UInt16] = []
        loop: for token in glob.reversed() {
            switch token {
            case .one(let unit?): trailing.insert(unit, at: 0)
            case .upTo(let unit):
                trailing.insert(unit, at: 0)
                break loop
            default: break loop
            }
        }
        shape.suffix = Self.spelled(trailing)
        var most: Int? = 0
        for token in glob {
            switch token {
            case .one(let unit):
                if unit == Self.slash { shape.minimumSlashes += 1 }
                if unit == nil || unit == Self.slash { most = most.map { $0 + 1 } }
            case .upTo(let unit):
                if unit == Self.slash { shape.minimumSlashes += 1 }
                most = unit == Self.slash ? most.map { $0 + 1 } : nil
            case .rest, .many: most = nil
            }
        }
        shape.maximumSlashes = most
    }
}
