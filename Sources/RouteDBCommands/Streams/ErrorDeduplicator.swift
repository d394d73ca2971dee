import RouteDB

/// What went wrong last in work that goes on, by kind, so that nobody is told twice in succession.
final class ErrorDeduplicator: Sendable {
    private let messages = Locked<[String: String]>([:])

    /// Notes how work of a kind went.
    func isNews(_ kind: String, _ error: RouteDBError?) -> Bool {
        messages.withLock { messages in
            defer { messages[kind] = error?.message }
            return error != nil && messages[kind] != error?.message
        }
    }
}
