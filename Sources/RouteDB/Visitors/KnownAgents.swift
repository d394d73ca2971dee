import RouteDBHistory

/// Something that is read of user agents, with those that were seen, since to read one takes longer than to find
/// it.
package struct KnownAgents<Value: Sendable>: Sendable {
    /// The most user agents that are remembered.
    private static var limit: Int { 4_096 }

    private let read: @Sendable (RawSpan) -> Value
    private var texts = TextDictionary()
    private var values: [Value] = []

    package init(reading read: @escaping @Sendable (RawSpan) -> Value) { self.read = read }

    /// Returns what is read of a user agent.
    package mutating func value(of userAgent: RawSpan) -> Value {
        // The span lends its bytes for the closure.
        let place = unsafe userAgent.withUnsafeBytes { text in
            unsafe texts.number(of: text, limit: Self.limit)
        }
        guard let place else { return read(userAgent) }
        if place == values.count { values.append(read(userAgent)) }
        return values[place]
    }
}
