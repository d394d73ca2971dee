public import RouteDBRouting
import Synchronization

extension Dispatcher {
    /// A challenged request, with everything needed to dispatch it again.
    public struct Resumption: Sendable {
        /// The request as the caller made it.
        public let request: DispatchRequest
        /// The resolution of the request.
        public let resolution: Resolution
        /// The values of the match.
        public var values: JSONObject { resolution.values }

        /// Creates a resumption, to call the handler of a challenge without a dispatcher.
        ///
        /// - Parameters:
        ///   - request: The request that was challenged.
        ///   - resolution: The resolution of the request.
        public init(request: DispatchRequest, resolution: Resolution) {
            self.request = request
            self.resolution = resolution
        }

        /// Returns the request with a new principal, if one is given.
        func request(as principal: RequestPrincipal?) -> DispatchRequest {
            var request = request
            if let principal { request.request.principal = principal }
            return request
        }
    }
}

extension Dispatcher {
    /// Reports, once, how a handler's work ended, even after the handler has returned.
    ///
    /// Each dispatch has one completion, which its handlers get as ``DispatchInvocation/completion``. Only the
    /// first call counts; later calls return `false`, change nothing, and are counted in
    /// ``Dispatcher/lateCompletions``. If no handler takes the request, the completion fails when the
    /// dispatch ends. Call it from any thread.
    public final class Completion: Sendable {
        /// How the work ended.
        public enum Outcome: Sendable {
            /// The work succeeded, with the information given, if any.
            case finished((any Sendable)?)
            /// The work failed.
            case failed(any Error)
            /// Everything that held the completion released it without calling it.
            case abandoned
            /// The waiting task was cancelled; the work itself may still end.
            case waitCancelled
        }

        /// Made when somebody waits for the outcome or gives one: most handlers end all their work before
        /// they return.
        private let made = Locked<Promise<Outcome>?>(nil)
        let counters: DispatchCounters

        init(counters: DispatchCounters) { self.counters = counters }

        /// Creates a completion that belongs to no dispatch, for an invocation that a test makes.
        public convenience init() { self.init(counters: DispatchCounters()) }

        deinit { made.withLock { $0 }?.settle(.abandoned) }

        private var promise: Promise<Outcome> {
            made.withLock { made in
                if let made { return made }
                let promise = Promise<Outcome>()
                made = promise
                return promise
            }
        }

        /// Reports that the work succeeded.
        ///
        /// - Parameter info: Information for those who wait.
        /// - Returns: Whether this call was the first, and so counts.
        @discardableResult
        public func finish(_ info: (any Sendable)? = nil) -> Bool { end(.finished(info)) }

        /// Reports that the work failed.
        ///
        /// - Parameter error: The reason.
        /// - Returns: Whether this call was the first, and so counts.
        @discardableResult
        public func fail(_ error: any Error) -> Bool { end(.failed(error)) }

        /// Sets the outcome if there is none yet, without counting as a late completion otherwise.
        func settle(_ outcome: Outcome) { promise.settle(outcome) }

        /// The outcome, for those who wait for it.
        public var pending: Pending { Pending(promise: promise) }

        private func end(_ outcome: Outcome) -> Bool {
            let isFirst = promise.settle(outcome)
            if !isFirst { counters.lateCompletions.add(1, ordering: .relaxed) }
            return isFirst
        }
    }
}

extension Dispatcher.Completion {
    /// The outcome of a handler's work, for those who wait for it.
    public struct Pending: Sendable {
        fileprivate let promise: Promise<Outcome>

        /// How the work ended; suspends until it has.
        ///
        /// Waiting never hangs: if everything that held the completion releases it, the outcome is
        /// `abandoned`, and if the waiting task is cancelled, it gets `waitCancelled`. Any number
        /// of tasks can wait.
        public var value: Outcome {
            get async { await promise.valueOrCancellation() ?? .waitCancelled }
        }

        /// How the work ended, or `nil` if it has not ended yet.
        public var current: Outcome? { promise.current }
    }
}
