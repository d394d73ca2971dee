extension ZoneRules {
    /// What the clocks show at a time.
    ///
    /// - Parameter seconds: The time, in seconds since 1970-01-01T00:00:00Z.
    /// - Returns: What they show, in seconds since they showed 1970-01-01T00:00:00.
    /// - Complexity: That of ``offset(at:)``.
    public func local(at seconds: Int64) -> Int64 { seconds + Int64(offset(at: seconds)) }

    /// The first time at which the clocks show something; if they skip it, the time at which they
    /// do.
    ///
    /// - Parameter local: What they show, in seconds since they showed 1970-01-01T00:00:00.
    /// - Returns: The time, in seconds since 1970-01-01T00:00:00Z.
    /// - Complexity: That of ``offset(at:)``.
    public func seconds(ofLocal local: Int64) -> Int64 {
        // No clocks are further ahead or behind than 26 hours.
        let reach: Int64 = 27 * 3_600
        let offsets = [offset(at: local - reach), offset(at: local + reach)].map(Int64.init)
        let shown = offsets.map { local - $0 }.filter { self.local(at: $0) == local }
        if let first = shown.min() { return first }
        // Skipped: the clocks show less before the jump, and more from then on.
        var (low, high) = (local - reach, local + reach)
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if self.local(at: middle) < local { low = middle } else { high = middle }
        }
        return high
    }
}
