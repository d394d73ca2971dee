/// Delivers the differences that several threads find in the order of the hits.
final class ReplayDelivery: Sendable {
    private struct State {
        /// The index of the first hit of the next batch to deliver.
        var next = 0
        /// The differences of batches that finished early, with the end of each batch, by the index
        /// of its first hit.
        var waiting: [Int: (end: Int, found: [ReplayDifference])] = [:]
        var failure: (any Error)?
    }

    private let state = Guarded(State())
    private let receive: @Sendable (ReplayDifference) throws -> Void

    init(_ receive: @escaping @Sendable (ReplayDifference) throws -> Void) {
        self.receive = receive
    }

    /// The error that ended delivery.
    var failure: (any Error)? { state.withLock { $0.failure } }

    /// Delivers the differences of a batch once all batches before it were delivered.
    ///
    /// - Returns: Whether delivery continues.
    func deliver(_ found: [ReplayDifference], of batch: ReplayBatch) -> Bool {
        state.withLock { state in
            guard state.failure == nil else { return false }
            state.waiting[batch.first] = (batch.first + batch.count, found)
            do {
                while let turn = state.waiting.removeValue(forKey: state.next) {
                    state.next = turn.end
                    for difference in turn.found { try receive(difference) }
                }
            } catch {
                state.failure = error
                return false
            }
            return true
        }
    }
}
