/// The code lengths of a block, which precede it in compressed form (RFC 1951, 3.2.7).
enum CodeLengths {
    private static let order = [
        16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
    ]

    /// Reads the two codes of a block.
    static func read(
        _ input: inout BitInput
    ) throws(LogSourceError) -> (literals: HuffmanTable, distances: HuffmanTable) {
        let literalCount = try input.take(5) + 257
        let distanceCount = try input.take(5) + 1
        var codes = [UInt8](repeating: 0, count: 19)
        for symbol in order[..<(try input.take(4) + 4)] { codes[symbol] = UInt8(try input.take(3)) }
        let table = HuffmanTable(lengths: codes, rootBits: 7) { symbol, length in
            HuffmanTable.Entry(length: length, kind: HuffmanTable.Entry.literal, value: symbol)
        }
        guard let table, literalCount <= 286 else { throw input.damage("invalid block header") }
        var lengths: [UInt8] = []
        while lengths.count < literalCount + distanceCount {
            let symbol = try Self.symbol(of: table, &input)
            switch symbol {
            case ..<16: lengths.append(UInt8(symbol))
            case 16:
                guard let last = lengths.last else { throw input.damage("invalid length") }
                lengths += [UInt8](repeating: last, count: try input.take(2) + 3)
            case 17: lengths += [UInt8](repeating: 0, count: try input.take(3) + 3)
            default: lengths += [UInt8](repeating: 0, count: try input.take(7) + 11)
            }
        }
        guard lengths.count == literalCount + distanceCount, lengths[256] > 0,
            let literals = HuffmanTable(literalLengths: Array(lengths[..<literalCount])),
            let distances = HuffmanTable(distances: Array(lengths[literalCount...]))
        else { throw input.damage("a block has invalid codes") }
        return (literals, distances)
    }

    private static func symbol(
        of table: HuffmanTable, _ input: inout BitInput
    ) throws(LogSourceError) -> Int {
        // Near the end of the data there may be fewer bits than a table lookup reads.
        for count in 1...table.rootBits {
            let entry = table.entries[try input.peek(count)]
            if entry.length > 0, entry.length <= count {
                input.drop(entry.length)
                return entry.value
            }
        }
        throw input.damage("a block has invalid codes")
    }
}

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

extension HuffmanTable {
    /// The base length of each symbol from 257, and its number of extra bits (RFC 1951, 3.2.5).
    private static let lengths: [(base: Int, bits: Int)] = [
        (3, 0), (4, 0), (5, 0), (6, 0), (7, 0), (8, 0), (9, 0), (10, 0), (11, 1), (13, 1), (15, 1),
        (17, 1), (19, 2), (23, 2), (27, 2), (31, 2), (35, 3), (43, 3), (51, 3), (59, 3), (67, 4),
        (83, 4), (99, 4), (115, 4), (131, 5), (163, 5), (195, 5), (227, 5), (258, 0),
    ]

    /// The base distance of each symbol, and its number of extra bits.
    private static let distances: [(base: Int, bits: Int)] = (0..<30).map { symbol in
        guard symbol > 1 else { return (symbol + 1, 0) }
        let bits = symbol / 2 - 1
        return ((2 + symbol % 2) << bits + 1, bits)
    }

    /// Creates the table of literals and lengths.
    init?(literalLengths codes: [UInt8]) {
        self.init(lengths: codes, rootBits: 11) { symbol, length in
            switch symbol {
            case ..<256: return Entry(length: length, kind: Entry.literal, value: symbol)
            case 256: return Entry(length: length, kind: Entry.end, value: 0)
            case ..<286:
                let (base, bits) = Self.lengths[symbol - 257]
                return Entry(length: length, kind: Entry.base | UInt32(bits), value: base)
            default: return .none
            }
        }
    }

    /// Creates the table of distances.
    init?(distances codes: [UInt8]) {
        self.init(lengths: codes, rootBits: 9) { symbol, length in
            guard symbol < 30 else { return .none }
            let (base, bits) = Self.distances[symbol]
            return Entry(length: length, kind: Entry.base | UInt32(bits), value: base)
        }
    }

    /// The tables of blocks with fixed codes; never `nil`, because these lengths are valid.
    static let fixed: (literals: HuffmanTable, distances: HuffmanTable)? = {
        let lengths = (0..<288).map { symbol -> UInt8 in
            switch symbol {
            case ..<144: 8
            case ..<256: 9
            case ..<280: 7
            default: 8
            }
        }
        guard let literals = HuffmanTable(literalLengths: lengths),
            let distances = HuffmanTable(distances: [UInt8](repeating: 5, count: 32))
        else { return nil }
        return (literals, distances)
    }()
}
