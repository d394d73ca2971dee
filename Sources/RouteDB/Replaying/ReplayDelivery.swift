/// Hands on what several threads find, in the order of the hits.
final class ReplayDelivery: Sendable {
    private struct State {
        /// The place of the first hit of the batch that is next.
        var next = 0
        /// What was found in later batches, by their first hits, and where the next one begins.
        var waiting: [Int: (end: Int, found: [ReplayDifference])] = [:]
        var failure: (any Error)?
    }

    private let state = Guarded(State())
    private let receive: @Sendable (ReplayDifference) throws -> Void

    init(_ receive: @escaping @Sendable (ReplayDifference) throws -> Void) {
        self.receive = receive
    }

    /// Why nothing is received any more.
    var failure: (any Error)? { state.withLock { $0.failure } }

    /// Hands on what was found in a batch, when its turn has come.
    ///
    /// - Returns: Whether anything will be received yet.
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
