/// The beginning of a segment's columns.
struct SegmentHeader {
    // The owner of the segment lends the bytes; by S1 they contain all that is loaded here.

    static let mark = Array("RHS1".utf8)
    static let size = 56
    static let dataStart = size + HitNumber.allCases.count * SegmentColumn.entrySize
    /// Where the checksum's bytes begin: behind the magic number, the number of hits and itself.
    static let summedStart = 16

    /// The number of hits.
    let count: Int
    let firstTime: Int64
    let lastTime: Int64
    /// The checksum of the texts.
    let textsSum: UInt64
    /// The checksums of the URLs and the parameters.
    let (urlsSum, parametersSum): (UInt64, UInt64)
    /// A column for each ``HitNumber``.
    let directory: [SegmentColumn]

    /// Reads a header and checks S1 to S4, but for the checksums of the other BLOBs.
    init(_ columns: UnsafeRawBufferPointer, segment id: Int64) throws(SegmentDamage) {
        func damage(_ offset: Int, _ message: String) -> SegmentDamage {
            SegmentDamage(segment: id, offset: offset, message: message)
        }
        guard columns.count >= Self.dataStart, unsafe columns.starts(with: Self.mark) else {
            throw damage(0, "it does not begin with the segment header (S1)")
        }
        let body = unsafe UnsafeRawBufferPointer(rebasing: columns[Self.summedStart...])
        guard unsafe SegmentColumn.load(UInt64.self, columns, 8) == SegmentChecksum.of(body) else {
            throw damage(8, "the checksum of the columns is wrong (S2)")
        }
        count = unsafe Int(SegmentColumn.load(UInt32.self, columns, 4))
        guard 1...HitSegment.maximumCount ~= count else {
            throw damage(4, "its header claims \(count) hits (S3)")
        }
        textsSum = unsafe SegmentColumn.load(UInt64.self, columns, 16)
        urlsSum = unsafe SegmentColumn.load(UInt64.self, columns, 24)
        parametersSum = unsafe SegmentColumn.load(UInt64.self, columns, 32)
        firstTime = unsafe SegmentColumn.load(Int64.self, columns, 40)
        lastTime = unsafe SegmentColumn.load(Int64.self, columns, 48)
        do {
            directory = try unsafe SegmentColumn.directory(
                of: columns, at: Self.size,
                counts: [ClosedRange<Int>](
                    repeating: count...count, count: HitNumber.allCases.count))
        } catch {
            throw damage(error.offset, "column \(error.index) is misplaced (S4)")
        }
        let end = directory.last?.end ?? 0
        guard end == columns.count else {
            throw damage(end, "it has \(columns.count) bytes, but the columns end here (S4)")
        }
    }
}
