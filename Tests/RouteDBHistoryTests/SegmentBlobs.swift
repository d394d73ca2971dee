import RouteDBHistory
import RouteDBTestSupport

/// The BLOBs of a segment, for changing their bytes.
struct SegmentBlobs {
    var all: [[UInt8]]

    init(_ segment: EncodedSegment) { all = segment.blobs }

    /// Reads all of the bytes.
    func hits() throws -> [Hit] {
        // Copies of their exact size live as long as the segment.
        let copies = unsafe all.map { bytes in
            let copy = UnsafeMutableRawBufferPointer.allocate(
                byteCount: bytes.count, alignment: 8)
            unsafe copy.copyBytes(from: bytes)
            return UnsafeRawBufferPointer(copy)
        }
        defer { unsafe copies.forEach { unsafe $0.deallocate() } }
        return try unsafe HitSegment(
            id: 9, columns: copies[0], texts: copies[1], urls: copies[2], parameters: copies[3]
        ).hits()
    }

    /// Makes all checksums right.
    mutating func sign() {
        for blob in all.indices.dropFirst() {
            store(NaiveChecksum.of(all[blob]), in: 0, at: 8 + blob * 8)
        }
        store(NaiveChecksum.of(Array(all[0][16...])), in: 0, at: 8)
    }

    /// Writes a number of 4 or 8 bytes into a BLOB.
    mutating func store(_ number: some FixedWidthInteger, in blob: Int, at place: Int) {
        for byte in 0..<number.bitWidth / 8 {
            all[blob][place + byte] = UInt8(truncatingIfNeeded: number >> (8 * byte))
        }
    }
}
