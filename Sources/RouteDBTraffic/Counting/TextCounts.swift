import RouteDBHistory
import RouteDBRouting

/// A text as bytes, which may be invalid UTF-8.
///
/// Texts are compared and ordered by their bytes.
struct ByteText: Hashable, Comparable, Sendable {
    let bytes: [UInt8]

    init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

    static func < (left: ByteText, right: ByteText) -> Bool {
        left.bytes.lexicographicallyPrecedes(right.bytes)
    }

    /// Hashes all bytes in one call; an array would hash them one by one.
    func hash(into hasher: inout Hasher) {
        unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    }

    /// The text, with invalid UTF-8 replaced by U+FFFD.
    var string: String { String(decoding: bytes, as: UTF8.self) }
}

/// Counts by text, in bounded memory.
///
/// Texts are counted separately up to a limit, and all others together.
struct TextCounts: Sendable {
    /// The maximum number of texts.
    static let limit = 1 << 20

    private let limit: Int
    private var dictionary: TextDictionary
    private var counts: [HitCount] = []
    /// The count of all texts beyond the limit.
    private(set) var rest = HitCount()

    init(limit: Int = TextCounts.limit, seed: UInt64 = TableHash.seed) {
        self.limit = min(limit, Self.limit)
        dictionary = TextDictionary(seed: seed)
    }

    /// The number of texts that are counted separately.
    var count: Int { counts.count }

    /// The sum of all counts.
    var total: HitCount {
        var total = rest
        for count in counts { total += count }
        return total
    }

    /// Adds a count.
    mutating func add(_ text: UnsafeRawBufferPointer, _ count: HitCount) {
        guard let number = unsafe dictionary.number(of: text, limit: limit) else {
            rest += count
            return
        }
        if number < counts.count { counts[number] += count } else { counts.append(count) }
    }

    /// Adds a count.
    mutating func add(_ text: [UInt8], _ count: HitCount) {
        unsafe text.withUnsafeBytes { unsafe add($0, count) }
    }

    /// Adds the counts of another instance.
    mutating func merge(_ other: TextCounts) {
        rest += other.rest
        // If the limit cuts texts off, a fixed order decides which.
        let isCut = count + other.count > limit
        for (text, count) in isCut ? other.sorted : other.all { add(text.bytes, count) }
    }

    /// Removes all texts and keeps the memory.
    mutating func removeAll() {
        dictionary.removeAll()
        counts.removeAll(keepingCapacity: true)
        rest = HitCount()
    }

    /// The texts with their counts, in the order in which they were first added.
    var all: [(text: ByteText, count: HitCount)] {
        counts.indices.map { (ByteText(dictionary[$0]), counts[$0]) }
    }

    /// Returns the texts with the highest weights; those with equal weights are ordered by their
    /// bytes.
    func most(_ count: Int) -> [(text: ByteText, count: HitCount)] {
        Array(
            all.sorted { ($1.count.weight, $0.text) < ($0.count.weight, $1.text) }.prefix(count))
    }

    private var sorted: [(text: ByteText, count: HitCount)] { all.sorted { $0.text < $1.text } }
}
