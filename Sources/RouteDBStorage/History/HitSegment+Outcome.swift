package import RouteDBRouting

extension HitSegment {
    /// The outcome of a hit.
    ///
    /// - Throws: ``SegmentDamage`` if the number of the outcome is unknown.
    package func outcome(at index: Int) throws(SegmentDamage) -> Resolution.Outcome {
        let number = value(.outcome, at: index)
        guard let raw = UInt8(exactly: number), let outcome = HitOutcome(rawValue: raw).outcome
        else {
            throw SegmentDamage(
                segment: id, offset: 0, message: "hit \(index) has the unknown outcome \(number)")
        }
        return outcome
    }
}
