public import RouteDBStorage

/// The hits of a history that a selection wants, read as they are asked for.
///
/// See ``HitHistory/hits(_:)``.
public struct RecordedHits: AsyncSequence, Sendable {
    let path: String
    let busyTimeoutMilliseconds: Int
    let selection: HitSelection

    /// Begins a new pass over the hits.
    ///
    /// - Returns: The iterator, which opens the file when the first hit is asked for.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(
            batches: HitBatches(
                path: path, busyTimeoutMilliseconds: busyTimeoutMilliseconds,
                filter: selection.filter))
    }

    /// One pass over the hits.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let batches: HitBatches
        private var batch: ArraySlice<RecordedHit> = []

        init(batches: HitBatches) { self.batches = batches }

        /// Gives the next hit.
        ///
        /// - Parameter actor: The actor of the caller.
        /// - Returns: The hit; `nil` behind the last one, and behind a failure.
        /// - Throws: ``RouteDBError``, as ``HitHistory/open(_:busyTimeoutMilliseconds:)`` does.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(RouteDBError) -> RecordedHit? {
            while batch.isEmpty {
                guard let more = try await batches.next() else { return nil }
                batch = more[...]
            }
            return batch.popFirst()
        }
    }
}
