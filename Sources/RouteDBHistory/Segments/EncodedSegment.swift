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

    /// Encodes hits of a batch: from 1 to 65,536.
    package init(_ batch: HitBatch, _ range: Range<Int>) {
        precondition(!range.isEmpty && range.count <= HitSegment.maximumCount)
        let numbers = HitNumber.allCases.map { batch.part($0, range) }
        let time = numbers[HitNumber.time.rawValue]
        count = range.count
        (firstTime, lastTime) = (time.least, time.greatest)
        texts = Self.names(batch, range)
        (urls, parameters) = Self.shared(batch, range)
        columns = Self.columns(numbers, count: count, others: [texts, urls, parameters])
    }

    /// Calls a closure with the segment.
    package func withSegment<Result>(
        id: Int64, _ body: (HitSegment) throws -> Result
    ) throws -> Result {
        // The segment is used inside the closures only.
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
        _ numbers: [SegmentPart], count: Int, others: [[UInt8]]
    ) -> [UInt8] {
        let time = numbers[HitNumber.time.rawValue]
        let size = SegmentHeader.size + SegmentPart.size(numbers)
        // The header and the columns fill the memory, whose size is computed from the same parts.
        return unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, used in
            let bytes = unsafe UnsafeMutableRawBufferPointer(
                start: buffer.baseAddress, count: size)
            unsafe bytes.copyBytes(from: SegmentHeader.mark)
            unsafe SegmentPart.store(UInt32(count), bytes, 4)
            for (index, other) in others.enumerated() {
                let sum = unsafe other.withUnsafeBytes { unsafe SegmentChecksum.of($0) }
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

    /// The BLOB that ``NamedTexts`` reads.
    private static func names(_ batch: HitBatch, _ range: Range<Int>) -> [UInt8] {
        var parts: [SegmentPart] = []
        var sections: [[UInt8]] = []
        for text in [HitText.principal, .referrer] {
            var names = TextDictionary(capacity: 1_024)
            var numbers = [Int64](repeating: 0, count: range.count)
            batch.withText(text) { texts in
                var numbers = numbers.mutableSpan
                for place in numbers.indices {
                    // The batch lends the text for the closure.
                    guard let text = unsafe texts[range.lowerBound + place] else { continue }
                    // Without a limit, a text always has a number.
                    let number =
                        unsafe text.count <= NamedTexts.longestShared
                        ? names.number(of: text) ?? 0 : names.append(text)
                    numbers[place] = Int64(number) + 1
                }
            }
            parts.append(SegmentPart(numbers[...]))
            parts.append(SegmentPart(names.lengths[...]))
            sections.append(names.bytes)
        }
        return blob(parts, sections)
    }

    /// The BLOBs that ``SharedTexts`` reads.
    private static func shared(
        _ batch: HitBatch, _ range: Range<Int>
    ) -> (urls: [UInt8], parameters: [UInt8]) {
        let groups = HitGroups(
            routes: batch.stored(.route)[relative: range],
            namespaces: batch.stored(.namespace)[relative: range])
        let urls = SplitTexts(batch, .url, range, groups)
        let parameters = SplitTexts(batch, .parameters, range, groups)
        return (
            blob([SegmentPart(groups.numbers[...])] + urls.parts, [urls.heads, urls.rests]),
            blob(parameters.parts, [parameters.heads, parameters.rests])
        )
    }

    /// A BLOB that ``TextBlob`` reads.
    private static func blob(_ parts: [SegmentPart], _ sections: [[UInt8]]) -> [UInt8] {
        let start = sections.count * 4
        let size = sections.reduce(start + SegmentPart.size(parts)) { $0 + $1.count }
        // The parts and sections fill the memory, whose size is computed from them.
        return unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, used in
            let bytes = unsafe UnsafeMutableRawBufferPointer(
                start: buffer.baseAddress, count: size)
            var end = unsafe SegmentPart.store(parts, in: bytes, at: start)
            for (index, section) in sections.enumerated() {
                unsafe SegmentPart.store(UInt32(section.count), bytes, index * 4)
                unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[end...])
                    .copyBytes(from: section)
                end += section.count
            }
            used = size
        }
    }
}

extension ArraySlice {
    /// A part, given by offsets from the beginning.
    fileprivate subscript(relative range: Range<Int>) -> ArraySlice<Element> {
        self[startIndex + range.lowerBound..<startIndex + range.upperBound]
    }
}
