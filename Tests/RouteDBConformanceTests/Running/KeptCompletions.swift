import RouteDB

/// The completions that a case's tasks keep for later.
final class KeptCompletions: Sendable {
    private let completions = Locked<[DispatchCompletion]>([])

    func keep(_ completion: DispatchCompletion) { completions.withLock { $0.append(completion) } }

    func finish(_ info: JSONObject) {
        for completion in completions.withLock({ $0 }) { completion.finish(info) }
    }
}
