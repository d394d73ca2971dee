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
