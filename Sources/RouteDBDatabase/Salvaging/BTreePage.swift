/// A page of a b-tree: rows of a table, entries of an index, or pages below it.
///
/// Each cell is read by itself, so that one that is damaged hides no other.
/// https://www.sqlite.org/fileformat2.html#b_tree_pages describes the bytes.
struct BTreePage {
    enum Kind: UInt8 {
        case indexInterior = 2
        case tableInterior = 5
        case indexLeaf = 10
        case tableLeaf = 13

        var isInterior: Bool { self == .indexInterior || self == .tableInterior }
        var isTable: Bool { self == .tableInterior || self == .tableLeaf }
    }

    /// A cell with a record.
    struct Cell {
        /// The row's number; 0 in an index.
        let rowID: Int64
        /// The bytes of the whole record.
        let payloadBytes: Int
        /// The record's bytes on the page.
        let local: Range<Int>
        /// The first page of the rest, or 0.
        let overflow: Int
    }

    let kind: Kind
    let bytes: [UInt8]
    private let start: Int

    /// Reads the head of a page; `nil` if it is not a page of a b-tree.
    ///
    /// A kind that is given replaces one that the page does not have.
    init?(_ bytes: [UInt8], number: Int, assuming assumed: Kind? = nil) {
        start = number == 1 ? 100 : 0
        guard bytes.count >= 512, let kind = Kind(rawValue: bytes[start]) ?? assumed else {
            return nil
        }
        (self.kind, self.bytes) = (kind, bytes)
    }

    private var headBytes: Int { kind.isInterior ? 12 : 8 }

    /// The number of cells that the head gives.
    var cellCount: Int { bytes.word(at: start + 3) }

    /// The offsets of the cells on the page; `nil` for one that is outside.
    var cellOffsets: [Int?] {
        let first = start + headBytes
        // A cell has at least four bytes, and two for its offset.
        let count = min(cellCount, (bytes.count - first) / 6)
        return (0..<count).map { index in
            let offset = bytes.word(at: first + 2 * index) & (bytes.count - 1)
            return offset >= first && offset < bytes.count ? offset : nil
        }
    }

    /// The pages below an interior page.
    var children: [Int] {
        guard kind.isInterior else { return [] }
        return cellOffsets.compactMap { $0.map(bytes.page(at:)) } + [bytes.page(at: start + 8)]
    }

    /// Reads the cell at an offset; `nil` if it does not have a record, or not on the page.
    func cell(at offset: Int) -> Cell? {
        guard kind != .tableInterior,
            let size = bytes.varint(at: offset + (kind.isInterior ? 4 : 0)),
            size.value >= 1, size.value <= 1 << 31
        else { return nil }
        var (rowID, begin) = (Int64(0), size.end)
        if kind == .tableLeaf {
            guard let number = bytes.varint(at: begin) else { return nil }
            (rowID, begin) = (number.value, number.end)
        }
        let payload = Int(size.value)
        let local = localBytes(of: payload)
        guard begin <= bytes.count else { return nil }
        let isWhole = begin + local + (local < payload ? 4 : 0) <= bytes.count
        return Cell(
            rowID: rowID, payloadBytes: payload,
            local: begin..<(isWhole ? begin + local : bytes.count),
            overflow: isWhole && local < payload ? bytes.page(at: begin + local) : 0)
    }

    /// The number of bytes of a record that are on the page.
    private func localBytes(of payload: Int) -> Int {
        let usable = bytes.count
        let most = kind.isTable ? usable - 35 : (usable - 12) * 64 / 255 - 23
        guard payload > most else { return payload }
        let least = (usable - 12) * 32 / 255 - 23
        let local = least + (payload - least) % (usable - 4)
        return local <= most ? local : least
    }
}
