public import RouteDBStorage

extension HitHistory {
    /// The counts and sizes of what the file holds.
    ///
    /// - Throws: ``RouteDBError`` with `closed`, `busy`, `corrupt`, `storageFailure`.
    /// - Complexity: O(segments).
    public func info() async throws(RouteDBError) -> HistoryInfo {
        try await core.read { reader throws(RouteDBError) in try reader.info() }
    }

    /// Returns the number of hits that ``prune(_:timeMicroseconds:)`` would delete now.
    ///
    /// - Parameter retention: The hits to keep.
    /// - Returns: The number of hits: approximate if the retention limits the file's size,
    ///   otherwise exact.
    /// - Throws: ``RouteDBError`` with `closed`, `busy`, `corrupt`, `storageFailure`.
    public func count(
        pruning retention: HitRetention
    ) async throws(RouteDBError) -> Int64 {
        try await core.read { reader throws(RouteDBError) in
            try reader.count(pruning: retention)
        }
    }

    /// Deletes the oldest hits according to a retention, and returns their space to the file
    /// system.
    ///
    /// The totals of the deleted hits stay in the roll-ups, and the file logs the deletion. Pruning
    /// works beside other writers, in short transactions between which they can continue. If it
    /// fails half-way, the hits deleted so far stay deleted; call it again with the same retention
    /// to continue.
    ///
    /// - Parameters:
    ///   - retention: The hits to keep.
    ///   - timeMicroseconds: The current time, in microseconds since 1970-01-01T00:00:00Z.
    /// - Returns: The number of deleted hits.
    /// - Throws: ``RouteDBError`` with `closed`, `busy`, `full`, `permissionDenied`, `readOnly`,
    ///   `corrupt`, `storageFailure`.
    public func prune(
        _ retention: HitRetention, timeMicroseconds: Int64 = SystemClock.microseconds()
    ) async throws(RouteDBError) -> Int64 {
        try await core.prune(retention, timeMicroseconds: timeMicroseconds)
    }
}
