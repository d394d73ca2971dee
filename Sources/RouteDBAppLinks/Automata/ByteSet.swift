/// A set of bytes.
package struct ByteSet: Hashable, Sendable {
    private var words: SIMD4<UInt64> = .zero

    /// Creates an empty set.
    package init() {}

    /// Creates a set of the bytes of a range.
    package init(_ range: ClosedRange<UInt8>) { for byte in range { insert(byte) } }

    /// Creates a set of some bytes.
    package init(_ bytes: some Sequence<UInt8>) { for byte in bytes { insert(byte) } }

    /// All bytes.
    package static let all = ByteSet(0...255)

    /// True if the set has no byte.
    package var isEmpty: Bool { words == .zero }

    /// The byte of a set that has no other; `nil` for others.
    package var onlyByte: UInt8? {
        var found: UInt8?
        for index in 0..<4 where words[index] != 0 {
            guard found == nil, words[index].nonzeroBitCount == 1 else { return nil }
            found = UInt8(index * 64 + words[index].trailingZeroBitCount)
        }
        return found
    }

    /// Adds a byte.
    package mutating func insert(_ byte: UInt8) { words[Int(byte >> 6)] |= 1 << UInt64(byte & 63) }

    /// Returns whether the set has a byte.
    package func contains(_ byte: UInt8) -> Bool {
        words[Int(byte >> 6)] & (1 << UInt64(byte & 63)) != 0
    }

    /// The bytes of this set that another one does not have.
    package func subtracting(_ other: ByteSet) -> ByteSet {
        var set = self
        set.words &= ~other.words
        return set
    }

    /// The bytes that both sets have.
    package func intersection(_ other: ByteSet) -> ByteSet {
        var set = self
        set.words &= other.words
        return set
    }

    /// The bytes that either set has.
    package func union(_ other: ByteSet) -> ByteSet {
        var set = self
        set.words |= other.words
        return set
    }

    /// A byte of the set, the most readable one: a letter, a digit, then any other; `nil` for none.
    package var mostReadable: UInt8? {
        for preferred in Self.readable {
            let common = intersection(preferred)
            for index in 0..<4 where common.words[index] != 0 {
                return UInt8(index * 64 + common.words[index].trailingZeroBitCount)
            }
        }
        return nil
    }

    /// How readable a byte is: the smaller, the more.
    package static func unreadability(of byte: UInt8) -> Int {
        (readable.firstIndex { $0.contains(byte) } ?? 0) << 8 | Int(byte)
    }

    private static let readable = [
        ByteSet(UInt8(ascii: "a")...UInt8(ascii: "z")),
        ByteSet(UInt8(ascii: "0")...UInt8(ascii: "9")), ByteSet([UInt8(ascii: "-")]), .all,
    ]

    /// The set with both cases of each ASCII letter that it has.
    package var foldingCase: ByteSet {
        var set = self
        for byte in UInt8(ascii: "a")...UInt8(ascii: "z") {
            if contains(byte) || contains(byte - 32) {
                set.insert(byte)
                set.insert(byte - 32)
            }
        }
        return set
    }
}
