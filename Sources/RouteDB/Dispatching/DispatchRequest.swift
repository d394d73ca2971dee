public import RouteDBRouting

/// What is asked of a dispatcher: a URL or a name, and what the caller adds for the code behind it.
public struct DispatchRequest: Sendable {
    /// What is resolved.
    public var request: ResolutionRequest
    /// Values of any sort for handlers and guards; they pass untouched and are never recorded.
    public var attachments: [String: any Sendable]
    /// How the target is shown, over what the route says.
    public var presentation: Presentation?
    /// The screens that are there, bottom first; `nil`: what the navigation host says.
    public var stack: [StackEntry]?
    /// A guard that stands in the place of all that are registered.
    public var replacingGuard: Guard?
    /// How long the whole dispatch may take.
    public var timeout: DispatchTimeout

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - request: What is resolved.
    ///   - attachments: Values of any sort, which pass untouched.
    ///   - presentation: How the target is shown, over what the route says.
    ///   - stack: The screens that are there, bottom first.
    ///   - replacingGuard: A guard in the place of all that are registered.
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

    /// Makes a request for a URL, with nothing added.
    ///
    /// - Parameter url: The URL as written.
    public init(_ url: String) { self.init(ResolutionRequest(url)) }
}
