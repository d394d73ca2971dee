#if Hub
import RouteDB

/// The next hits of a stream, as they are sent to a hub.
struct ShippedBatch {
    /// The most hits that are sent at once.
    static let mostHits: Int64 = 4_096
    /// A number of bytes of texts at which a batch ends.
    private static let textBytes = 8 << 20

    private struct Hit {
        let number: Int64
        let values: [Int64]
        let texts: [String?]
    }

    private static let columns: [HitNumber] = [
        .time, .namespace, .route, .revision, .outcome, .duration, .status, .weight, .source,
        .client,
    ]

    let stream: HitStream
    private(set) var first: Int64
    private(set) var last: Int64
    private var hits: [Hit] = []
    private(set) var gaps: [ClosedRange<Int64>] = []
    /// The identities of the imports that the history knows, by their ids.
    private var identities: [Int64: String] = [:]

    /// The number of hits.
    var count: Int { hits.count }
    /// How many hits the history has no longer.
    var missing: Int64 { gaps.reduce(0) { $0 + $1.upperBound - $1.lowerBound + 1 } }

    /// Reads the hits after a number; there must be some, and the reader must be within the
    /// transaction in which the stream was read.
    init(
        _ stream: HitStream, after number: Int64, _ catalogue: StreamCatalogue, _ reader: HitsReader
    ) throws(RouteDBError) {
        self.stream = stream
        first = number + 1
        last = min(stream.hits, number + Self.mostHits)
        let numbers = first...last
        let segments = catalogue.segments(of: stream.id, numbers)
        var found: [Hit] = []
        var firstInTail: Int64?
        try reader.scan(segments: segments, texts: .all) { segment in
            found += try Self.hits(of: stream.id, numbers, in: segment)
        }
        try reader.scanTail(.min ... .max) { segment in
            found += try Self.hits(of: stream.id, numbers, in: segment)
            for index in 0..<segment.count where segment.value(.stream, at: index) == stream.id {
                let number = segment.value(.sequence, at: index)
                if number > numbers.upperBound { firstInTail = min(firstInTail ?? .max, number) }
            }
        }
        hits = found.sorted { $0.number < $1.number }
        if !Self.imports(of: hits).isEmpty { identities = try reader.importIdentities() }
        if hits.isEmpty, segments.isEmpty {
            // All of what is deleted is one gap, however long.
            let next = [catalogue.first(of: stream.id, after: last), firstInTail]
            last = (next.compactMap(\.self).min() ?? stream.hits + 1) - 1
        }
        endAtLimit()
        noteGaps()
    }

    /// The ids of the imports that hits are of, in order.
    private static func imports(of hits: [Hit]) -> [Int64] {
        let place = columns.firstIndex(of: .source) ?? 0
        return Set(hits.map { $0.values[place] }).subtracting([0]).sorted()
    }

    /// The identity of an import; one that the history does not know is that of its stream.
    private func identity(of id: Int64) -> String {
        if let known = identities[id] { return known }
        var hash = SHA256()
        hash.update(Array("\(stream.key.hexadecimal) \(id)".utf8))
        return Array(hash.finish().prefix(16)).hexadecimal
    }

    /// Leaves out hits beyond the limit of bytes, but for the first one.
    private mutating func endAtLimit() {
        var bytes = 0
        for (index, hit) in hits.enumerated() {
            bytes += hit.texts.reduce(0) { $0 + ($1?.utf8.count ?? 0) }
            guard bytes > Self.textBytes, index > 0 else { continue }
            hits.removeSubrange(index...)
            last = hits[index - 1].number
            return
        }
    }

    private mutating func noteGaps() {
        var next = first
        for hit in hits {
            if hit.number > next { gaps.append(next...hit.number - 1) }
            next = hit.number + 1
        }
        if next <= last { gaps.append(next...last) }
    }

    private static func hits(
        of stream: Int64, _ numbers: ClosedRange<Int64>, in segment: HitSegment
    ) throws -> [Hit] {
        var found: [Hit] = []
        for index in 0..<segment.count where segment.value(.stream, at: index) == stream {
            let number = segment.value(.sequence, at: index)
            guard numbers.contains(number) else { continue }
            found.append(
                Hit(
                    number: number, values: columns.map { segment.value($0, at: index) },
                    texts: try HitText.allCases.map { text in
                        // The bytes are copied before the next text is read.
                        try unsafe segment.text(text, at: index).map { bytes in
                            StoredText.of(unsafe Array(bytes))
                        }
                    }))
        }
        return found
    }

    /// The parts into which a batch is divided that was refused, in order; none if it is one hit.
    var parts: [ShippedBatch] {
        guard let middle = hits.indices.dropFirst(hits.count / 2).first else { return [] }
        if hits.count > 1 {
            let end = hits[middle - 1].number
            return [part(first...end), part(end + 1...last)]
        }
        let number = hits[middle].number
        guard first < last else { return [] }
        let ranges = [first..<number, number..<number + 1, number + 1..<last + 1]
        return ranges.filter { !$0.isEmpty }.map { part($0.lowerBound...$0.upperBound - 1) }
    }

    /// The hits and gaps in a range, at whose bounds no gap is divided.
    private func part(_ numbers: ClosedRange<Int64>) -> ShippedBatch {
        var part = self
        (part.first, part.last) = (numbers.lowerBound, numbers.upperBound)
        part.hits = hits.filter { numbers.contains($0.number) }
        part.gaps = gaps.filter { numbers.overlaps($0) }
        return part
    }

    /// The arguments of the hub's function `ship`.
    func arguments(node: String) -> [String?] {
        var arguments: [String?] = [
            stream.key.hexadecimal, node, "\(first)", "\(last)",
            ArrayText.of(gaps.map(\.lowerBound)), ArrayText.of(gaps.map(\.upperBound)),
            ArrayText.of(hits.map(\.number)),
        ]
        for column in Self.columns.indices {
            arguments.append(ArrayText.of(hits.map { $0.values[column] }))
        }
        for text in HitText.allCases {
            arguments.append(ArrayText.of(hits.map { $0.texts[text.rawValue] }))
        }
        let imports = Self.imports(of: hits)
        arguments.append(ArrayText.of(imports))
        arguments.append(ArrayText.of(imports.map { identity(of: $0) }))
        return arguments
    }
}
#endif
