#if Server
import HTTPTypes
package import RouteDB
package import RouteDBPages
package import RouteDBTraffic

/// The state that the endpoints work with.
package struct ServiceState: Sendable {
    package let registry: RouteRegistry
    /// The registry of which that is a copy; `nil` if it is none.
    package let shared: (any SharedRegistry)?
    package let snapshots = SnapshotCache()
    /// The path of the history.
    package let history: String
    /// True if the registry may be changed.
    package let isWriting: Bool
    package let sessions: SessionStore
    package let tokens: TokenStore
    /// The provider whose users may log in; `nil` for none.
    package let openID: OpenIDProvider?
    package let metrics: ServiceMetrics
    package let accessLog: AccessLog?
    /// True if the service uses TLS.
    package let isEncrypted: Bool
    /// The rules for data that is not stored of hits from elsewhere.
    package let privacy: PrivacyRules
    /// Where the files are.
    package let hiddenPaths: PathRedactor
    /// The zone of the days and times in the console.
    let zone: PageZone
    /// The clock.
    package let clock: @Sendable () -> Timestamp
    /// The threads for what takes long or waits for a file.
    package let work = WorkPool()
    /// The threads for statements of callers, apart from others: some run until their deadline.
    package let statements = WorkPool(threads: 4, most: 16)
    package let jobs: ReplayJobs
    let revisionEvents: EventHub
    let hitEvents: EventHub

    package init(
        registry: RouteRegistry, copyOf shared: (any SharedRegistry)? = nil, history: String,
        isWriting: Bool, sessions: SessionStore, tokens: TokenStore,
        openID: OpenIDProvider? = nil, metrics: ServiceMetrics, accessLog: AccessLog?,
        isEncrypted: Bool, privacy: PrivacyRules = .keepAll, zone: PageZone = .utc,
        clock: @escaping @Sendable () -> Timestamp
    ) {
        self.registry = registry
        self.shared = shared
        self.history = history
        self.isWriting = isWriting
        self.sessions = sessions
        self.tokens = tokens
        self.openID = openID
        self.metrics = metrics
        self.accessLog = accessLog
        self.isEncrypted = isEncrypted
        self.privacy = privacy
        self.zone = zone
        self.clock = clock
        hiddenPaths = PathRedactor([registry.path, history], copyOf: shared?.name)
        jobs = ReplayJobs(tokens: tokens, clock: clock, hiddenPaths: hiddenPaths)
        let revisions = RevisionFollower(registry)
        revisionEvents = EventHub(every: .milliseconds(200)) { await revisions.next() }
        let hits = HitFollower { [work] number in
            try await HitFollower.hits(after: number, registry.path, history, work)
        }
        hitEvents = EventHub(every: .milliseconds(500)) { await hits.next() }
    }

    /// The operations that a session may request: everything that the service does.
    package var sessionScopes: TokenScope {
        isWriting ? [.resolve, .read, .hits, .write, .admin] : [.resolve, .read, .hits]
    }

    /// Returns whether a caller whose request goes on may still ask: their token is accepted, and their
    /// session lasts.
    func admits(_ caller: Caller) -> Bool { tokens.accepts(caller) && sessions.lasts(caller) }

    /// Stops background work after the last request.
    package func shutDown() async {
        await openID?.shutDown()
        await jobs.shutDown()
        await revisionEvents.shutDown()
        await hitEvents.shutDown()
        work.shutDown()
        statements.shutDown()
        await registry.close()
        accessLog?.flush()
    }
}

extension ServiceState {
    /// Reads the history.
    package func withHistory<Value: Sendable>(
        _ body: (HitHistory) async throws -> Value
    ) async throws -> Value {
        let history = try await HitHistory.open(history)
        do {
            let value = try await body(history)
            await history.close()
            return value
        } catch {
            await history.close()
            throw error
        }
    }

    /// Reads the registry and the history with SQL of our own.
    package func withSQL<Value: Sendable>(
        _ body: @escaping @Sendable (SQLSession) throws -> Value
    ) async throws -> Value {
        let (registry, history) = (registry.path, history)
        return try await work.run { isStopped in
            try body(try Self.session(registry, history, SQLLimits(time: .seconds(30)), isStopped))
        }
    }

    /// The most bytes of the rows that a statement of a caller is answered with.
    private static let mostRowBytes = 32 << 20

    /// The limits of a statement of a caller.
    ///
    /// No value may be so long that one call of a function takes long: SQLite looks at the time
    /// between its steps only. The longest URL of a hit is a value.
    private static let statementLimits = SQLLimits(
        time: .seconds(30), memoryBytes: 256 << 20, valueBytes: (1 << 20) + 4_096)

    /// Reads the registry and the history with SQL of a caller, within limits.
    package func withStatement<Value: Sendable>(
        _ body: @escaping @Sendable (SQLSession) throws -> Value
    ) async throws -> Value {
        let (registry, history) = (registry.path, history)
        return try await statements.run { isStopped in
            try body(try Self.session(registry, history, Self.statementLimits, isStopped))
        }
    }

    /// Checks that the rows of a statement are not too many bytes for an answer.
    static func check(rowBytes: Int) throws(Problem) {
        guard rowBytes > mostRowBytes else { return }
        throw Problem(
            .unprocessableContent, "limitExceeded",
            "The result is larger than \(mostRowBytes >> 20) MiB.",
            hint: "Select fewer columns or rows.")
    }

    private static func session(
        _ registry: String, _ history: String, _ limits: SQLLimits,
        _ isStopped: @escaping @Sendable () -> Bool
    ) throws(RouteDBError) -> SQLSession {
        try SQLSession(
            registry: registry, history: FileAccess(path: history).exists ? history : nil,
            limits: limits, stoppingWhen: isStopped)
    }
}
#endif
