import RouteDBRouting

/// The texts of one kind, divided as ``SharedTexts`` has them.
///
/// The head of a group is the beginning of the first text in it that is not empty.
struct SplitTexts: Sendable {
    private var heads: [UInt8] = []
    /// Where the head of each group is in ``heads``; empty for a group without texts.
    private var places: [Range<Int>] = []
    private(set) var rests: [UInt8] = []

    /// The number of bytes that are kept.
    var size: Int { heads.count + rests.count }

    /// Adds the text of a hit, if it has one.
    mutating func append(_ text: RawSpan?, group: Int) -> (kept: Int, rest: Int) {
        while places.count <= group { places.append(0..<0) }
        guard let text else { return (0, 0) }
        let kept = shared(text, group)
        let rest = text.extracting(kept..<text.byteCount)
        rests.append(contentsOf: rest)
        return (kept, rest.byteCount + 1)
    }

    /// The number of bytes that a text shares with the head of its group, which it becomes if there is
    /// none.
    private mutating func shared(_ text: RawSpan, _ group: Int) -> Int {
        let place = places[group]
        guard !place.isEmpty else {
            let head = text.extracting(first: SharedTexts.longestHead)
            places[group] = heads.count..<heads.count + head.byteCount
            heads.append(contentsOf: head)
            return head.byteCount
        }
        // Both lend their bytes for the closures.
        return unsafe heads.withUnsafeBytes { heads in
            let head = unsafe UnsafeRawBufferPointer(rebasing: heads[place])
            return unsafe text.withUnsafeBytes { unsafe $0.sharedBeginning(with: head) }
        }
    }

    /// The length of each group's head.
    var headLengths: [Int64] { places.map { Int64($0.count) } }

    /// The heads in the order of the groups, which may not be that of their first texts.
    var headBytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(heads.count)
        for place in places { bytes.append(contentsOf: heads[place]) }
        return bytes
    }

    /// Removes all texts and keeps the memory.
    mutating func removeAll() {
        heads.removeAll(keepingCapacity: true)
        places.removeAll(keepingCapacity: true)
        rests.removeAll(keepingCapacity: true)
    }
}
