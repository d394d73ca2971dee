public import RouteDBRouting

/// A request to a dispatcher: what to resolve, and what the caller passes to the code that is
/// called.
public struct DispatchRequest: Sendable {
    /// The URL or route name to resolve, with principal and context.
    public var request: ResolutionRequest
    /// Values of any type for handlers and guards, passed on unchanged and never recorded.
    public var attachments: [String: any Sendable]
    /// How to show the target; what it sets takes precedence over the route's presentation.
    public var presentation: RoutePresentation?
    /// The screens that are currently shown, bottom first, or `nil` to ask the navigation host.
    public var stack: [NavigationPlan.StackEntry]?
    /// A guard to ask instead of all registered guards.
    public var replacingGuard: Dispatcher.Guard?
    /// How long the whole dispatch may take.
    public var timeout: Dispatcher.Timeout
    /// The object that a middleware passes to its handlers, by one reference.
    package var carrier: (any AnyObject & Sendable)?

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - request: The URL or route name to resolve, with principal and context.
    ///   - attachments: Values of any type for handlers and guards, passed on unchanged.
    ///   - presentation: How to show the target; takes precedence over the route's presentation.
    ///   - stack: The screens that are currently shown, bottom first, or `nil` to ask the
    ///     navigation host.
    ///   - replacingGuard: A guard to ask instead of all registered guards.
    ///   - timeout: How long the whole dispatch may take.
    public init(
        _ request: ResolutionRequest, attachments: [String: any Sendable] = [:],
        presentation: RoutePresentation? = nil, stack: [NavigationPlan.StackEntry]? = nil,
        replacingGuard: Dispatcher.Guard? = nil, timeout: Dispatcher.Timeout = .standard
    ) {
        self.request = request
        self.attachments = attachments
        self.presentation = presentation
        self.stack = stack
        self.replacingGuard = replacingGuard
        self.timeout = timeout
    }

    /// Creates a request for a URL, with default values for everything else.
    ///
    /// - Parameter url: The URL as written.
    public init(_ url: String) { self.init(ResolutionRequest(url)) }
}

extension Dispatcher {
    /// Options of a dispatcher.
    public struct Options: Sendable {
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

        func limit(_ timeout: Dispatcher.Timeout) -> Duration? {
            switch timeout {
            case .standard: self.timeout
            case .never: nil
            case .after(let limit): limit
            }
        }
    }
}

extension Dispatcher {
    /// How long one dispatch may take.
    public enum Timeout: Hashable, Sendable {
        /// The timeout of the dispatcher's options.
        case standard
        /// No timeout.
        case never
        /// A timeout for this dispatch alone.
        case after(Duration)
    }
}
