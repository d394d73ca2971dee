import RouteDBRouting

/// The paths over which files and routes are compared: those of URLs in normal form.
///
/// 1. A path is `/`, or segments that each follow a slash; no segment is empty, `.` or `..`, and no slash
///    is at the end.
/// 2. Unreserved characters, `!$&'()*+,;=:@` and slashes are written as they are, and all others
///    percent-encoded with capitals.
/// 3. There are no control characters, no encoded slashes, and only well-formed UTF-8.
///
/// ``LinkDomain`` adds the queries and fragments.
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
        /// Those that stand for themselves.
        case plain
        /// Also encoded ones that UTF-16 writes as one unit.
        case basic
        /// All.
        case all
    }

    /// One character.
    package static func character(
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

    /// One character of a segment.
    package static func character(
        without: ByteSet = ByteSet(), _ repertoire: Repertoire = .all
    ) -> ByteExpression {
        let ascii = repertoire == .plain ? plain : segmentByte
        return character(in: ascii.subtracting(without), orBeyond: repertoire)
    }

    /// All paths, as they are spelled, of some characters.
    package static func paths(_ repertoire: Repertoire) -> ByteExpression {
        let any = character(repertoire)
        let other = character(without: ByteSet(".".utf8), repertoire)
        let segment = ByteExpression.choice([
            .sequence([other, .many(any)]), .sequence([.text(".".utf8), other, .many(any)]),
            .sequence([.text("..".utf8), any, .many(any)]),
        ])
        return .choice([.text("/".utf8), .some(.sequence([.text("/".utf8), segment]))])
    }

    /// The bytes of a segment.
    package static let segmentByte = ByteSet.all.subtracting(ByteSet("/".utf8))
}
