import RouteDB

/// The last error of each background task, so that a repeated error is reported once.
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
