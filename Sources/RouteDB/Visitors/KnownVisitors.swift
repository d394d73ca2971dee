import RouteDBHistory
package import RouteDBRouting

/// The attributes of the visitors whose user agents were seen, since to read one takes longer than to find it.
package struct KnownVisitors: Sendable {
    /// The most user agents that are remembered.
    private static let limit = 4_096

    private var texts = TextDictionary()
    private var contexts: [JSONObject] = []

    package init() {}

    /// Returns the context of a visitor with a user agent; empty without one.
    package mutating func context(of userAgent: RawSpan) -> JSONObject {
        // The span lends its bytes for the closure.
        let (place, text) = unsafe userAgent.withUnsafeBytes { bytes in
            unsafe (texts.number(of: bytes, limit: Self.limit), Array(bytes))
        }
        if let place, place < contexts.count { return contexts[place] }
        let attributes = VisitorAttributes(userAgent: String(decoding: text, as: UTF8.self))
        if place == contexts.count { contexts.append(attributes.context) }
        return attributes.context
    }
}
