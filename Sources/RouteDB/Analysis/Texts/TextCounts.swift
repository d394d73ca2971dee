import RouteDBRouting

/// Counts by text, of which there may be more than memory has room for.
///
/// The first texts, up to a limit, are counted exactly; all others together. The texts lie one
/// behind the other, found by an open table of which at most half is taken, so that a text that is
/// known costs no allocation.
struct TextCounts: Sendable {
    /// The most texts of one table.
    static let limit = 1 << 20

    private let limit: Int
    private let seed: UInt64
    private var bytes: [UInt8] = []
    /// Where each text ends.
    private var ends: [Int] = []
    private var hashes: [UInt64] = []
    private var counts: [HitCount] = []
    /// The numbers of texts; -1 is free.
    private var slots = [Int32](repeating: -1, count: 16)
    /// What texts beyond the limit have.
    private(set) var rest = HitCount()

    init(limit: Int = TextCounts.limit, seed: UInt64 = TableHash.seed) {
        self.limit = min(limit, Self.limit)
        self.seed = seed
    }

    /// How many texts are told apart.
    var count: Int { ends.count }

    /// All together.
    var total: HitCount {
        var total = rest
        for count in counts { total += count }
        return total
    }

    /// Adds a count.
    mutating func add(_ text: UnsafeRawBufferPointer, _ count: HitCount) {
        let hash = hash(text)
        let slot = slot(of: text, hash)
        if slots[slot] >= 0 {
            counts[Int(slots[slot])] += count
        } else if ends.count < limit {
            slots[slot] = Int32(ends.count)
            bytes.append(contentsOf: text)
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
        text.withUnsafeBytes { add($0, count) }
    }

    /// Adds what others counted.
    mutating func merge(_ other: TextCounts) {
        rest += other.rest
        // In an order of their own where the limit cuts some off.
        let isCut = count + other.count > limit
        for (text, count) in isCut ? other.sorted : other.all { add(text.bytes, count) }
    }

    /// Forgets all texts, and keeps the memory for others.
    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        hashes.removeAll(keepingCapacity: true)
        counts.removeAll(keepingCapacity: true)
        for index in slots.indices { slots[index] = -1 }
        rest = HitCount()
    }

    /// All texts with their counts, in the order in which they came.
    var all: [(text: ByteText, count: HitCount)] {
        ends.indices.map { (ByteText(bytes[start(of: $0)..<ends[$0]]), counts[$0]) }
    }

    /// The texts with the most weight, the first by their bytes of those with the same.
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

    /// The slot that a text has, or would get.
    private func slot(of text: UnsafeRawBufferPointer, _ hash: UInt64) -> Int {
        var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
        while slots[slot] >= 0 {
            let index = Int(slots[slot])
            if hashes[index] == hash, isText(text, at: index) { return slot }
            slot = (slot + 1) & (slots.count - 1)
        }
        return slot
    }

    private func isText(_ text: UnsafeRawBufferPointer, at index: Int) -> Bool {
        let start = start(of: index)
        guard ends[index] - start == text.count else { return false }
        return bytes.withUnsafeBytes { bytes in
            var offset = 0
            while offset + 8 <= text.count {
                guard Self.word(bytes, start + offset) == Self.word(text, offset) else {
                    return false
                }
                offset += 8
            }
            while offset < text.count {
                guard bytes[start + offset] == text[offset] else { return false }
                offset += 1
            }
            return true
        }
    }

    private func hash(_ text: UnsafeRawBufferPointer) -> UInt64 {
        var hash = seed ^ UInt64(truncatingIfNeeded: text.count)
        var offset = 0
        while offset + 8 <= text.count {
            hash = TableHash.joined(hash, Self.word(text, offset))
            offset += 8
        }
        var last: UInt64 = 0
        while offset < text.count {
            last = last << 8 | UInt64(text[offset])
            offset += 1
        }
        return TableHash.joined(TableHash.joined(hash, last), 0)
    }

    @inline(__always)
    private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
        bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    }
}
