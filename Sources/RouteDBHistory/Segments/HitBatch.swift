/// Hits in columns, as in a segment.
package struct HitBatch: Sendable {
    private static let columnCount = HitNumber.allCases.count + HitText.allCases.count
    /// Unused space between columns.
    ///
    /// At a distance of a power of two, the newest values of the columns would evict each other
    /// from the processor's cache.
    private static let padding = 8

    package private(set) var count = 0
    /// The columns of ``HitNumber``, then of ``HitText``, each `stride` numbers long.
    ///
    /// A text column has twice the end offset of each hit's bytes, plus one if the hit has the text
    /// (S6).
    private var values: [Int64] = []
    private var stride = 0
    private var capacity: Int { max(0, stride - Self.padding) }
    // The concatenated bytes of the texts.
    private var urls: [UInt8] = []
    private var principals: [UInt8] = []
    private var parameters: [UInt8] = []
    private var referrers: [UInt8] = []
    /// Values that replace the stored ones for all hits, if they were set after appending.
    private var source: Int64?
    private var numbering: (stream: Int64, first: Int64)?

    package init() {}

    package var isEmpty: Bool { count == 0 }

    /// The number of bytes of all texts.
    package var textSize: Int {
        urls.count + principals.count + parameters.count + referrers.count
    }

    /// A column of numbers.
    package subscript(number: HitNumber) -> [Int64] {
        switch (number, source, numbering) {
        case (.source, let source?, _): [Int64](repeating: source, count: count)
        case (.stream, _, let numbering?): [Int64](repeating: numbering.stream, count: count)
        case (.sequence, _, let numbering?):
            Array(numbering.first..<numbering.first + Int64(count))
        default: Array(stored(number.rawValue))
        }
    }

    /// The numbers as appended.
    func stored(_ number: HitNumber) -> ArraySlice<Int64> { stored(number.rawValue) }

    private func stored(_ column: Int) -> ArraySlice<Int64> {
        values[column * stride..<column * stride + count]
    }

    /// A range of a column of numbers, for encoding.
    func part(_ number: HitNumber, _ range: Range<Int>) -> SegmentPart {
        switch (number, source, numbering) {
        case (.source, let source?, _): return SegmentPart(constant: source, count: range.count)
        case (.stream, _, let numbering?):
            return SegmentPart(constant: numbering.stream, count: range.count)
        case (.sequence, _, let numbering?):
            let first = numbering.first + Int64(range.lowerBound)
            return SegmentPart(ascending: first..<first + Int64(range.count))
        default:
            let start = number.rawValue * stride
            return SegmentPart(values[start + range.lowerBound..<start + range.upperBound])
        }
    }

    /// Calls a closure with the texts of one kind, which are valid within it.
    @inline(__always)
    func withText(_ text: HitText, _ body: (BatchTexts) -> Void) {
        let ends = stored(HitNumber.allCases.count + text.rawValue)
        // The arrays lend their memory while the closure runs.
        unsafe bytes(of: text).withUnsafeBytes { bytes in
            unsafe ends.withUnsafeBufferPointer { ends in
                unsafe body(BatchTexts(bytes: bytes, ends: ends))
            }
        }
    }

    /// The offset where the bytes of a hit begin, which is where those of the previous hit end.
    private static func start(of index: Int, _ ends: ArraySlice<Int64>) -> Int {
        index == 0 ? 0 : Int(ends[ends.startIndex + index - 1] >> 1)
    }

    private func bytes(of text: HitText) -> [UInt8] {
        switch text {
        case .url: urls
        case .principal: principals
        case .parameters: parameters
        case .referrer: referrers
        }
    }

    /// The bytes of a hit's text, or `nil` if it has none.
    func text(_ text: HitText, at index: Int) -> ArraySlice<UInt8>? {
        let ends = stored(HitNumber.allCases.count + text.rawValue)
        guard ends[ends.startIndex + index] & 1 == 1 else { return nil }
        return bytes(of: text)[Self.start(of: index, ends)..<Self.start(of: index + 1, ends)]
    }

    /// Appends a hit; its stream and sequence number are assigned later.
    package mutating func append(_ hit: Hit) {
        append(
            numbersOf: hit,
            ends: (
                Self.append(hit.url, to: &urls), Self.append(hit.principal, to: &principals),
                Self.append(hit.parameters, to: &parameters),
                Self.append(hit.referrer, to: &referrers)
            ))
    }

    /// Appends a hit whose texts are stored elsewhere, such as in a line of a log.
    ///
    /// - Parameters:
    ///   - hit: The numbers of the hit; its texts are ignored.
    ///   - text: Returns the bytes of a text, which are copied once, or `nil` if the hit does not
    ///     have it. A missing URL is stored as empty.
    package mutating func append(
        numbersOf hit: Hit, text: (HitText) -> UnsafeRawBufferPointer?
    ) {
        // The closure lends the texts, and they are copied before it is called again.
        let url = unsafe text(.url) ?? UnsafeRawBufferPointer(start: nil, count: 0)
        unsafe append(
            numbersOf: hit,
            ends: (
                Self.append(url, to: &urls), Self.append(text(.principal), to: &principals),
                Self.append(text(.parameters), to: &parameters),
                Self.append(text(.referrer), to: &referrers)
            ))
    }

    /// Appends the bytes of a text to its column, and returns the value for its end (S6).
    @inline(__always)
    private static func append(_ text: (some Sequence<UInt8>)?, to bytes: inout [UInt8]) -> Int64 {
        guard let text else { return Int64(bytes.count) << 1 }
        bytes.append(contentsOf: text)
        return Int64(bytes.count) << 1 | 1
    }

    private mutating func append(numbersOf hit: Hit, ends: (Int64, Int64, Int64, Int64)) {
        if count == capacity { grow() }
        let (index, stride) = (count, stride)
        // Checks the array's ownership once rather than for each number.
        var values = self.values.mutableSpan
        func place(_ number: HitNumber) -> Int { number.rawValue * stride + index }
        values[place(.time)] = hit.timeMicroseconds
        values[place(.namespace)] = max(0, hit.namespace ?? 0)
        values[place(.route)] = max(0, hit.route ?? 0)
        values[place(.revision)] = max(0, hit.revision)
        values[place(.outcome)] = Int64(hit.outcome.rawValue)
        values[place(.duration)] =
            hit.durationMicroseconds.map { min(max(0, $0), Hit.maximumDuration) } ?? -1
        values[place(.status)] = max(0, hit.status ?? 0)
        values[place(.weight)] = min(max(1, hit.weight), Hit.maximumWeight)
        values[place(.source)] = max(0, hit.source)
        values[place(.stream)] = 0
        values[place(.sequence)] = 0
        let first = place(.sequence) + stride
        values[first] = ends.0
        values[first + stride] = ends.1
        values[first + 2 * stride] = ends.2
        values[first + 3 * stride] = ends.3
        count += 1
    }

    /// Appends a stored hit, column by column.
    mutating func append(number: (HitNumber) -> Int64, text: (HitText) -> [UInt8]?) {
        if count == capacity { grow() }
        for column in HitNumber.allCases {
            values[column.rawValue * stride + count] = number(column)
        }
        let ends = [
            Self.append(text(.url), to: &urls), Self.append(text(.principal), to: &principals),
            Self.append(text(.parameters), to: &parameters),
            Self.append(text(.referrer), to: &referrers),
        ]
        for (text, end) in ends.enumerated() {
            values[(HitNumber.allCases.count + text) * stride + count] = end
        }
        count += 1
    }

    /// Doubles the capacity.
    private mutating func grow() {
        let longer = max(64, capacity * 2) + Self.padding
        var grown = [Int64](repeating: 0, count: longer * Self.columnCount)
        for column in 0..<Self.columnCount {
            grown.replaceSubrange(
                column * longer..<column * longer + count, with: stored(column))
        }
        (values, stride) = (grown, longer)
    }

    /// Removes all hits, but keeps the memory.
    package mutating func removeAll() {
        count = 0
        urls.removeAll(keepingCapacity: true)
        principals.removeAll(keepingCapacity: true)
        parameters.removeAll(keepingCapacity: true)
        referrers.removeAll(keepingCapacity: true)
        (source, numbering) = (nil, nil)
    }

    /// The times of the earliest and the latest hit, or `nil` without hits.
    package var times: ClosedRange<Int64>? {
        let times = stored(.time)
        guard let first = times.min(), let last = times.max() else { return nil }
        return first...last
    }

    /// Assigns consecutive sequence numbers in a stream to the hits.
    package mutating func number(stream: Int64, from first: Int64) {
        numbering = (stream, first)
    }

    /// Sets the import that all hits come from.
    mutating func setSource(_ source: Int64) {
        self.source = source
    }
}

/// The texts of one kind of a batch's hits, which the batch lends.
@safe
struct BatchTexts {
    // The ends ascend up to the number of bytes, as the batch appended them.
    fileprivate let bytes: UnsafeRawBufferPointer
    fileprivate let ends: UnsafeBufferPointer<Int64>

    /// The number of bytes of a range of hits.
    func size(_ range: Range<Int>) -> Int {
        guard !range.isEmpty else { return 0 }
        let start = unsafe range.lowerBound == 0 ? 0 : Int(ends[range.lowerBound - 1] >> 1)
        return unsafe Int(ends[range.upperBound - 1] >> 1) - start
    }

    /// The bytes of a hit's text, or `nil` if it has none.
    @inline(__always)
    subscript(index: Int) -> UnsafeRawBufferPointer? {
        guard unsafe ends[index] & 1 == 1 else { return nil }
        let start = unsafe index == 0 ? 0 : Int(ends[index - 1] >> 1)
        return unsafe UnsafeRawBufferPointer(rebasing: bytes[start..<Int(ends[index] >> 1)])
    }
}
