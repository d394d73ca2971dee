#if Server
import HTTPTypes
import Hummingbird
import RouteDB

/// A responder to the requests of one listener.
protocol ListenerResponder: HTTPResponder where Context == ConnectionContext {
    /// The clock.
    var clock: @Sendable () -> Timestamp { get }

    /// Answers a `GET` without a body, if that needs no waiting; `nil` for others.
    func answerAtOnce(_ head: HTTPRequest, _ context: ConnectionContext) -> WholeAnswer?

    /// Returns the answer to a request that cannot be parsed.
    func refusal(for problem: Problem, isCounted: Bool) -> WholeAnswer
}
#endif
