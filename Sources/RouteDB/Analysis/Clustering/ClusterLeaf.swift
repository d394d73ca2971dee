/// The counts, times and an example of the URLs of one template.
struct ClusterLeaf: Hashable, Sendable {
    /// The maximum length of an example in bytes.
    private static let exampleSize = 512

    private(set) var count = HitCount()
    /// The hits in the previous window.
    private(set) var previous = HitCount()
    private(set) var first = Int64.max
    private(set) var last = Int64.min
    /// The first URL, truncated if it is long.
    private(set) var example: [UInt8] = []

    var isEmpty: Bool { count.hits == 0 && previous.hits == 0 }

    mutating func add(_ url: [UInt8], weight: Int64, time: Int64, isPrevious: Bool) {
        let hit = HitCount(hits: 1, weight: weight)
        guard !isPrevious else {
            previous += hit
            return
        }
        if count.hits == 0 { example = Array(url.prefix(Self.exampleSize)) }
        count += hit
        first = min(first, time)
        last = max(last, time)
    }

    mutating func merge(_ other: ClusterLeaf) {
        if count.hits == 0 { example = other.example }
        count += other.count
        previous += other.previous
        first = min(first, other.first)
        last = max(last, other.last)
    }
}
