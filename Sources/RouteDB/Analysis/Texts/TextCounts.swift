/// Counts by text, of which there may be more than memory has room for.
///
/// The first texts, up to a limit, are counted exactly; all others together.
struct TextCounts: Sendable {
    /// The most texts of one table.
    static let limit = 1 << 20

    private(set) var counts: [ByteText: HitCount] = [:]
    /// What texts beyond the limit have.
    private(set) var rest = HitCount()
    private let limit: Int

    init(limit: Int = TextCounts.limit) { self.limit = limit }

    /// Adds a count.
    mutating func add(_ text: ByteText, _ count: HitCount) {
        if counts[text] != nil || counts.count < limit {
            counts[text, default: HitCount()] += count
        } else {
            rest += count
        }
    }

    /// Adds what others counted.
    mutating func merge(_ other: TextCounts) {
        rest += other.rest
        guard counts.count + other.counts.count > limit else {
            for (text, count) in other.counts { add(text, count) }
            return
        }
        // In an order of their own, so that the limit cuts off the same texts every time.
        for (text, count) in other.counts.sorted(by: { $0.key < $1.key }) { add(text, count) }
    }

    /// The texts with the most weight, the first by their bytes of those with the same.
    func most(_ count: Int) -> [(text: ByteText, count: HitCount)] {
        counts.sorted { ($1.value.weight, $0.key) < ($0.value.weight, $1.key) }.prefix(count)
            .map { ($0.key, $0.value) }
    }
}
