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
/// Texts are counted separately up to a limit, and all others together. They are stored in one
/// array and found through an open-addressing hash table that is at most half full, so that
/// counting a known text needs no allocation.
struct TextCounts: Sendable {
    // The texts that methods take are lent for the call. Words and bytes are read at offsets that were
    // compared with the lengths, and `ends` has only offsets inside `bytes`.

    /// The maximum number of texts.
    static let limit = 1 << 20

    private let limit: Int
    private let seed: UInt64
    private var bytes: [UInt8] = []
    /// The end of each text in `bytes`.
    private var ends: [Int] = []
    private var hashes: [UInt64] = []
    private var counts: [HitCount] = []
    /// The hash table of text indices; -1 marks a free slot.
    private var slots = [Int32](repeating: -1, count: 16)
    /// The count of all texts beyond the limit.
    private(set) var rest = HitCount()

    init(limit: Int = TextCounts.limit, seed: UInt64 = TableHash.seed) {
        self.limit = min(limit, Self.limit)
        self.seed = seed
    }

    /// The number of texts that are counted separately.
    var count: Int { ends.count }

    /// The sum of all counts.
    var total: HitCount {
        var total = rest
        for count in counts { total += count }
        return total
    }

    /// Adds a count.
    mutating func add(_ text: UnsafeRawBufferPointer, _ count: HitCount) {
        let hash = unsafe hash(text)
        let slot = unsafe slot(of: text, hash)
        if slots[slot] >= 0 {
            counts[Int(slots[slot])] += count
        } else if ends.count < limit {
            slots[slot] = Int32(ends.count)
            unsafe bytes.append(contentsOf: text)
            ends.append(bytes.count)
            hashes.append(hash)
            counts.append(count)
            if ends.count * 2 > slots.count { grow() }
        } else {
            rest += count
        }
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
        bytes.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        hashes.removeAll(keepingCapacity: true)
        counts.removeAll(keepingCapacity: true)
        for index in slots.indices { slots[index] = -1 }
        rest = HitCount()
    }

    /// The texts with their counts, in the order in which they were first added.
    var all: [(text: ByteText, count: HitCount)] {
        ends.indices.map { (ByteText(bytes[start(of: $0)..<ends[$0]]), counts[$0]) }
    }

    /// Returns the texts with the highest weights; those with equal weights are ordered by their
    /// bytes.
    func most(_ count: Int) -> [(text: ByteText, count: HitCount)] {
        Array(
            all.sorted { ($1.count.weight, $0.text) < ($0.count.weight, $1.text) }.prefix(count))
    }

    private var sorted: [(text: ByteText, count: HitCount)] { all.sorted { $0.text < $1.text } }

    private func start(of index: Int) -> Int { index == 0 ? 0 : ends[index - 1] }

    private mutating func grow() {
        slots = [Int32](repeating: -1, count: slots.count * 2)
        for (index, hash) in hashes.enumerated() {
            var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
            while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = Int32(index)
        }
    }

    /// Returns the slot of a text, or the free slot where it would be inserted.
    private func slot(of text: UnsafeRawBufferPointer, _ hash: UInt64) -> Int {
        var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
        while slots[slot] >= 0 {
            let index = Int(slots[slot])
            if hashes[index] == hash, unsafe isText(text, at: index) { return slot }
            slot = (slot + 1) & (slots.count - 1)
        }
        return slot
    }

    private func isText(_ text: UnsafeRawBufferPointer, at index: Int) -> Bool {
        let start = start(of: index)
        guard ends[index] - start == text.count else { return false }
        return unsafe bytes.withUnsafeBytes { bytes in
            var offset = 0
            while offset + 8 <= text.count {
                guard unsafe Self.word(bytes, start + offset) == Self.word(text, offset) else {
                    return false
                }
                offset += 8
            }
            while offset < text.count {
                guard unsafe bytes[start + offset] == text[offset] else { return false }
                offset += 1
            }
            return true
        }
    }

    private func hash(_ text: UnsafeRawBufferPointer) -> UInt64 {
        var hash = seed ^ UInt64(truncatingIfNeeded: text.count)
        var offset = 0
        while offset + 8 <= text.count {
            hash = unsafe TableHash.joined(hash, Self.word(text, offset))
            offset += 8
        }
        var last: UInt64 = 0
        while offset < text.count {
            last = unsafe last << 8 | UInt64(text[offset])
            offset += 1
        }
        return TableHash.joined(TableHash.joined(hash, last), 0)
    }

    @inline(__always)
    private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
        unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    }
}

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
            if let bytes = try unsafe segment.text(text, at: columns.place(index)) {
                unsafe counts.add(bytes, count)
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
