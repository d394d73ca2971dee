package import RouteDBHistory
import RouteDBRouting

/// The clients of the user agents that were seen, since to read one takes longer than to find it.
package struct KnownClients: Sendable {
    /// The most user agents that are remembered.
    private static let limit = 4_096

    private var texts = TextDictionary()
    private var clients: [HitClient?] = []

    package init() {}

    /// Returns the client with a user agent.
    package mutating func client(of userAgent: RawSpan?) -> HitClient? {
        guard let userAgent else { return nil }
        // The span lends its bytes for the closure.
        let place = unsafe userAgent.withUnsafeBytes { text in
            unsafe texts.number(of: text, limit: Self.limit)
        }
        guard let place else { return HitClient(userAgent: userAgent) }
        if place == clients.count { clients.append(HitClient(userAgent: userAgent)) }
        return clients[place]
    }
}
