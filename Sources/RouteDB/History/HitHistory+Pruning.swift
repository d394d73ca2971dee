public import RouteDBStorage

extension HitHistory {
    /// What the file holds, in numbers.
    ///
    /// - Throws: ``RouteDBError``: `closed`, `busy`, `corrupt`, `storageFailure`.
    /// - Complexity: O(segments).
    public func info() async throws(RouteDBError) -> HistoryInfo {
        try await core.read { reader throws(RouteDBError) in try reader.info() }
    }

    /// How many hits ``prune(_:timeMicroseconds:)`` would take away now: by size about as many, else
    /// exactly.
    ///
    /// - Parameter retention: Which hits may stay.
    /// - Returns: The number.
    /// - Throws: ``RouteDBError``: `closed`, `busy`, `corrupt`, `storageFailure`.
    public func count(
        pruning retention: HitRetention
    ) async throws(RouteDBError) -> Int64 {
        try await core.read { reader throws(RouteDBError) in
            try reader.count(pruning: retention)
        }
    }

    /// Takes the oldest hits away, as far as a retention wants it, and gives their space back to
    /// the system.
    ///
    /// What they sum up to stays in the roll-ups, and the file lists what was done. It works beside
    /// any writers, in short transactions between which they go on. If it fails half-way, what went
    /// has gone, and the same retention may be asked for again.
    ///
    /// - Parameters:
    ///   - retention: Which hits may stay.
    ///   - timeMicroseconds: The time for the file's list, in microseconds since
    ///     1970-01-01T00:00:00Z.
    /// - Returns: How many hits went.
    /// - Throws: ``RouteDBError``: `closed`, `busy`, `full`, `permissionDenied`, `readOnly`,
    ///   `corrupt`, `storageFailure`.
    public func prune(
        _ retention: HitRetention, timeMicroseconds: Int64 = SystemClock.microseconds()
    ) async throws(RouteDBError) -> Int64 {
        try await core.prune(retention, timeMicroseconds: timeMicroseconds)
    }
}
