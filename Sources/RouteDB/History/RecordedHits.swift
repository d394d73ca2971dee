public import RouteDBStorage

/// A sequence of selected hits of a history, read on demand.
///
/// See ``HitHistory/hits(_:)``.
public struct RecordedHits: AsyncSequence, Sendable {
    let path: String
    let busyTimeoutMilliseconds: Int
    let selection: HitSelection

    /// Starts an iteration over the hits.
    ///
    /// - Returns: The iterator. It opens the file when the first hit is requested.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(
            batches: HitBatches(
                path: path, busyTimeoutMilliseconds: busyTimeoutMilliseconds,
                filter: selection.filter))
    }

    /// An iteration over the hits.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let batches: HitBatches
        private var batch: ArraySlice<RecordedHit> = []

        init(batches: HitBatches) { self.batches = batches }

        /// Returns the next hit.
        ///
        /// - Parameter actor: The actor of the caller.
        /// - Returns: The hit, or `nil` after the last one or after an error.
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
