/// A column of numbers for encoding, with the narrowest width that can hold it.
struct SegmentPart {
    // The callers of the methods that store lend memory for all that ``size(_:)`` counts.

    /// The numbers, or none if the entry of the directory says all.
    private let values: ArraySlice<Int64>
    let count: Int
    let least: Int64
    let greatest: Int64
    private let step: Int64
    private let width: Int

    /// Numbers.
    init(_ values: ArraySlice<Int64>) {
        var (least, greatest) = (Int64.max, Int64.min)
        // The slice lends its memory for the loop, which is not vectorized if it checks indices.
        unsafe values.withUnsafeBufferPointer { values in
            for index in values.indices {
                unsafe least = min(least, values[index])
                unsafe greatest = max(greatest, values[index])
            }
        }
        if values.isEmpty { (least, greatest) = (0, 0) }
        (self.least, self.greatest) = (least, greatest)
        let range = UInt64(bitPattern: greatest &- least)
        count = values.count
        let isAscending =
            count > 1 && range == UInt64(count - 1)
            && values.enumerated().allSatisfy { $1 &- least == Int64($0) }
        step = isAscending ? 1 : 0
        width =
            switch range {
            case _ where isAscending: 0
            case 0: 0
            case ...0xFF: 1
            case ...0xFFFF: 2
            case ...0xFFFF_FFFF: 4
            default: 8
            }
        self.values = values
    }

    /// The same number for all hits.
    init(constant: Int64, count: Int) {
        (values, self.count, step, width) = ([], count, 0, 0)
        (least, greatest) = (constant, constant)
    }

    /// Consecutive numbers.
    init(ascending range: Range<Int64>) {
        (values, count, width) = ([], range.count, 0)
        (least, greatest) = (range.lowerBound, range.upperBound - 1)
        step = count > 1 ? 1 : 0
    }

    /// The number of bytes of the column.
    var size: Int { width * count }

    /// Writes the entry of a directory that ``SegmentColumn`` reads.
    private func storeEntry(in bytes: UnsafeMutableRawBufferPointer, at start: Int) {
        unsafe Self.store(least, bytes, start)
        unsafe Self.store(UInt32(count), bytes, start + 8)
        unsafe Self.store(UInt32(width) | UInt32(step) << 8, bytes, start + 12)
    }

    /// Writes a directory and the columns behind it.
    @discardableResult
    static func store(
        _ parts: [SegmentPart], in bytes: UnsafeMutableRawBufferPointer, at start: Int
    ) -> Int {
        var place = start + parts.count * SegmentColumn.entrySize
        for (index, part) in parts.enumerated() {
            unsafe part.storeEntry(in: bytes, at: start + index * SegmentColumn.entrySize)
            unsafe part.storeColumn(in: bytes, at: place)
            place += part.size
        }
        return place
    }

    /// The size of a directory and its columns.
    static func size(_ parts: [SegmentPart]) -> Int {
        parts.reduce(parts.count * SegmentColumn.entrySize) { $0 + $1.size }
    }

    /// Writes each number's difference from the smallest one.
    private func storeColumn(in bytes: UnsafeMutableRawBufferPointer, at start: Int) {
        switch width {
        case 1: unsafe storeColumn(UInt8.self, bytes, start)
        case 2: unsafe storeColumn(UInt16.self, bytes, start)
        case 4: unsafe storeColumn(UInt32.self, bytes, start)
        case 8: unsafe storeColumn(UInt64.self, bytes, start)
        default: break
        }
    }

    @inline(__always)
    private func storeColumn<Number: FixedWidthInteger & BitwiseCopyable>(
        _ type: Number.Type, _ bytes: UnsafeMutableRawBufferPointer, _ start: Int
    ) {
        let size = MemoryLayout<Number>.size
        let values = values.span
        for index in values.indices {
            unsafe Self.store(
                Number(truncatingIfNeeded: values[index] &- least), bytes, start + index * size)
        }
    }

    @inline(__always)
    static func store<Number: FixedWidthInteger & BitwiseCopyable>(
        _ value: Number, _ bytes: UnsafeMutableRawBufferPointer, _ offset: Int
    ) {
        unsafe bytes.storeBytes(of: value.littleEndian, toByteOffset: offset, as: Number.self)
    }
}
