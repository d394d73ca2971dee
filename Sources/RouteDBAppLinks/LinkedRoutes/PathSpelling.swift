import RouteDBRouting

/// How the texts of links are written over which files and routes are compared.
///
/// 1. Unreserved characters, `!$&'()*+,;=:@` and slashes are written as they are, and all others
///    percent-encoded with capitals. In values of the query, `+` and `=` are also written encoded.
/// 2. There are no control characters, no encoded slashes in paths, and only well-formed UTF-8.
///
/// ``LinkDomain`` says which paths, queries and fragments links have.
package enum PathSpelling {
    private static let kept = "!$&'()*+,;=:@"

    /// A text as it is written in a path.
    package static func spelled(_ text: some Sequence<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        PercentCoding.encode(text, keeping: kept, into: &bytes)
        return bytes
    }

    /// A path as it is written: slashes stay.
    package static func spelledPath(_ path: some Sequence<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        PercentCoding.encode(path, keeping: kept + "/", into: &bytes)
        return bytes
    }

    /// The bytes that values of the query write in two ways.
    private static let doubles = ByteSet("+=".utf8)

    /// A decoded text, in each way in which links write it.
    package static func expression(of text: some Sequence<UInt8>) -> ByteExpression {
        .sequence(
            text.map { byte in
                guard doubles.contains(byte) else { return .text(spelledPath([byte])) }
                return .choice([.text([byte]), encoded(byte)])
            })
    }

    private static func encoded(_ byte: UInt8) -> ByteExpression {
        var bytes: [UInt8] = []
        PercentCoding.encode([byte], keeping: "", into: &bytes)
        return .text(bytes)
    }

    /// The bytes that stand for themselves.
    package static let plain: ByteSet = {
        var set = ByteSet(kept.utf8).union(ByteSet("-._~".utf8))
        set = set.union(ByteSet(UInt8(ascii: "a")...UInt8(ascii: "z")))
        set = set.union(ByteSet(UInt8(ascii: "A")...UInt8(ascii: "Z")))
        return set.union(ByteSet(UInt8(ascii: "0")...UInt8(ascii: "9")))
    }()

    private static let hex = ByteSet("0123456789ABCDEF".utf8)

    private static func encoded(_ high: String, _ low: ByteSet) -> ByteExpression {
        .sequence([.text("%".utf8), .set(ByteSet(high.utf8)), .set(low)])
    }

    private static let tail = encoded("89AB", hex)

    /// One encoded character beyond ASCII of those that UTF-16 writes as one unit.
    private static let basicEncoded = ByteExpression.choice([
        .sequence([encoded("C", ByteSet("23456789ABCDEF".utf8)), tail]),
        .sequence([encoded("D", hex), tail]),
        .sequence([.text("%E0".utf8), encoded("AB", hex), tail]),
        .sequence([.text("%E".utf8), .set(ByteSet("123456789ABCEF".utf8)), tail, tail]),
        .sequence([.text("%ED".utf8), encoded("89", hex), tail]),
    ])

    private static let longEncoded = ByteExpression.choice([
        .sequence([.text("%F0".utf8), encoded("9AB", hex), tail, tail]),
        .sequence([.text("%F".utf8), .set(ByteSet("123".utf8)), tail, tail, tail]),
        .sequence([.text("%F4".utf8), encoded("8", hex), tail, tail]),
    ])

    /// Which characters are compared.
    package enum Repertoire: Hashable, Sendable {
        /// The characters that stand for themselves.
        case plain
        /// Also encoded ones that UTF-16 writes as one unit.
        case basic
        /// All.
        case all
    }

    /// One decoded character, in each way in which links write it.
    package static func character(
        in ascii: ByteSet, orBeyond others: Repertoire
    ) -> ByteExpression {
        let double = (0x20...0x7E).map { UInt8($0) }.filter {
            ascii.contains($0) && doubles.contains($0)
        }
        return .choice([spelledCharacter(in: ascii, orBeyond: others)] + double.map(encoded))
    }

    /// One character in its usual spelling.
    private static func spelledCharacter(
        in ascii: ByteSet, orBeyond others: Repertoire
    ) -> ByteExpression {
        let slash = UInt8(ascii: "/")
        let spelledAlone = plain.union(ByteSet([slash])).intersection(ascii)
        let encoded = (0x20...0x7E).map { UInt8($0) }.filter {
            ascii.contains($0) && !spelledAlone.contains($0)
        }
        return .choice(
            [.set(spelledAlone)] + encoded.map { .text(spelled([$0])) }
                + (others == .plain ? [] : [basicEncoded]) + (others == .all ? [longEncoded] : []))
    }

    /// One character of a segment, or of a fragment.
    package static func character(
        without: ByteSet = ByteSet(), _ repertoire: Repertoire = .all
    ) -> ByteExpression {
        let ascii = repertoire == .plain ? plain : segmentByte
        return spelledCharacter(in: ascii.subtracting(without), orBeyond: repertoire)
    }

    /// One character of a value of the query, in each way in which links write it.
    package static func valueCharacter(
        without: ByteSet, _ repertoire: Repertoire
    ) -> ByteExpression {
        guard repertoire != .plain else {
            return .set(plain.union(ByteSet("/".utf8)).subtracting(without))
        }
        return character(in: ByteSet(0...0x7F).subtracting(without), orBeyond: repertoire)
    }

    /// All segments, but for `.` and `..`.
    package static func segments(_ repertoire: Repertoire) -> ByteExpression {
        let any = character(repertoire)
        let other = character(without: ByteSet(".".utf8), repertoire)
        return .choice([
            .sequence([other, .many(any)]), .sequence([.text(".".utf8), other, .many(any)]),
            .sequence([.text("..".utf8), any, .many(any)]),
        ])
    }

    /// The bytes of a segment.
    package static let segmentByte = ByteSet.all.subtracting(ByteSet("/".utf8))
}
