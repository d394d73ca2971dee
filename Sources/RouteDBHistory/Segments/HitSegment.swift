package import RouteDBRouting

/// A segment of sealed hits in columns, read in place without copying.
///
/// A segment is two BLOBs: the columns, which are integers, and the texts. All integers are
/// little-endian. The columns begin with
///
///     0   "RHS1"
///     4   number of hits, 4 bytes
///     8   checksum of the bytes of the columns from 16 on, 8 bytes (``SegmentChecksum``)
///     16  checksum of the texts, 8 bytes
///     24  time of the earliest hit, 8 bytes, signed
///     32  time of the latest hit, 8 bytes, signed
///     40  a directory: 16 bytes for each of ``HitNumber``, then for each of ``HitText``
///
/// An entry of the directory is the base (8 bytes, signed), the start of the column in the columns
/// (4 bytes), the width of its elements in bytes (1 byte) and 3 zeros. An element is the unsigned
/// difference from the base, modulo 2^64. The elements of a text column are the ends of the texts.
///
/// - S1: The columns contain the header and the directory, and begin with the magic number.
/// - S2: Both checksums are correct.
/// - S3: There are from 1 to 65,536 hits.
/// - S4: A width is 0, 1, 2, 4 or 8. The columns follow the directory without gaps, in its order,
///   up to the end.
/// - S5: The texts are the bytes of the URLs, then of the principals, the parameters and the
///   referrers, and nothing else.
/// - S6: The end of a text is its offset from the beginning of its column's bytes, times two, plus
///   one if the hit has the text. Ends never decrease; a missing text has no bytes.
/// - S7: The times of the header are those of the earliest and the latest hit.
/// - S8: Every number is within the ``HitNumber/range`` of its column.
///
/// S1 to S5 and S8 are checked when a segment is opened, and S6 with each text; ``HitsReader``
/// verifies S7. Bytes that violate a rule cause a ``SegmentDamage`` error, never a trap.
@safe
package struct HitSegment {
    /// The number of hits in a full segment.
    package static let preferredSize = 4_096
    /// The minimum number of hits that are written as a segment at once; smaller numbers go through
    /// the tail, where a hit costs four times as much.
    package static let smallestSize = 1_024

    struct Column {
        let base: Int64
        let start: Int
        let width: Int

        /// The greatest value that an element can have, or `nil` for any value.
        var greatest: Int64? {
            guard width < 8 else { return nil }
            let (sum, overflow) = base.addingReportingOverflow((1 << (8 * Int64(width))) - 1)
            return overflow ? nil : sum
        }
    }

    static let mark = Array("RHS1".utf8)
    static let headerSize = 40
    static let entrySize = 16
    static let columnCount = HitNumber.allCases.count + HitText.allCases.count
    static let dataStart = headerSize + columnCount * entrySize
    static let maximumCount = 65_536

    /// The id of the segment; 0 for the tail.
    package let id: Int64
    /// The number of hits.
    package let count: Int
    package let firstTime: Int64
    package let lastTime: Int64
    // The owner of the bytes keeps them valid while the segment is in use. Every offset read is inside
    // them by S1, S4 and S5, which are checked when the segment is opened, and by S6, which is checked
    // with each text. Numbers are loaded unaligned, and every bit pattern is one.
    private let columns: UnsafeRawBufferPointer
    private let texts: UnsafeRawBufferPointer?
    let directory: [Column]
    /// The start of each text column's bytes, and the end of the last one's.
    private let sections: [Int]

    /// Opens a segment, and checks S1 to S5 and S8.
    ///
    /// The bytes must outlive the segment.
    ///
    /// - Parameters:
    ///   - id: The id, for errors.
    ///   - columns: The columns.
    ///   - texts: The texts, or `nil` if no text will be read.
    /// - Throws: ``SegmentDamage`` if a rule is violated.
    package init(
        id: Int64, columns: UnsafeRawBufferPointer, texts: UnsafeRawBufferPointer?
    ) throws(SegmentDamage) {
        func damage(_ offset: Int, _ message: String) -> SegmentDamage {
            SegmentDamage(segment: id, offset: offset, message: message)
        }
        guard columns.count >= Self.dataStart, unsafe columns.starts(with: Self.mark) else {
            throw damage(0, "it does not begin with the segment header (S1)")
        }
        let body = unsafe UnsafeRawBufferPointer(rebasing: columns[16...])
        guard unsafe Self.load(UInt64.self, columns, 8) == SegmentChecksum.of(body) else {
            throw damage(8, "the checksum of the columns is wrong (S2)")
        }
        count = unsafe Int(Self.load(UInt32.self, columns, 4))
        guard 1...Self.maximumCount ~= count else {
            throw damage(4, "its header claims \(count) hits (S3)")
        }
        firstTime = unsafe Self.load(Int64.self, columns, 24)
        lastTime = unsafe Self.load(Int64.self, columns, 32)
        let directory = unsafe Self.directory(columns)
        var end = Self.dataStart
        for (index, column) in directory.enumerated() {
            guard [0, 1, 2, 4, 8].contains(column.width), column.start == end else {
                throw damage(
                    Self.headerSize + index * Self.entrySize,
                    "column \(index) is misplaced (S4)")
            }
            end += column.width * count
        }
        guard end == columns.count else {
            throw damage(end, "it has \(columns.count) bytes, but the columns end here (S4)")
        }
        var sections = [0]
        for text in HitText.allCases {
            let column = directory[HitNumber.allCases.count + text.rawValue]
            let length = unsafe Self.element(column, columns, count - 1) >> 1
            guard 0...Int64(Int32.max) ~= length else {
                throw damage(column.start, "a column of texts has \(length) bytes (S5)")
            }
            sections.append((sections.last ?? 0) + Int(length))
        }
        if let texts = unsafe texts {
            guard texts.count == sections.last else {
                throw damage(Self.headerSize, "the texts have \(texts.count) bytes (S5)")
            }
            guard unsafe Self.load(UInt64.self, columns, 16) == SegmentChecksum.of(texts) else {
                throw damage(16, "the checksum of the texts is wrong (S2)")
            }
        }
        self.id = id
        unsafe self.columns = unsafe columns
        unsafe self.texts = unsafe texts
        self.directory = directory
        self.sections = sections
        try checkNumbers()
    }

    /// The number of a hit.
    package func value(_ number: HitNumber, at index: Int) -> Int64 {
        precondition(index >= 0 && index < count)
        return unsafe Self.element(directory[number.rawValue], columns, index)
    }

    /// The number of every hit, if the column shows that all have the same.
    package func constant(_ number: HitNumber) -> Int64? {
        let column = directory[number.rawValue]
        return column.width == 0 ? column.base : nil
    }

    /// Copies a column into an array, replacing its content.
    package func read(_ number: HitNumber, into values: inout [Int64]) {
        if values.count != count { values = [Int64](repeating: 0, count: count) }
        let column = directory[number.rawValue]
        unsafe values.withUnsafeMutableBufferPointer { values in
            switch column.width {
            case 1: unsafe Self.copy(UInt8.self, column, columns, values)
            case 2: unsafe Self.copy(UInt16.self, column, columns, values)
            case 4: unsafe Self.copy(UInt32.self, column, columns, values)
            case 8: unsafe Self.copy(UInt64.self, column, columns, values)
            default: unsafe values.update(repeating: column.base)
            }
        }
    }

    /// A copy of a column.
    func column(_ number: HitNumber) -> [Int64] {
        var values: [Int64] = []
        read(number, into: &values)
        return values
    }

    /// The bytes of a hit's text, or `nil` if it has none; valid as long as the segment's bytes.
    ///
    /// The segment must have been opened with its texts.
    ///
    /// - Throws: ``SegmentDamage`` if S6 is violated.
    package func text(
        _ text: HitText, at index: Int
    ) throws(SegmentDamage) -> UnsafeRawBufferPointer? {
        precondition(index >= 0 && index < count)
        guard let texts = unsafe texts else {
            preconditionFailure("the segment was read without its texts")
        }
        let column = directory[HitNumber.allCases.count + text.rawValue]
        let packed = unsafe Self.element(column, columns, index)
        let start = unsafe index == 0 ? 0 : Self.element(column, columns, index - 1) >> 1
        let (end, hasText) = (packed >> 1, packed & 1 == 1)
        let (base, limit) = (sections[text.rawValue], sections[text.rawValue + 1])
        guard start >= 0, start <= end, end <= limit - base, hasText || start == end else {
            throw SegmentDamage(
                segment: id, offset: column.start + index * column.width,
                message: "a text has the invalid range \(start) to \(end) (S6)")
        }
        guard hasText else { return nil }
        return unsafe UnsafeRawBufferPointer(rebasing: texts[base + Int(start)..<base + Int(end)])
    }

    private static func directory(_ columns: UnsafeRawBufferPointer) -> [Column] {
        (0..<columnCount).map { index in
            let entry = headerSize + index * entrySize
            return unsafe Column(
                base: load(Int64.self, columns, entry),
                start: Int(load(UInt32.self, columns, entry + 8)),
                // Includes the three zero bytes, so that any other value makes the width invalid.
                width: Int(load(UInt32.self, columns, entry + 12)))
        }
    }

    @inline(__always)
    private static func load<Number: FixedWidthInteger & BitwiseCopyable>(
        _ type: Number.Type, _ bytes: UnsafeRawBufferPointer, _ offset: Int
    ) -> Number {
        unsafe Number(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: type))
    }

    @inline(__always)
    private static func element(
        _ column: Column, _ bytes: UnsafeRawBufferPointer, _ index: Int
    ) -> Int64 {
        let offset = column.start + index * column.width
        let difference: UInt64 =
            switch column.width {
            case 1: unsafe UInt64(bytes[offset])
            case 2: unsafe UInt64(load(UInt16.self, bytes, offset))
            case 4: unsafe UInt64(load(UInt32.self, bytes, offset))
            case 8: unsafe load(UInt64.self, bytes, offset)
            default: 0
            }
        return column.base &+ Int64(bitPattern: difference)
    }

    @inline(__always)
    private static func copy<Number: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>(
        _ type: Number.Type, _ column: Column, _ bytes: UnsafeRawBufferPointer,
        _ values: UnsafeMutableBufferPointer<Int64>
    ) {
        let size = MemoryLayout<Number>.size
        for index in values.indices {
            let difference = unsafe load(type, bytes, column.start + index * size)
            unsafe values[index] = column.base &+ Int64(truncatingIfNeeded: difference)
        }
    }
}

extension HitSegment {
    /// The outcome of a hit.
    ///
    /// - Throws: ``SegmentDamage`` if the number of the outcome is unknown.
    package func outcome(at index: Int) throws(SegmentDamage) -> Resolution.Outcome {
        let number = value(.outcome, at: index)
        guard let raw = UInt8(exactly: number), let outcome = HitOutcome(rawValue: raw).outcome
        else {
            throw SegmentDamage(
                segment: id, offset: 0, message: "hit \(index) has the unknown outcome \(number)")
        }
        return outcome
    }
}

extension HitSegment {
    /// Copies the hits into two batches: those to keep and those to remove.
    ///
    /// - Throws: ``SegmentDamage`` if S6 is violated.
    func parts(_ isRemoved: [Bool]) throws -> (kept: HitBatch, removed: HitBatch) {
        var (kept, removed) = (HitBatch(), HitBatch())
        for index in 0..<count {
            let texts = try HitText.allCases.map {
                try unsafe text($0, at: index).map { unsafe Array($0) }
            }
            let number: (HitNumber) -> Int64 = { value($0, at: index) }
            if isRemoved[index] {
                removed.append(number: number, text: { texts[$0.rawValue] })
            } else {
                kept.append(number: number, text: { texts[$0.rawValue] })
            }
        }
        return (kept, removed)
    }
}

extension HitSegment {
    /// Checks S8.
    ///
    /// - Complexity: O(1) for a column whose base and width exclude invalid values, as is nearly
    ///   always the case; otherwise O(*n*) in the number of hits.
    func checkNumbers() throws(SegmentDamage) {
        for number in HitNumber.allCases where number.range != .min ... .max {
            let (column, range) = (directory[number.rawValue], number.range)
            if range.contains(column.base), column.greatest.map(range.contains) == true { continue }
            for index in 0..<count where !range.contains(value(number, at: index)) {
                throw SegmentDamage(
                    segment: id, offset: column.start + index * column.width,
                    message: "the \(number) of hit \(index) is \(value(number, at: index)) (S8)")
            }
        }
    }

    /// Checks that the segment's row agrees with its header.
    func check(_ row: SegmentEntry) throws(SegmentDamage) {
        guard row.hits == Int64(count), row.firstTime == firstTime, row.lastTime == lastTime else {
            throw SegmentDamage(
                segment: id, offset: 4, message: "its row does not match its content")
        }
    }

    /// An upper bound for the weights of the segment's hits.
    var weightLimit: Int64 {
        min(directory[HitNumber.weight.rawValue].greatest ?? .max, Hit.maximumWeight)
    }
}
