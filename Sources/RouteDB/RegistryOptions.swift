public import RouteDBRouting

/// How a registry is opened.
public struct RegistryOptions: Sendable {
    /// What the registry may be used for.
    public enum Access: Sendable {
        /// To resolve and to read; nothing is ever written, also not to an older schema.
        case reading
        /// To edit as well; an older schema is brought up to date.
        case writing
        /// As `writing`; a missing or empty file becomes a registry.
        case creating
    }

    /// What the registry may be used for.
    public var access: Access

    /// The code behind converters whose rule leaves it to code, by their names, in every namespace.
    ///
    /// Each runs while a URL is resolved, on the caller's thread and on several threads at once.
    /// Nothing of the registry is locked meanwhile. A converter without code here, or whose code
    /// throws, accepts no text, and the resolution lists a ``ConversionFailure``.
    public var converters: [String: ConverterFunction]

    /// How long another process's commit may stay unseen; `nil`: until ``RouteRegistry/refresh()``.
    public var refreshInterval: Duration?

    /// How long to wait for another process's write, in milliseconds.
    public var busyTimeoutMilliseconds: Int

    /// The author of edits that name none.
    public var author: String

    /// The time of edits, and of requests that do not tell it, in microseconds since
    /// 1970-01-01T00:00:00Z.
    public var currentTimeMicroseconds: @Sendable () -> Int64

    /// How every resolution of a URL is recorded; `nil`: none is.
    public var recording: RecordingOptions?

    /// Makes options.
    ///
    /// - Parameters:
    ///   - access: What the registry may be used for.
    ///   - refreshInterval: How long another process's commit may stay unseen; `nil` turns the
    ///     looking off.
    ///   - busyTimeoutMilliseconds: How long to wait for another process's write.
    ///   - author: The author of edits that name none.
    ///   - currentTimeMicroseconds: The time of edits, and of requests that do not tell it; the
    ///     system's clock unless given.
    ///   - converters: The code behind converters, by their names.
    ///   - recording: How every resolution of a URL is recorded; `nil`: none is.
    public init(
        access: Access = .writing, refreshInterval: Duration? = .milliseconds(100),
        busyTimeoutMilliseconds: Int = 5_000, author: String = "unknown",
        currentTimeMicroseconds: @escaping @Sendable () -> Int64 = SystemClock.microseconds,
        converters: [String: ConverterFunction] = [:], recording: RecordingOptions? = nil
    ) {
        self.access = access
        self.refreshInterval = refreshInterval
        self.busyTimeoutMilliseconds = busyTimeoutMilliseconds
        self.author = author
        self.currentTimeMicroseconds = currentTimeMicroseconds
        self.converters = converters
        self.recording = recording
    }
}
