extension HitSegment {
    /// Copies the hits into two batches: those to keep and those to remove.
    ///
    /// - Throws: ``SegmentDamage`` if S6 is violated.
    func parts(_ isRemoved: [Bool]) throws -> (kept: HitBatch, removed: HitBatch) {
        var (kept, removed) = (HitBatch(), HitBatch())
        for index in 0..<count {
            let texts = try HitText.allCases.map { try text($0, at: index).map { Array($0) } }
            let number: (HitNumber) -> Int64 = { value($0, at: index) }
            if isRemoved[index] {
                removed.append(number: number, text: { texts[$0.rawValue] })
            } else {
                kept.append(number: number, text: { texts[$0.rawValue] })
            }
        }
        return (kept, removed)
    }
}
