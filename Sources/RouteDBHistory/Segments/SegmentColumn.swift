/// A column of integers in a BLOB of a segment.
///
/// Element *i* is base + *i* · step + difference, modulo 2^64. The difference is what is stored: an
/// unsigned little-endian number.
struct SegmentColumn {
    // A column of a directory is inside its BLOB, which the owner of the segment lends to each method;
    // the callers' indices are less than its number of elements.

    /// The size of a column's entry in a directory.
    static let entrySize = 16
    static let widths = [0, 1, 2, 4, 8]

    let base: Int64
    /// The step from every element to the next: 0, or 1 for numbers that mostly count up.
    var step: Int64 = 0
    /// Where the column begins in the BLOB.
    let start: Int
    /// The number of bytes of a stored difference.
    let width: Int
    /// The number of elements.
    let count: Int

    var end: Int { start + width * count }

    /// The number of every element, if the entry shows that all have the same.
    var constant: Int64? { width == 0 && step == 0 ? base : nil }

    /// The greatest value that an element can have, or `nil` for any value.
    var greatest: Int64? {
        guard width < 8 else { return nil }
        // At most 65,536 elements, so only the addition can overflow.
        let most = (1 << (8 * Int64(width))) - 1 + step * Int64(max(0, count - 1))
        let (sum, overflow) = base.addingReportingOverflow(most)
        return overflow ? nil : sum
    }

    /// An element of the column.
    @inline(__always)
    func element(_ index: Int, in bytes: UnsafeRawBufferPointer) -> Int64 {
        let offset = start + index * width
        let difference: UInt64 =
            switch width {
            case 1: unsafe UInt64(bytes[offset])
            case 2: unsafe UInt64(Self.load(UInt16.self, bytes, offset))
            case 4: unsafe UInt64(Self.load(UInt32.self, bytes, offset))
            case 8: unsafe Self.load(UInt64.self, bytes, offset)
            default: 0
            }
        return base &+ step &* Int64(index) &+ Int64(bitPattern: difference)
    }

    /// Copies the column into an array, replacing its content.
    func read(from bytes: UnsafeRawBufferPointer, into values: inout [Int64]) {
        if values.count != count { values = [Int64](repeating: 0, count: count) }
        unsafe values.withUnsafeMutableBufferPointer { values in
            switch width {
            case 1: unsafe copy(UInt8.self, bytes, values)
            case 2: unsafe copy(UInt16.self, bytes, values)
            case 4: unsafe copy(UInt32.self, bytes, values)
            case 8: unsafe copy(UInt64.self, bytes, values)
            default: unsafe values.update(repeating: base)
            }
            guard step != 0 else { return }
            for index in values.indices { unsafe values[index] &+= step &* Int64(index) }
        }
    }

    @inline(__always)
    private func copy<Number: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>(
        _ type: Number.Type, _ bytes: UnsafeRawBufferPointer,
        _ values: UnsafeMutableBufferPointer<Int64>
    ) {
        let size = MemoryLayout<Number>.size
        for index in values.indices {
            let difference = unsafe Self.load(type, bytes, start + index * size)
            unsafe values[index] = base &+ Int64(truncatingIfNeeded: difference)
        }
    }

    @inline(__always)
    static func load<Number: FixedWidthInteger & BitwiseCopyable>(
        _ type: Number.Type, _ bytes: UnsafeRawBufferPointer, _ offset: Int
    ) -> Number {
        unsafe Number(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: type))
    }
}

extension SegmentColumn {
    /// A violation of the rules for directories.
    struct Misplacement: Error {
        /// Where the wrong entry is.
        let offset: Int
        /// The index of the column.
        let index: Int
    }

    /// Reads a directory, behind which the columns follow without gaps in its order.
    ///
    /// An entry is the base (8 bytes, signed), the number of elements (4), the width (1), the step
    /// (1) and two zeros.
    static func directory(
        of bytes: UnsafeRawBufferPointer, at start: Int, counts: [ClosedRange<Int>]
    ) throws(Misplacement) -> [SegmentColumn] {
        var columns: [SegmentColumn] = []
        columns.reserveCapacity(counts.count)
        var end = start + counts.count * entrySize
        for (index, allowed) in counts.enumerated() {
            let entry = start + index * entrySize
            guard entry + entrySize <= bytes.count else {
                throw Misplacement(offset: entry, index: index)
            }
            // Includes the two zeros, so that any other value makes the step invalid.
            let count = unsafe Int(load(UInt32.self, bytes, entry + 8))
            let step = unsafe load(UInt32.self, bytes, entry + 12) >> 8
            let column = unsafe SegmentColumn(
                base: load(Int64.self, bytes, entry), step: Int64(step), start: end,
                width: Int(bytes[entry + 12]), count: count)
            guard step <= 1, allowed ~= count, widths.contains(column.width),
                column.end <= bytes.count
            else { throw Misplacement(offset: entry, index: index) }
            end = column.end
            columns.append(column)
        }
        return columns
    }
}
