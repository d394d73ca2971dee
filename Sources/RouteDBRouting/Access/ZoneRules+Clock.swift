extension ZoneRules {
    /// The local time at a time.
    ///
    /// - Parameter seconds: The time, in seconds since 1970-01-01T00:00:00Z.
    /// - Returns: The local time, in seconds since the local 1970-01-01T00:00:00.
    /// - Complexity: That of ``offset(at:)``.
    public func local(at seconds: Int64) -> Int64 {
        let (local, overflows) = seconds.addingReportingOverflow(Int64(offset(at: seconds)))
        return overflows ? seconds : local
    }

    /// Returns the first time at which clocks show a local time, or the time of the change if they
    /// skip it.
    ///
    /// - Parameter local: The local time, in seconds since the local 1970-01-01T00:00:00.
    /// - Returns: The time, in seconds since 1970-01-01T00:00:00Z.
    /// - Complexity: That of ``offset(at:)``.
    public func seconds(ofLocal local: Int64) -> Int64 {
        // No clock shows such times, and the sums below would overflow.
        let local = min(max(local, -1 << 60), 1 << 60)
        // No offset is larger than 26 hours.
        let reach: Int64 = 27 * 3_600
        let offsets = [offset(at: local - reach), offset(at: local + reach)].map(Int64.init)
        let shown = offsets.map { local - $0 }.filter { self.local(at: $0) == local }
        if let first = shown.min() { return first }
        // Skipped: clocks show less before the jump, and more after it.
        var (low, high) = (local - reach, local + reach)
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if self.local(at: middle) < local { low = middle } else { high = middle }
        }
        return high
    }
}
