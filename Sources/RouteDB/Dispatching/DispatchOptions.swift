/// How a dispatcher works.
public struct DispatchOptions: Sendable {
    /// How long a dispatch may take, guards, challenges and all; `nil`: as long as it takes.
    ///
    /// With a timeout, a dispatch runs in a task of its own, which is cancelled when the time is up.
    public var timeout: Duration?

    /// The clock that measures timeouts.
    public var clock: any Clock<Duration>

    /// Makes options.
    ///
    /// - Parameters:
    ///   - timeout: How long a dispatch may take; `nil`: as long as it takes.
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
