/// The bytes of a segment, in the format that ``HitSegment`` reads.
package struct EncodedSegment: Sendable {
    package let count: Int
    package let firstTime: Int64
    package let lastTime: Int64
    package let columns: [UInt8]
    package let texts: [UInt8]

    /// Encodes hits of a batch: from 1 to 65,536.
    package init(_ batch: HitBatch, _ range: Range<Int>) {
        precondition(!range.isEmpty && range.count <= HitSegment.maximumCount)
        var parts = HitNumber.allCases.map { batch.part($0, range) }
        let texts = HitText.allCases.map { batch.part($0, range) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(texts.reduce(0) { $0 + $1.bytes.count })
        for text in texts {
            parts.append(text.ends)
            bytes.append(contentsOf: text.bytes)
        }
        let time = parts[HitNumber.time.rawValue]
        count = range.count
        (firstTime, lastTime) = (time.least, time.greatest)
        columns = Self.columns(parts, count: count, texts: bytes)
        self.texts = bytes
    }

    /// Calls a closure with the segment.
    package func withSegment<Result>(
        id: Int64, _ body: (HitSegment) throws -> Result
    ) throws -> Result {
        // The segment is used inside the closures only.
        try unsafe columns.withUnsafeBytes { columns in
            try unsafe texts.withUnsafeBytes { texts in
                try unsafe body(HitSegment(id: id, columns: columns, texts: texts))
            }
        }
    }

    private static func columns(_ parts: [SegmentPart], count: Int, texts: [UInt8]) -> [UInt8] {
        let size = parts.reduce(HitSegment.dataStart) { $0 + $1.width * count }
        var columns = [UInt8](repeating: 0, count: size)
        // The checksum is computed inside the closure.
        let textSum = unsafe texts.withUnsafeBytes { unsafe SegmentChecksum.of($0) }
        let time = parts[HitNumber.time.rawValue]
        // Every offset is inside the columns, whose size was computed from the same parts.
        unsafe columns.withUnsafeMutableBytes { bytes in
            unsafe bytes.copyBytes(from: HitSegment.mark)
            unsafe store(UInt32(count), bytes, 4)
            unsafe store(textSum, bytes, 16)
            unsafe store(time.least, bytes, 24)
            unsafe store(time.greatest, bytes, 32)
            var start = HitSegment.dataStart
            for (index, part) in parts.enumerated() {
                let entry = HitSegment.headerSize + index * HitSegment.entrySize
                unsafe store(part.least, bytes, entry)
                unsafe store(UInt32(start), bytes, entry + 8)
                unsafe store(UInt32(part.width), bytes, entry + 12)
                unsafe part.store(in: bytes, at: start)
                start += part.width * count
            }
            let body = unsafe UnsafeRawBufferPointer(rebasing: bytes[16...])
            unsafe store(SegmentChecksum.of(body), bytes, 8)
        }
        return columns
    }

    @inline(__always)
    static func store<Number: FixedWidthInteger & BitwiseCopyable>(
        _ value: Number, _ bytes: UnsafeMutableRawBufferPointer, _ offset: Int
    ) {
        unsafe bytes.storeBytes(of: value.littleEndian, toByteOffset: offset, as: Number.self)
    }
}
