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
