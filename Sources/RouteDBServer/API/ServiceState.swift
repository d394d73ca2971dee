#if Server
package import RouteDB

/// What the endpoints work with.
package struct ServiceState: Sendable {
    package let registry: RouteRegistry
    package let snapshots = SnapshotCache()
    /// The path of the history.
    package let history: String
    /// Whether the registry may be changed.
    package let isWriting: Bool
    package let sessions: SessionBook
    package let tokens: TokenBook
    package let metrics: ServiceMetrics
    package let accessLog: AccessLog?
    /// Whether the service uses TLS.
    package let isEncrypted: Bool

    package init(
        registry: RouteRegistry, history: String, isWriting: Bool, sessions: SessionBook,
        tokens: TokenBook, metrics: ServiceMetrics, accessLog: AccessLog?, isEncrypted: Bool
    ) {
        self.registry = registry
        self.history = history
        self.isWriting = isWriting
        self.sessions = sessions
        self.tokens = tokens
        self.metrics = metrics
        self.accessLog = accessLog
        self.isEncrypted = isEncrypted
    }

    /// What a session may do: everything that the service does.
    package var sessionScopes: TokenScope {
        isWriting ? [.resolve, .read, .hits, .write, .admin] : [.resolve, .read, .hits]
    }
}
#endif
