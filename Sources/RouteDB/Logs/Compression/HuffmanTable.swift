/// A lookup table for a Huffman code of RFC 1951.
///
/// 1. The first 2^``rootBits`` entries are indexed by that many bits. Longer codes lead to further
///    entries, indexed by the bits after those.
/// 2. Every index that bits can lead to is inside the table.
struct HuffmanTable {
    /// The meaning of some bits, packed into one word: the code length, a kind, and a value.
    struct Entry {
        /// The kinds of entries.
        static let literal: UInt32 = 0
        static let base: UInt32 = 0x40
        static let further: UInt32 = 0x80
        static let end: UInt32 = 0xC0
        static let invalid: UInt32 = 0xE0

        let word: UInt32

        /// The entry for bits that are not a code.
        static let none = Entry(kind: invalid, value: 0)

        init(length: Int = 0, kind: UInt32, value: Int) {
            word = UInt32(value) << 16 | kind << 8 | UInt32(length)
        }

        /// The length of the code in bits.
        @inline(__always) var length: Int { Int(truncatingIfNeeded: word & 0xFF) }
        /// The kind, without the number of extra bits.
        @inline(__always) var kind: UInt32 { (word &>> 8) & 0xE0 }
        /// The number of extra bits of a length or distance, or of index bits of the further
        /// entries.
        @inline(__always) var extraBits: Int { Int(truncatingIfNeeded: (word &>> 8) & 0x1F) }
        /// A literal, a base value, or the index of the first further entry.
        @inline(__always) var value: Int { Int(truncatingIfNeeded: word &>> 16) }
    }

    /// The number of bits in the first lookup.
    let rootBits: Int
    private(set) var entries: [Entry]

    /// Creates the table of a code; `nil` if the lengths are over-subscribed or incomplete, except
    /// for no code at all or a single code of one bit.
    ///
    /// - Parameters:
    ///   - lengths: The length of each symbol's code; 0 for none.
    ///   - rootBits: The number of bits in the first lookup.
    ///   - symbol: Returns the entry of a symbol with a code length.
    init?(lengths: [UInt8], rootBits: Int, symbol: (_ symbol: Int, _ length: Int) -> Entry) {
        self.rootBits = rootBits
        entries = [Entry](repeating: .none, count: 1 << rootBits)
        guard var codes = Self.firstCodes(lengths) else { return nil }
        var reversed = [Int](repeating: 0, count: lengths.count)
        var furtherBits = [Int](repeating: 0, count: 1 << rootBits)
        let rootMask = 1 << rootBits - 1
        for (index, length) in lengths.enumerated() where length > 0 {
            let length = Int(length)
            reversed[index] = Self.reverse(codes[length], length)
            codes[length] += 1
            let prefix = reversed[index] & rootMask
            furtherBits[prefix] = max(furtherBits[prefix], length - rootBits)
        }
        for (prefix, bits) in furtherBits.enumerated() where bits > 0 {
            let kind = Entry.further | UInt32(bits)
            entries[prefix] = Entry(length: rootBits, kind: kind, value: entries.count)
            entries += [Entry](repeating: .none, count: 1 << bits)
        }
        for (index, length) in lengths.enumerated() where length > 0 {
            let length = Int(length)
            if length <= rootBits {
                let entry = symbol(index, length)
                for place in stride(from: reversed[index], to: 1 << rootBits, by: 1 << length) {
                    entries[place] = entry
                }
            } else {
                let root = entries[reversed[index] & rootMask]
                let entry = symbol(index, length - rootBits)
                let (first, step) = (reversed[index] >> rootBits, 1 << (length - rootBits))
                for place in stride(from: first, to: 1 << root.extraBits, by: step) {
                    entries[root.value + place] = entry
                }
            }
        }
    }

    /// Returns the first code of each length; `nil` if the lengths are not a valid code.
    private static func firstCodes(_ lengths: [UInt8]) -> [Int]? {
        var counts = [Int](repeating: 0, count: 16)
        for length in lengths where length > 0 { counts[Int(length)] += 1 }
        var codes = [Int](repeating: 0, count: 16)
        var (code, left) = (0, 1)
        for length in 1...15 {
            code = (code + counts[length - 1]) << 1
            codes[length] = code
            left = left << 1 - counts[length]
            guard left >= 0 else { return nil }
        }
        let used = counts.reduce(0, +)
        guard left == 0 || used == 0 || used == 1 && counts[1] == 1 else { return nil }
        return codes
    }

    private static func reverse(_ code: Int, _ length: Int) -> Int {
        var (reversed, code) = (0, code)
        for _ in 0..<length {
            reversed = reversed << 1 | code & 1
            code >>= 1
        }
        return reversed
    }
}
