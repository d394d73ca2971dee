public import RouteDBRouting

/// A request to a dispatcher: what to resolve, and what the caller passes to the code that is
/// called.
public struct DispatchRequest: Sendable {
    /// The URL or route name to resolve, with principal and context.
    public var request: ResolutionRequest
    /// Values of any type for handlers and guards, passed on unchanged and never recorded.
    public var attachments: [String: any Sendable]
    /// How to show the target; what it sets takes precedence over the route's presentation.
    public var presentation: Presentation?
    /// The screens that are currently shown, bottom first, or `nil` to ask the navigation host.
    public var stack: [StackEntry]?
    /// A guard to ask instead of all registered guards.
    public var replacingGuard: Guard?
    /// How long the whole dispatch may take.
    public var timeout: DispatchTimeout

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
        presentation: Presentation? = nil, stack: [StackEntry]? = nil,
        replacingGuard: Guard? = nil, timeout: DispatchTimeout = .standard
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
