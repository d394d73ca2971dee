import RouteDBRouting

/// The groups of hits whose texts share their beginnings: those with the same route, or of the same
/// namespace if they have no route.
struct HitGroups {
    /// The group of each hit, numbered from 0 in the order of their first hits.
    let numbers: [Int64]
    let count: Int

    init(
        routes: ArraySlice<Int64>, namespaces: ArraySlice<Int64>, seed: UInt64 = TableHash.seed
    ) {
        // The first hit of each group; at most half of the slots are taken, and -1 marks a free one.
        var mask = 63
        while mask < routes.count * 2 { mask = mask * 2 + 1 }
        var slots = [Int32](repeating: -1, count: mask + 1)
        var count = 0
        var numbers = [Int64](repeating: 0, count: routes.count)
        var slot = slots.mutableSpan
        var number = numbers.mutableSpan
        let (route, namespace) = (routes.span, namespaces.span)
        for index in route.indices {
            var hash = TableHash.joined(seed, UInt64(bitPattern: route[index]))
            hash = TableHash.joined(hash, UInt64(bitPattern: namespace[index]))
            var place = Int(truncatingIfNeeded: hash) & mask
            var first = Int(slot[place])
            while first >= 0, route[first] != route[index] || namespace[first] != namespace[index] {
                place = (place + 1) & mask
                first = Int(slot[place])
            }
            if first >= 0 {
                number[index] = number[first]
            } else {
                slot[place] = Int32(index)
                number[index] = Int64(count)
                count += 1
            }
        }
        (self.numbers, self.count) = (numbers, count)
    }
}

/// The texts of one kind, divided as ``SharedTexts`` has them.
///
/// The head of a group is the beginning of the first text in it.
struct SplitTexts {
    private(set) var heads: [UInt8] = []
    private(set) var rests: [UInt8] = []
    private var headLengths: [Int64]
    private var kept: [Int64]
    private var restLengths: [Int64]

    /// The columns.
    var parts: [SegmentPart] { [headLengths, kept, restLengths].map { SegmentPart($0[...]) } }

    init(_ batch: HitBatch, _ text: HitText, _ range: Range<Int>, _ groups: HitGroups) {
        headLengths = [Int64](repeating: 0, count: groups.count)
        kept = [Int64](repeating: 0, count: range.count)
        restLengths = [Int64](repeating: 0, count: range.count)
        batch.withText(text) { texts in
            // The batch lends the texts for the closure, and the rests are not longer than they.
            var first = unsafe [UnsafeRawBufferPointer?](repeating: nil, count: groups.count)
            rests = unsafe [UInt8](unsafeUninitializedCapacity: texts.size(range)) {
                buffer, used in
                let rests = UnsafeMutableRawBufferPointer(buffer)
                for index in 0..<range.count {
                    guard let bytes = unsafe texts[range.lowerBound + index] else { continue }
                    let group = Int(groups.numbers[index])
                    let head =
                        unsafe first[group]
                        ?? UnsafeRawBufferPointer(rebasing: bytes.prefix(SharedTexts.longestHead))
                    if unsafe first[group] == nil { unsafe first[group] = head }
                    let shared = unsafe bytes.sharedBeginning(with: head)
                    let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[shared...])
                    kept[index] = Int64(shared)
                    restLengths[index] = Int64(rest.count + 1)
                    unsafe UnsafeMutableRawBufferPointer(rebasing: rests[used...])
                        .copyMemory(from: rest)
                    used += rest.count
                }
            }
            for group in 0..<groups.count {
                guard let head = unsafe first[group] else { continue }
                headLengths[group] = Int64(head.count)
                unsafe heads.append(contentsOf: head)
            }
        }
    }
}
