import RouteDBRouting

/// Different texts, numbered from 0 in the order in which they were added.
///
/// Texts are stored one behind the other, and found through an open-addressing hash table that is
/// at most half full, so that finding a text needs no allocation.
package struct TextDictionary: Sendable {
    // The texts that methods take are lent for the call. Words and bytes are read at offsets that were
    // compared with the lengths, and `entries` has only ends inside `bytes`.

    private let seed: UInt64
    /// The bytes of all texts.
    package private(set) var bytes: [UInt8] = []
    /// The end of each text in ``bytes``, and its hash.
    private var entries: [(end: Int, hash: UInt64)] = []
    /// The hash table of numbers; -1 marks a free slot.
    private var slots: [Int32]

    /// Creates an empty dictionary.
    package init(capacity: Int = 8, seed: UInt64 = TableHash.seed) {
        self.seed = seed
        slots = [Int32](repeating: -1, count: 16)
        while slots.count < capacity * 2 { slots = [Int32](repeating: -1, count: slots.count * 2) }
    }

    /// The number of texts.
    package var count: Int { entries.count }

    /// The length of each text.
    var lengths: [Int64] { entries.indices.map { Int64(entries[$0].end - start(of: $0)) } }

    /// A text by its number.
    package subscript(number: Int) -> ArraySlice<UInt8> {
        bytes[start(of: number)..<entries[number].end]
    }

    /// Returns the number of a text, which is added if it is new.
    package mutating func number(
        of text: UnsafeRawBufferPointer, limit: Int = .max
    ) -> Int? {
        let hash = unsafe hash(text)
        let slot = unsafe slot(of: text, hash)
        if slots[slot] >= 0 { return Int(slots[slot]) }
        guard entries.count < limit else { return nil }
        slots[slot] = Int32(entries.count)
        return unsafe add(text, hash)
    }

    /// Adds a text without looking whether it is known, and returns its number.
    mutating func append(_ text: UnsafeRawBufferPointer) -> Int { unsafe add(text, 0) }

    private mutating func add(_ text: UnsafeRawBufferPointer, _ hash: UInt64) -> Int {
        unsafe bytes.append(contentsOf: text)
        entries.append((bytes.count, hash))
        if entries.count * 2 > slots.count { grow() }
        return entries.count - 1
    }

    /// Removes all texts and keeps the memory.
    package mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        entries.removeAll(keepingCapacity: true)
        for index in slots.indices { slots[index] = -1 }
    }

    private func start(of number: Int) -> Int { number == 0 ? 0 : entries[number - 1].end }

    private mutating func grow() {
        slots = [Int32](repeating: -1, count: slots.count * 2)
        for (number, entry) in entries.enumerated() {
            var slot = Int(truncatingIfNeeded: entry.hash) & (slots.count - 1)
            while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = Int32(number)
        }
    }

    /// Returns the slot of a text, or the free slot where it would be inserted.
    private func slot(of text: UnsafeRawBufferPointer, _ hash: UInt64) -> Int {
        var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
        while slots[slot] >= 0 {
            let number = Int(slots[slot])
            if entries[number].hash == hash, unsafe isText(text, number) { return slot }
            slot = (slot + 1) & (slots.count - 1)
        }
        return slot
    }

    private func isText(_ text: UnsafeRawBufferPointer, _ number: Int) -> Bool {
        let start = start(of: number)
        guard entries[number].end - start == text.count else { return false }
        return unsafe bytes.withUnsafeBytes { bytes in
            unsafe text.sharedBeginning(with: UnsafeRawBufferPointer(rebasing: bytes[start...]))
                == text.count
        }
    }

    private func hash(_ text: UnsafeRawBufferPointer) -> UInt64 {
        var hash = seed ^ UInt64(truncatingIfNeeded: text.count)
        var offset = 0
        guard text.count >= 8 else {
            var word: UInt64 = 0
            while offset < text.count {
                word = unsafe word << 8 | UInt64(text[offset])
                offset += 1
            }
            return TableHash.joined(hash, word)
        }
        while offset + 8 < text.count {
            hash = unsafe TableHash.joined(
                hash, text.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            offset += 8
        }
        // The last word may begin within the one before.
        return unsafe TableHash.joined(
            hash, text.loadUnaligned(fromByteOffset: text.count - 8, as: UInt64.self))
    }
}

extension UnsafeRawBufferPointer {
    /// The number of bytes at the beginning that are the same in two texts.
    ///
    /// Both are read only at offsets that were compared with the shorter length.
    @inline(__always)
    func sharedBeginning(with other: UnsafeRawBufferPointer) -> Int {
        let length = Swift.min(count, other.count)
        var offset = 0
        // Two words at a time: texts often differ in the same sixteen bytes, and rarely in the same eight,
        // so that the processor foresees where the loop ends.
        while offset + 16 <= length {
            let low = unsafe difference(from: other, at: offset)
            let high = unsafe difference(from: other, at: offset + 8)
            if low | high != 0 {
                let place = offset + (low != 0 ? low : high).trailingZeroBitCount / 8
                return low != 0 ? place : place + 8
            }
            offset += 16
        }
        if offset + 8 <= length {
            let word = unsafe difference(from: other, at: offset)
            if word != 0 { return offset + word.trailingZeroBitCount / 8 }
            offset += 8
        }
        while offset < length, unsafe self[offset] == other[offset] { offset += 1 }
        return offset
    }

    /// The bits in which the eight bytes at an offset differ, the first byte lowest.
    @inline(__always)
    private func difference(from other: UnsafeRawBufferPointer, at offset: Int) -> UInt64 {
        unsafe UInt64(
            littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                ^ other.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
}
