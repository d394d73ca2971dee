import RouteDBDatabase
public import RouteDBRouting

/// Options for opening a registry.
public struct RegistryOptions: Sendable {
    /// The access that a registry is opened for.
    public enum Access: Sendable {
        /// Resolving and reading only. RouteDB writes nothing; opening a file with an older schema
        /// fails with `schemaMismatch`.
        case reading
        /// Resolving, reading and editing. A file with an older schema is migrated.
        case writing
        /// Like `writing`, but creates the registry if the file is missing or empty.
        case creating
        /// Resolving, reading and editing a copy in memory, which is gone when the registry is
        /// closed. The file is never written, may lie in a read-only place such as an app's
        /// bundle, and may have an older schema. Later commits to the file are not seen.
        case copying
    }

    /// The access that the registry is opened for.
    public var access: Access

    /// The functions of converters that are implemented in code, by converter name.
    ///
    /// A function serves the converters of its name in all namespaces. It runs while a URL is
    /// resolved, on the caller's thread, possibly on several threads at once, and with no lock
    /// held. A converter whose function is missing or throws accepts no text, and the resolution
    /// lists a ``ParameterConverter/Failure``.
    public var converters: [String: ParameterConverter.Function]

    /// How often to check for commits by other processes where the system does not report them.
    ///
    /// Changes of a local file are reported: a commit is seen some milliseconds later, and so is a
    /// backup that takes the file's place. The file is then checked every five seconds only, or at
    /// this interval if it is longer. Files on network file systems are checked at this interval,
    /// and so is, on Apple's systems, a file with a write-ahead log.
    ///
    /// With `nil`, commits by others are seen only after a call to ``RouteRegistry/refresh()``.
    public var refreshInterval: Duration?

    /// How long to wait for another process's lock on the file before failing with `busy`.
    public var busyTimeout: Duration

    /// The author of edits that do not name one.
    public var author: String

    /// The clock for edits and for requests without a time.
    public var now: @Sendable () -> Timestamp

    /// How resolutions are recorded to history, or `nil` to record none.
    public var recording: HitRecorder.Options?

    /// The observers that are told what happens in the registry and its recorder.
    package var observers = RegistryObservers()

    /// The choice of the routes of the first table, if it has to answer a few requests only.
    package var sieve: RouteSieve?

    /// True if there is a routing table; otherwise it stays empty, but for the number of the revision,
    /// and opening the file reads no routes.
    package var hasTable = true

    /// Creates options.
    ///
    /// - Parameters:
    ///   - access: What the registry is opened for.
    ///   - refreshInterval: How often to check for commits by other processes where the system does
    ///     not report them, or `nil` to check only on ``RouteRegistry/refresh()``.
    ///   - busyTimeout: How long to wait for another process's lock on the file.
    ///   - author: The author of edits that do not name one.
    ///   - now: The clock for edits and for requests without a time; `nil` for that of the
    ///     system.
    ///   - converters: The functions of converters that are implemented in code, by converter name.
    ///   - recording: How resolutions are recorded to history, or `nil` to record none.
    public init(
        access: Access = .writing, refreshInterval: Duration? = .milliseconds(100),
        busyTimeout: Duration = .seconds(5), author: String = "unknown",
        now: (@Sendable () -> Timestamp)? = nil,
        converters: [String: ParameterConverter.Function] = [:],
        recording: HitRecorder.Options? = nil
    ) {
        self.access = access
        self.refreshInterval = refreshInterval
        self.busyTimeout = busyTimeout
        self.author = author
        self.now = now ?? SystemClock.now
        self.converters = converters
        self.recording = recording
    }
}
