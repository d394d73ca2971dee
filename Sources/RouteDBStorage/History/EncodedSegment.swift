/// The bytes of a segment, as ``HitSegment`` reads them.
package struct EncodedSegment: Sendable {
    package let count: Int
    package let firstTime: Int64
    package let lastTime: Int64
    package let columns: [UInt8]
    package let texts: [UInt8]

    /// Encodes hits of a batch: at least one, and at most 65,536.
    package init(_ batch: HitBatch, _ range: Range<Int>) {
        precondition(!range.isEmpty && range.count <= HitSegment.maximumCount)
        var parts: [Part] = batch.numbers.map { Part($0[range], minus: 0) }
        var bytes: [UInt8] = []
        for text in batch.texts {
            let start = text.start(of: range.lowerBound)
            parts.append(Part(text.ends[range], minus: Int64(start) << 1))
            bytes.append(contentsOf: text.bytes[start..<text.start(of: range.upperBound)])
        }
        let time = parts[HitNumber.time.rawValue]
        count = range.count
        (firstTime, lastTime) = (time.least, time.greatest)
        columns = Self.columns(parts, count: count, texts: bytes)
        texts = bytes
    }

    /// Lends the segment for reading.
    package func withSegment<Result>(
        id: Int64, _ body: (HitSegment) throws -> Result
    ) throws -> Result {
        try columns.withUnsafeBytes { columns in
            try texts.withUnsafeBytes { texts in
                try body(HitSegment(id: id, columns: columns, texts: texts))
            }
        }
    }

    private static func columns(_ parts: [Part], count: Int, texts: [UInt8]) -> [UInt8] {
        let size = parts.reduce(HitSegment.dataStart) { $0 + $1.width * count }
        var columns = [UInt8](repeating: 0, count: size)
        let textSum = texts.withUnsafeBytes { SegmentChecksum.of($0) }
        let time = parts[HitNumber.time.rawValue]
        columns.withUnsafeMutableBytes { bytes in
            bytes.copyBytes(from: HitSegment.mark)
            store(UInt32(count), bytes, 4)
            store(textSum, bytes, 16)
            store(time.least, bytes, 24)
            store(time.greatest, bytes, 32)
            var start = HitSegment.dataStart
            for (index, part) in parts.enumerated() {
                let entry = HitSegment.headerSize + index * HitSegment.entrySize
                store(part.least, bytes, entry)
                store(UInt32(start), bytes, entry + 8)
                store(UInt32(part.width), bytes, entry + 12)
                part.store(in: bytes, at: start)
                start += part.width * count
            }
            let body = UnsafeRawBufferPointer(rebasing: bytes[16...])
            store(SegmentChecksum.of(body), bytes, 8)
        }
        return columns
    }

    @inline(__always)
    private static func store<Number: FixedWidthInteger & BitwiseCopyable>(
        _ value: Number, _ bytes: UnsafeMutableRawBufferPointer, _ offset: Int
    ) {
        bytes.storeBytes(of: value.littleEndian, toByteOffset: offset, as: Number.self)
    }

    /// A column with the narrowest width that holds it.
    private struct Part {
        let values: ArraySlice<Int64>
        let bias: Int64
        let least: Int64
        let greatest: Int64
        let width: Int

        init(_ values: ArraySlice<Int64>, minus bias: Int64) {
            var (least, greatest) = (Int64.max, Int64.min)
            for value in values {
                least = min(least, value)
                greatest = max(greatest, value)
            }
            self.values = values
            self.bias = bias
            self.least = least &- bias
            self.greatest = greatest &- bias
            width =
                switch UInt64(bitPattern: greatest &- least) {
                case 0: 0
                case ...0xFF: 1
                case ...0xFFFF: 2
                case ...0xFFFF_FFFF: 4
                default: 8
                }
        }

        func store(in bytes: UnsafeMutableRawBufferPointer, at start: Int) {
            switch width {
            case 1: copy(UInt8.self, bytes, start)
            case 2: copy(UInt16.self, bytes, start)
            case 4: copy(UInt32.self, bytes, start)
            case 8: copy(UInt64.self, bytes, start)
            default: break
            }
        }

        @inline(__always)
        private func copy<Number: FixedWidthInteger & BitwiseCopyable>(
            _ type: Number.Type, _ bytes: UnsafeMutableRawBufferPointer, _ start: Int
        ) {
            var offset = start
            for value in values {
                let difference = Number(truncatingIfNeeded: value &- bias &- least)
                EncodedSegment.store(difference, bytes, offset)
                offset += MemoryLayout<Number>.size
            }
        }
    }
}
