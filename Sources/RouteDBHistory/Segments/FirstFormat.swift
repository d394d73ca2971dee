/// The first format of segments, in which texts are stored one behind the other.
///
/// The texts are the bytes of the URLs, then of the principals, the parameters and the referrers.
/// The columns have a header of 40 bytes without the checksum of the URLs, and behind those of
/// ``HitNumber`` one for each ``HitText``, whose elements are the ends of the texts: the offset
/// from the beginning of its kind's bytes, times two, plus one if the hit has the text. An entry of
/// the directory has the start of the column in place of the number of elements, and no step.
@safe
struct FirstFormat {
    static let mark = Array("RHS1".utf8)
    private static let headerSize = 40
    private static let columnCount = HitNumber.allCases.count + HitText.allCases.count
    static let dataStart = headerSize + columnCount * SegmentColumn.entrySize

    /// Reads the directory of a segment; the columns must contain it.
    static func directory(
        of columns: UnsafeRawBufferPointer, count: Int
    ) throws(SegmentColumn.Misplacement) -> [SegmentColumn] {
        var directory: [SegmentColumn] = []
        var end = dataStart
        for index in 0..<columnCount {
            let entry = headerSize + index * SegmentColumn.entrySize
            // Includes three zeros, so that any other value makes the width invalid.
            let width = unsafe Int(SegmentColumn.load(UInt32.self, columns, entry + 12))
            let start = unsafe Int(SegmentColumn.load(UInt32.self, columns, entry + 8))
            guard SegmentColumn.widths.contains(width), start == end,
                start + width * count <= columns.count
            else { throw SegmentColumn.Misplacement(offset: entry, index: index) }
            let column = unsafe SegmentColumn(
                base: SegmentColumn.load(Int64.self, columns, entry), start: start, width: width,
                count: count)
            end = column.end
            directory.append(column)
        }
        return directory
    }

    private let segment: Int64
    // The owner of the segment keeps the bytes valid. Columns are inside them by S4, and the bytes of
    // a text by S6, which is checked with each.
    private let columns: UnsafeRawBufferPointer
    private let texts: UnsafeRawBufferPointer
    private let ends: ArraySlice<SegmentColumn>
    /// The start of each kind's bytes, and the end of the last one's.
    private let sections: [Int]

    /// Checks that the texts have the length that the columns say (S5).
    init(
        _ header: SegmentHeader, _ columns: UnsafeRawBufferPointer, _ texts: UnsafeRawBufferPointer,
        segment: Int64
    ) throws(SegmentDamage) {
        unsafe (self.segment, self.columns, self.texts) = unsafe (segment, columns, texts)
        ends = header.directory[HitNumber.allCases.count...]
        var sections = [0]
        for column in ends {
            let length = unsafe column.element(header.count - 1, in: columns) >> 1
            guard 0...Int64(Int32.max) ~= length else {
                throw SegmentDamage(
                    segment: segment, offset: column.start,
                    message: "a column of texts has \(length) bytes (S5)")
            }
            sections.append((sections.last ?? 0) + Int(length))
        }
        self.sections = sections
        guard texts.count == sections.last else {
            throw SegmentDamage(
                segment: segment, offset: Self.headerSize,
                message: "the texts have \(texts.count) bytes (S5)")
        }
    }

    /// The bytes of a hit's text, or `nil` if it has none.
    ///
    /// - Throws: ``SegmentDamage`` if S6 is violated.
    func text(_ text: HitText, at index: Int) throws(SegmentDamage) -> UnsafeRawBufferPointer? {
        let column = ends[ends.startIndex + text.rawValue]
        let packed = unsafe column.element(index, in: columns)
        let start = unsafe index == 0 ? 0 : column.element(index - 1, in: columns) >> 1
        let (end, hasText) = (packed >> 1, packed & 1 == 1)
        let (base, limit) = (sections[text.rawValue], sections[text.rawValue + 1])
        guard start >= 0, start <= end, end <= limit - base, hasText || start == end else {
            throw SegmentDamage(
                segment: segment, offset: column.start + index * column.width,
                message: "a text has the invalid range \(start) to \(end) (S6)")
        }
        guard hasText else { return nil }
        return unsafe UnsafeRawBufferPointer(rebasing: texts[base + Int(start)..<base + Int(end)])
    }
}
