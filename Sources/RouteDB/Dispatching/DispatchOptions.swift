/// Options of a dispatcher.
public struct DispatchOptions: Sendable {
    /// How long a whole dispatch may take, including guards and challenges, or `nil` for no limit.
    ///
    /// With a timeout, each dispatch runs in a new task, which is cancelled when the timeout
    /// expires.
    public var timeout: Duration?

    /// The clock that measures timeouts.
    public var clock: any Clock<Duration>

    /// Creates options.
    ///
    /// - Parameters:
    ///   - timeout: How long a whole dispatch may take, or `nil` for no limit.
    ///   - clock: The clock that measures timeouts.
    public init(timeout: Duration? = nil, clock: any Clock<Duration> = ContinuousClock()) {
        self.timeout = timeout
        self.clock = clock
    }

    func limit(_ timeout: DispatchTimeout) -> Duration? {
        switch timeout {
        case .standard: self.timeout
        case .never: nil
        case .after(let limit): limit
        }
    }
}
