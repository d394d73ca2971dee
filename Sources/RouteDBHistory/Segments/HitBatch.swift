import RouteDBRouting

/// Hits to be written, in columns, with their texts divided into segments.
package struct HitBatch: Sendable {
    private let segmentSize: Int
    private var numbers = NumberColumns(columns: HitNumber.allCases.count)
    /// The texts of the full segments.
    private var full: [EncodedTexts] = []
    /// The size of these, in bytes.
    private var fullSize = 0
    /// The texts of the hits behind them.
    private var open = OpenTexts()
    /// Values that replace the stored ones for all hits, if they were set after appending.
    private var source: Int64?
    private var numbering: (stream: Int64, first: Int64)?

    /// Creates an empty batch.
    package init(segmentSize: Int = HitSegment.preferredSize) { self.segmentSize = segmentSize }

    package var count: Int { numbers.count }

    package var isEmpty: Bool { count == 0 }

    /// The number of bytes that are kept of all texts.
    package var textSize: Int { fullSize + open.size }

    // MARK: Reading

    /// A column of numbers.
    package subscript(number: HitNumber) -> [Int64] {
        switch (number, source, numbering) {
        case (.source, let source?, _): [Int64](repeating: source, count: count)
        case (.stream, _, let numbering?): [Int64](repeating: numbering.stream, count: count)
        case (.sequence, _, let numbering?):
            Array(numbering.first..<numbering.first + Int64(count))
        default: Array(stored(number))
        }
    }

    /// The numbers as appended.
    func stored(_ number: HitNumber) -> ArraySlice<Int64> { numbers[number.rawValue] }

    /// A range of a column of numbers, for encoding.
    private func part(_ number: HitNumber, _ range: Range<Int>) -> SegmentPart {
        switch (number, source, numbering) {
        case (.source, let source?, _): return SegmentPart(constant: source, count: range.count)
        case (.stream, _, let numbering?):
            return SegmentPart(constant: numbering.stream, count: range.count)
        case (.sequence, _, let numbering?):
            let first = numbering.first + Int64(range.lowerBound)
            return SegmentPart(ascending: first..<first + Int64(range.count))
        default: return SegmentPart(numbers[number.rawValue, range])
        }
    }

    /// The number of segments, of which all but the last are full.
    package var segmentCount: Int { full.count + (full.count * segmentSize < count ? 1 : 0) }

    /// Encodes the hits of a segment.
    package func segment(at index: Int) -> EncodedSegment {
        let range = index * segmentSize..<min((index + 1) * segmentSize, count)
        return EncodedSegment(
            numbers: HitNumber.allCases.map { part($0, range) },
            index < full.count ? full[index] : open.encoded())
    }

    /// The times of the earliest and the latest hit, or `nil` without hits.
    package var times: ClosedRange<Int64>? {
        let times = stored(.time)
        guard let first = times.min(), let last = times.max() else { return nil }
        return first...last
    }

    // MARK: Changing

    /// Appends a hit; its stream and sequence number are assigned later.
    package mutating func append(_ hit: Hit) {
        append(
            hit.numbers, url: hit.url.span.bytes, principal: hit.principal?.span.bytes,
            parameters: hit.parameters?.span.bytes, referrer: hit.referrer?.span.bytes,
            kind: hit.kind?.span.bytes, attributes: hit.attributes?.span.bytes,
            userAgent: hit.userAgent?.span.bytes)
    }

    /// Appends a hit whose texts are stored elsewhere, such as in a line of a log.
    ///
    /// Its stream and sequence number are assigned later.
    package mutating func append(
        _ hit: HitNumbers, url: RawSpan, principal: RawSpan?, parameters: RawSpan?,
        referrer: RawSpan?, kind: RawSpan?, attributes: RawSpan?, userAgent: RawSpan?
    ) {
        let (namespace, route) = (max(0, hit.namespace ?? 0), max(0, hit.route ?? 0))
        let duration = hit.durationMicroseconds.map {
            min(max(0, $0), HitNumbers.maximumDuration)
        }
        // In the order of ``HitNumber``.
        numbers.append { add in
            add(hit.time.microseconds)
            add(namespace)
            add(route)
            add(max(0, hit.revision))
            add(Int64(hit.outcome.rawValue))
            add(duration ?? -1)
            add(max(0, hit.status ?? 0))
            add(hit.client?.number ?? 0)
            add(min(max(1, hit.weight), HitNumbers.maximumWeight))
            add(max(0, hit.source))
            add(0)
            add(0)
        }
        open.append(
            route: route, namespace: namespace, url: url, principal: principal,
            parameters: parameters, referrer: referrer, kind: kind, attributes: attributes,
            userAgent: userAgent)
        closeIfFull()
    }

    /// Appends a stored hit, column by column.
    mutating func append(number: (HitNumber) -> Int64, text: (HitText) -> [UInt8]?) {
        numbers.append { add in HitNumber.allCases.forEach { add(number($0)) } }
        let (url, principal) = (text(.url) ?? [], text(.principal))
        let (parameters, referrer) = (text(.parameters), text(.referrer))
        let (kind, attributes) = (text(.kind), text(.attributes))
        let userAgent = text(.userAgent)
        open.append(
            route: number(.route), namespace: number(.namespace), url: url.span.bytes,
            principal: principal?.span.bytes, parameters: parameters?.span.bytes,
            referrer: referrer?.span.bytes, kind: kind?.span.bytes,
            attributes: attributes?.span.bytes, userAgent: userAgent?.span.bytes)
        closeIfFull()
    }

    private mutating func closeIfFull() {
        guard count == (full.count + 1) * segmentSize else { return }
        let texts = open.encoded()
        full.append(texts)
        fullSize += texts.size
        open.removeAll()
    }

    /// Removes all hits, but keeps the memory of the columns.
    package mutating func removeAll() {
        numbers.removeAll()
        full.removeAll(keepingCapacity: true)
        fullSize = 0
        open.removeAll()
        (source, numbering) = (nil, nil)
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
