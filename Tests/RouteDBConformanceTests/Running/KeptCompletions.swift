import RouteDB

/// The completions that a case's tasks keep for later.
final class KeptCompletions: Sendable {
    private let completions = Locked<[Dispatcher.Completion]>([])

    func keep(_ completion: Dispatcher.Completion) {
        completions.withLock { $0.append(completion) }
    }

    func finish(_ info: JSONObject) {
        for completion in completions.withLock({ $0 }) { completion.finish(info) }
    }
}
