public import RouteDB

extension RegistryOptions {
    /// Returns options for a registry whose time is that of a clock, whose edits have the author
    /// `tester`, and which looks for commits by other processes only when asked to.
    ///
    /// - Parameters:
    ///   - access: What a file is opened for; a registry in memory needs none.
    ///   - clock: The clock for edits and for requests without a time.
    /// - Returns: The options, to which a test may add converters and recording.
    public static func testing(
        _ access: Access = .creating, clock: TestClock = TestClock()
    ) -> RegistryOptions {
        RegistryOptions(access: access, refreshInterval: nil, author: "tester", now: { clock.time })
    }
}

extension RouteRegistry {
    /// Creates a registry in memory from patterns and the targets that they lead to.
    ///
    /// For all else that a registry can have, edit it, or make one of your app's own document:
    ///
    /// ```swift
    /// let registry = try RouteRegistry(inMemory: builtin, options: .testing(clock: clock))
    /// ```
    ///
    /// - Parameters:
    ///   - routes: The targets by their patterns.
    ///   - clock: The clock for edits and for requests without a time.
    /// - Throws: `RouteDBError` with `invalidPattern`, `invalidValue` or `routeConflict`.
    public convenience init(
        testing routes: KeyValuePairs<String, String>, clock: TestClock = TestClock()
    ) throws(RouteDBError) {
        let drafts = routes.map { RouteDraft(pattern: $0.key, target: $0.value) }
        try self.init(
            inMemory: RegistryDocument(named: "the test's routes", routes: drafts),
            options: .testing(clock: clock))
    }
}

extension Resolution {
    /// Creates the resolution of a URL that matches a pattern, for code that takes a resolution.
    ///
    /// ```swift
    /// let resolution = try Resolution(of: "myapp://user/42", matching: "myapp://user/{id:int}")
    /// let screen = try UserScreen(resolution)
    /// ```
    ///
    /// For a resolution that is unmatched, denied or challenged, resolve a URL by a registry that has
    /// such routes and rules.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - pattern: The pattern, in the native syntax.
    ///   - target: The target of the route.
    ///   - context: Values that the caller adds, which take precedence over those of the URL.
    /// - Throws: `RouteDBError` with `invalidPattern`, and with `invalidURL` if the URL does not match the
    ///   pattern.
    public init(
        of url: String, matching pattern: String, target: String = "test",
        context: JSONObject = [:]
    ) throws(RouteDBError) {
        let registry = try RouteRegistry(testing: [pattern: target])
        self = registry.resolve(ResolutionRequest(url, context: context))
        guard outcome == .matched else {
            throw RouteDBError(
                .invalidURL, "The URL '\(url)' does not match the pattern '\(pattern)'.",
                hint: "`routedb explain` says why.")
        }
    }
}

extension DispatchInvocation {
    /// Creates the invocation that a dispatcher makes for a resolution, to call a handler or a guard by
    /// itself.
    ///
    /// ```swift
    /// let invocation = DispatchInvocation(registry.resolve("myapp://user/42"))
    /// let answer = try await showUser(invocation)
    /// ```
    ///
    /// - Parameters:
    ///   - resolution: The resolution.
    ///   - attachments: Values of any type that the caller passes to the code.
    public init(_ resolution: Resolution, attachments: [String: any Sendable] = [:]) {
        self.init(
            request: DispatchRequest(resolution.request, attachments: attachments),
            resolution: resolution, target: resolution.target)
    }
}
