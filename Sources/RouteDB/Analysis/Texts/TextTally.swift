import RouteDBStorage

/// Counts hits by one of their texts.
struct TextTally: HitTally {
    private(set) var counts = TextCounts()
    /// The hits without this text.
    private(set) var without = HitCount()
    private let text: HitText
    private var columns: HitColumns

    init(_ filter: AnalysisFilter, text: HitText) {
        self.text = text
        columns = HitColumns(filter)
    }

    var needsTexts: Bool { true }

    mutating func add(_ segment: HitSegment) throws {
        guard try columns.select(segment) else { return }
        columns.load([.weight], of: segment)
        let weights = columns[.weight]
        for index in 0..<columns.count {
            let count = HitCount(hits: 1, weight: weights[index])
            if let bytes = try segment.text(text, at: columns.place(index)) {
                counts.add(bytes, count)
            } else {
                without += count
            }
        }
    }

    mutating func merge(_ other: TextTally) {
        counts.merge(other.counts)
        without += other.without
    }
}
