/// The bytes of a segment, in the format that ``HitSegment`` reads.
package struct EncodedSegment: Sendable {
    package let count: Int
    package let firstTime: Int64
    package let lastTime: Int64
    package let columns: [UInt8]
    package let texts: [UInt8]
    package let urls: [UInt8]
    package let parameters: [UInt8]

    /// The BLOBs in the order of the table's columns.
    package var blobs: [[UInt8]] { [columns, texts, urls, parameters] }

    /// Encodes from 1 to 65,536 hits.
    init(numbers: [SegmentPart], _ texts: EncodedTexts) {
        let time = numbers[HitNumber.time.rawValue]
        count = time.count
        precondition(1...HitSegment.maximumCount ~= count)
        (firstTime, lastTime) = (time.least, time.greatest)
        (self.texts, urls, parameters) = (
            texts.names.bytes, texts.urls.bytes, texts.parameters.bytes
        )
        columns = Self.columns(
            numbers, count: count, sums: [texts.names.sum, texts.urls.sum, texts.parameters.sum])
    }

    /// Calls a closure with the segment.
    package func withSegment<Result>(
        id: Int64, _ body: (HitSegment) throws -> Result
    ) throws -> Result {
        try Self.withSegment(id: id, columns, texts, urls, parameters, body)
    }

    /// Calls a closure with the segment of some BLOBs.
    static func withSegment<Result>(
        id: Int64, _ columns: [UInt8], _ texts: [UInt8], _ urls: [UInt8], _ parameters: [UInt8],
        _ body: (HitSegment) throws -> Result
    ) throws -> Result {
        // The arrays outlive the segment, which is used inside the closures only.
        try unsafe columns.withUnsafeBytes { columns in
            try unsafe texts.withUnsafeBytes { texts in
                try unsafe urls.withUnsafeBytes { urls in
                    try unsafe parameters.withUnsafeBytes { parameters in
                        try unsafe body(
                            HitSegment(
                                id: id, columns: columns, texts: texts, urls: urls,
                                parameters: parameters))
                    }
                }
            }
        }
    }

    private static func columns(
        _ numbers: [SegmentPart], count: Int, sums: [UInt64]
    ) -> [UInt8] {
        let time = numbers[HitNumber.time.rawValue]
        let size = SegmentHeader.size + SegmentPart.size(numbers)
        // The header and the columns fill the memory, whose size is computed from the same parts.
        return unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, used in
            let bytes = unsafe UnsafeMutableRawBufferPointer(
                start: buffer.baseAddress, count: size)
            unsafe bytes.copyBytes(from: SegmentHeader.mark)
            unsafe SegmentPart.store(UInt32(count), bytes, 4)
            for (index, sum) in sums.enumerated() {
                unsafe SegmentPart.store(sum, bytes, 16 + index * 8)
            }
            unsafe SegmentPart.store(time.least, bytes, 40)
            unsafe SegmentPart.store(time.greatest, bytes, 48)
            unsafe SegmentPart.store(numbers, in: bytes, at: SegmentHeader.size)
            let body = unsafe UnsafeRawBufferPointer(
                rebasing: bytes[SegmentHeader.summedStart...])
            unsafe SegmentPart.store(SegmentChecksum.of(body), bytes, 8)
            used = size
        }
    }
}
