/// Hits by columns, as a segment has them.
package struct HitBatch: Sendable {
    private static let columnCount = HitNumber.allCases.count + HitText.allCases.count
    /// The columns begin this much further apart than they must: at a distance that is a power of
    /// two their newest numbers would push each other out of the processor's cache.
    private static let padding = 8

    package private(set) var count = 0
    /// The columns of ``HitNumber``, then of ``HitText``, each `stride` numbers long.
    ///
    /// A text column has twice the place where each hit's bytes end, plus one if the hit has any
    /// (S6).
    private var values: [Int64] = []
    private var stride = 0
    private var capacity: Int { max(0, stride - Self.padding) }
    // The bytes of the texts, one hit's behind the other's.
    private var urls: [UInt8] = []
    private var principals: [UInt8] = []
    private var parameters: [UInt8] = []
    private var referrers: [UInt8] = []
    /// What all hits have in the place of what they were appended with, if it was given since.
    private var source: Int64?
    private var numbering: (stream: Int64, first: Int64)?

    package init() {}

    package var isEmpty: Bool { count == 0 }

    /// How many bytes of text there are.
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

    /// The numbers that hits were appended with.
    func stored(_ number: HitNumber) -> ArraySlice<Int64> { stored(number.rawValue) }

    private func stored(_ column: Int) -> ArraySlice<Int64> {
        values[column * stride..<column * stride + count]
    }

    /// A column of some hits' numbers, to be encoded.
    func part(_ number: HitNumber, _ range: Range<Int>) -> SegmentPart {
        switch (number, source, numbering) {
        case (.source, let source?, _): return SegmentPart(constant: source)
        case (.stream, _, let numbering?): return SegmentPart(constant: numbering.stream)
        case (.sequence, _, let numbering?):
            let first = numbering.first + Int64(range.lowerBound)
            return SegmentPart(ascending: first..<first + Int64(range.count))
        default: return SegmentPart(slice(number.rawValue, range), minus: 0)
        }
    }

    /// The ends of some hits' texts, to be encoded, and the bytes that end there.
    func part(_ text: HitText, _ range: Range<Int>) -> (ends: SegmentPart, bytes: ArraySlice<UInt8>)
    {
        let ends = stored(HitNumber.allCases.count + text.rawValue)
        let start = Self.start(of: range.lowerBound, ends)
        let end = Self.start(of: range.upperBound, ends)
        let part = SegmentPart(
            slice(HitNumber.allCases.count + text.rawValue, range), minus: Int64(start) << 1)
        return (part, bytes(of: text)[start..<end])
    }

    private func slice(_ column: Int, _ range: Range<Int>) -> ArraySlice<Int64> {
        let start = column * stride
        return values[start + range.lowerBound..<start + range.upperBound]
    }

    /// The place where the bytes of a hit begin, and those of the one before end.
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

    /// The bytes of a hit's text; nil if it has none.
    func text(_ text: HitText, at index: Int) -> ArraySlice<UInt8>? {
        let ends = stored(HitNumber.allCases.count + text.rawValue)
        guard ends[ends.startIndex + index] & 1 == 1 else { return nil }
        return bytes(of: text)[Self.start(of: index, ends)..<Self.start(of: index + 1, ends)]
    }

    /// Adds a hit that has no place in a stream yet.
    package mutating func append(_ hit: Hit) {
        append(
            numbersOf: hit,
            ends: (
                Self.append(hit.url, to: &urls), Self.append(hit.principal, to: &principals),
                Self.append(hit.parameters, to: &parameters),
                Self.append(hit.referrer, to: &referrers)
            ))
    }

    /// Adds a hit whose bytes are somewhere else, such as in a line of a log.
    ///
    /// - Parameters:
    ///   - hit: The numbers of the hit; its own bytes are not looked at.
    ///   - text: Lends the bytes, which are copied once; nil for a text that the hit has not. A URL
    ///     that it has not is an empty one.
    package mutating func append(
        numbersOf hit: Hit, text: (HitText) -> UnsafeRawBufferPointer?
    ) {
        let url = text(.url) ?? UnsafeRawBufferPointer(start: nil, count: 0)
        append(
            numbersOf: hit,
            ends: (
                Self.append(url, to: &urls), Self.append(text(.principal), to: &principals),
                Self.append(text(.parameters), to: &parameters),
                Self.append(text(.referrer), to: &referrers)
            ))
    }

    /// Adds a text's bytes to those of its column, and returns their end (S6).
    @inline(__always)
    private static func append(_ text: (some Sequence<UInt8>)?, to bytes: inout [UInt8]) -> Int64 {
        guard let text else { return Int64(bytes.count) << 1 }
        bytes.append(contentsOf: text)
        return Int64(bytes.count) << 1 | 1
    }

    private mutating func append(numbersOf hit: Hit, ends: (Int64, Int64, Int64, Int64)) {
        if count == capacity { grow() }
        let (index, stride) = (count, stride)
        // One look at who else holds the numbers, not one for each of them.
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

    /// Adds a hit that is kept already, column by column.
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

    /// Makes room for twice as many hits.
    private mutating func grow() {
        let longer = max(64, capacity * 2) + Self.padding
        var grown = [Int64](repeating: 0, count: longer * Self.columnCount)
        for column in 0..<Self.columnCount {
            grown.replaceSubrange(
                column * longer..<column * longer + count, with: stored(column))
        }
        (values, stride) = (grown, longer)
    }

    /// Removes all hits, and keeps the memory for others.
    package mutating func removeAll() {
        count = 0
        urls.removeAll(keepingCapacity: true)
        principals.removeAll(keepingCapacity: true)
        parameters.removeAll(keepingCapacity: true)
        referrers.removeAll(keepingCapacity: true)
        (source, numbering) = (nil, nil)
    }

    /// The times of the earliest and the latest hit; nil without hits.
    package var times: ClosedRange<Int64>? {
        let times = stored(.time)
        guard let first = times.min(), let last = times.max() else { return nil }
        return first...last
    }

    /// Gives the hits their places in a stream, one behind the other.
    package mutating func number(stream: Int64, from first: Int64) {
        numbering = (stream, first)
    }

    /// Gives all hits the import that they came from.
    mutating func setSource(_ source: Int64) {
        self.source = source
    }
}
