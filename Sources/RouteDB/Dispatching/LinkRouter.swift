public import RouteDBDatabase
public import RouteDBRouting
import RouteDBStorage

/// An app's routes, each registered with its code in one line, and opened at once on the main actor.
///
/// ```swift
/// let links = try LinkRouter<UIViewController> { screen, verb, _ in
///     switch verb {
///     case .push, .popTo: navigation.pushViewController(screen, animated: true)
///     case .present: navigation.present(screen, animated: true)
///     }
/// }
/// try links.register("myapp://user/{id:int}") { UserScreen(id: try $0.value("id")) }
/// try links.handle("myapp://logout") { _ in session.end() }
///
/// links.open("myapp://user/42")
/// ```
///
/// What is bound to a route decides what opening it does: its handler is called, or its screen is made
/// and shown. If a handler or a screen does not take a URL, and the namespace's policy `refusal` is
/// `next`, the next match is tried; an error that it throws ends the search. Nothing waits: for code
/// that does, start a task in the handler, or use a ``Dispatcher``, which also has guards, challenges,
/// timeouts and plans of several screens.
///
/// A redirect without code of its own is followed: to another route here, or to a URL elsewhere, which
/// ``opener`` opens.
///
/// The routes are in a registry: one in memory, unless you give another, such as a copy of a file in
/// the app's bundle. Routes that it has already are bound by their patterns or targets.
@MainActor
public final class LinkRouter<Screen> {
    private enum Code {
        case handler((Resolution) throws -> Bool)
        case screen((Resolution) throws -> Screen?)
    }

    /// The registry that has the routes.
    public let registry: RouteRegistry
    /// The principal that opens URLs, for the registry's access rules; `nil` for an anonymous caller.
    public var principal: RequestPrincipal?
    /// Opens a URL of another host that a redirect leads to, such as in a browser, and returns whether
    /// it did; until you set it, ``open(_:context:from:)`` does not take such URLs.
    public var opener: ((_ url: String) -> Bool)?
    /// Called for each URL that is opened, pushed or presented and that nothing takes, with the reason:
    /// `unmatched`, `declined`, `invalid`, `denied`, `challenged`; `failed` if the code throws an error,
    /// values are missing or redirects lead in a loop; `redirected(.gone)` for what is gone, and
    /// `redirected` with a URL that is not opened.
    public var notTaken: ((_ url: String, _ outcome: Dispatcher.Outcome) -> Void)?

    private let show: (Screen, RoutePresentation.Verb, Screen?, Resolution?) -> Void
    private var routes: [RouteID: Code] = [:]
    private var targets: [TextKey: Code] = [:]
    /// The routes that are only here because they were registered.
    private var added: Set<RouteID> = []

    /// Creates a router that shows screens on top of what is there.
    ///
    /// - Parameters:
    ///   - registry: The registry that has the routes, or `nil` for a new one in memory.
    ///   - show: Shows a screen as the caller or else the route's presentation asks; called for each
    ///     screen that is opened, pushed or presented. There is no resolution for a screen that the
    ///     caller gave.
    /// - Throws: ``RouteDBError`` if memory runs out.
    public convenience init(
        _ registry: RouteRegistry? = nil,
        show:
            @escaping (
                _ screen: Screen, _ verb: RoutePresentation.Verb, _ resolution: Resolution?
            ) -> Void
    ) throws(RouteDBError) {
        try self.init(registry, showingFrom: { show($0, $1, $3) })
    }

    /// Creates a router that shows screens from where the caller says.
    ///
    /// - Parameters:
    ///   - registry: The registry that has the routes, or `nil` for a new one in memory.
    ///   - show: Shows a screen as ``init(_:show:)`` says, from the screen `origin`, or on top of what is
    ///     there if that is `nil`.
    /// - Throws: ``RouteDBError`` if memory runs out.
    public init(
        _ registry: RouteRegistry? = nil,
        showingFrom show:
            @escaping (
                _ screen: Screen, _ verb: RoutePresentation.Verb, _ origin: Screen?,
                _ resolution: Resolution?
            ) -> Void
    ) throws(RouteDBError) {
        if let registry {
            self.registry = registry
        } else {
            self.registry = try RouteRegistry(inMemory: nil)
        }
        self.show = show
    }

    // MARK: Registering

    /// Registers a pattern with the code that makes its screen, replacing what was bound to it.
    ///
    /// - Parameters:
    ///   - pattern: The pattern, in the syntax of the namespace `default`.
    ///   - priority: The priority of a new route: of all matches, the one with the highest is tried first.
    ///   - screen: Makes the screen of a match, or returns `nil` to leave it to the next match.
    /// - Returns: The id of the route.
    /// - Throws: ``RouteDBError`` with `invalidPattern`, and what an edit of the registry throws.
    @discardableResult
    public func register(
        _ pattern: String, priority: Int32 = 0,
        screen: @escaping (_ resolution: Resolution) throws -> Screen?
    ) throws -> RouteID {
        try bind(.screen(screen), to: pattern, priority)
    }

    /// Registers a pattern with a handler, replacing what was bound to it.
    ///
    /// A handler that returns a `Bool` says whether it took the match; if it did not, the next match is
    /// tried. Any other handler takes every match, and what it returns is dropped.
    ///
    /// - Parameters:
    ///   - pattern: The pattern, in the syntax of the namespace `default`.
    ///   - priority: The priority of a new route: of all matches, the one with the highest is tried first.
    ///   - handler: Handles a match.
    /// - Returns: The id of the route.
    /// - Throws: ``RouteDBError`` with `invalidPattern`, and what an edit of the registry throws.
    @discardableResult
    public func handle<Answer>(
        _ pattern: String, priority: Int32 = 0,
        by handler: @escaping (_ resolution: Resolution) throws -> Answer
    ) throws -> RouteID {
        try bind(Self.code(handler), to: pattern, priority)
    }

    /// Binds the code that makes the screens of a target's routes, such as those of a bundled file.
    ///
    /// - Parameters:
    ///   - target: The target.
    ///   - screen: Makes the screen of a match, or returns `nil` to leave it to the next match.
    public func register(
        target: String, screen: @escaping (_ resolution: Resolution) throws -> Screen?
    ) {
        targets[TextKey(target)] = .screen(screen)
    }

    /// Binds a handler to a target's routes, such as those of a bundled file.
    ///
    /// - Parameters:
    ///   - target: The target.
    ///   - handler: Handles a match; what it returns means what it does in ``handle(_:priority:by:)``.
    public func handle<Answer>(
        target: String, by handler: @escaping (_ resolution: Resolution) throws -> Answer
    ) {
        targets[TextKey(target)] = Self.code(handler)
    }

    /// Removes what was bound to a pattern, and the route if it was registered here.
    ///
    /// - Parameter pattern: The pattern, as it was registered.
    /// - Returns: Whether anything was bound to it.
    /// - Throws: What an edit of the registry throws.
    @discardableResult
    public func unregister(_ pattern: String) throws -> Bool {
        // A pattern that no route has, or that is not valid, has no code.
        guard let id = try? registry.table.route(RouteReference(pattern)).id,
            routes.removeValue(forKey: id) != nil
        else { return false }
        if added.remove(id) != nil {
            try registry.editWaiting("Unregister \(pattern)") {
                _ = try $0.remove(RouteReference(id))
            }
        }
        return true
    }

    /// Removes what was bound to a target; its routes stay.
    ///
    /// - Parameter target: The target, as it was registered.
    /// - Returns: Whether anything was bound to it.
    @discardableResult
    public func unregister(target: String) -> Bool {
        targets.removeValue(forKey: TextKey(target)) != nil
    }

    private static func code<Answer>(
        _ handler: @escaping (Resolution) throws -> Answer
    ) -> Code {
        .handler { try handler($0) as? Bool ?? true }
    }

    private func bind(_ code: Code, to pattern: String, _ priority: Int32) throws -> RouteID {
        let outcome = try registry.editWaiting("Register \(pattern)") { editor in
            try editor.add(
                RouteDraft(pattern: pattern, target: pattern, priority: priority),
                onDuplicate: .skip)
        }
        if case .added(let id) = outcome { added.insert(id) }
        routes[outcome.item] = code
        return outcome.item
    }

    // MARK: Opening

    /// Opens a URL: calls the handler of its route, or makes and shows its screen.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - context: Values for the code, which take precedence over those of the URL.
    ///   - origin: The screen to show from; `nil` for the one on top.
    /// - Returns: Whether anything took the URL.
    @discardableResult
    public func open(
        _ url: String, context: JSONObject = [:], from origin: Screen? = nil
    ) -> Bool {
        take(url, context, as: nil, from: origin)
    }

    /// Pushes the screen of a URL, whatever its route's presentation says.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - context: Values for the code, which take precedence over those of the URL.
    ///   - origin: The screen to show from; `nil` for the one on top.
    /// - Returns: Whether there is a screen.
    @discardableResult
    public func push(
        _ url: String, context: JSONObject = [:], from origin: Screen? = nil
    ) -> Bool {
        take(url, context, as: .push, from: origin)
    }

    /// Presents the screen of a URL, whatever its route's presentation says.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - context: Values for the code, which take precedence over those of the URL.
    ///   - origin: The screen to show from; `nil` for the one on top.
    /// - Returns: Whether there is a screen.
    @discardableResult
    public func present(
        _ url: String, context: JSONObject = [:], from origin: Screen? = nil
    ) -> Bool {
        take(url, context, as: .present, from: origin)
    }

    /// Pushes a screen that is there already, such as one of ``screen(for:context:)``.
    ///
    /// - Parameters:
    ///   - screen: The screen.
    ///   - origin: The screen to show from; `nil` for the one on top.
    public func push(screen: Screen, from origin: Screen? = nil) {
        show(screen, .push, origin, nil)
    }

    /// Presents a screen that is there already, such as one of ``screen(for:context:)``.
    ///
    /// - Parameters:
    ///   - screen: The screen.
    ///   - origin: The screen to show from; `nil` for the one on top.
    public func present(screen: Screen, from origin: Screen? = nil) {
        show(screen, .present, origin, nil)
    }

    /// Makes the screen of a URL without showing it.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - context: Values for the code, which take precedence over those of the URL.
    /// - Returns: The screen, or `nil` if there is none, or the code that makes it throws an error.
    public func screen(for url: String, context: JSONObject = [:]) -> Screen? {
        var found: Screen?
        _ = walk(request(url, context), isRecorded: true) { code, resolution in
            guard case .screen(let make) = code else { return false }
            found = try make(resolution)
            return found != nil
        }
        return found
    }

    /// Returns whether anything is bound that ``open(_:context:from:)`` would call for a URL; calls nothing.
    ///
    /// - Parameter url: The URL.
    /// - Returns: Whether there is code for a match that access rules permit, with all required values;
    ///   or an ``opener``, for a redirect that leads to a URL elsewhere.
    public func canOpen(_ url: String) -> Bool {
        switch walk(request(url, [:]), isRecorded: false, { _, _ in true }) {
        case .handled: true
        case .redirected(let redirect): redirect.location != nil && opener != nil
        default: false
        }
    }

    private func take(
        _ url: String, _ context: JSONObject, as verb: RoutePresentation.Verb?,
        from origin: Screen?
    ) -> Bool {
        let outcome = walk(request(url, context), isRecorded: true) { code, resolution in
            switch code {
            case .handler(let handle):
                return try verb == nil && handle(resolution)
            case .screen(let make):
                guard let screen = try make(resolution) else { return false }
                let own = resolution.route?.presentation?.verb
                show(screen, verb ?? own ?? .push, origin, resolution)
                return true
            }
        }
        switch outcome {
        case .handled: return true
        case .redirected(let redirect):
            // What a browser shows can be neither pushed nor presented.
            if verb == nil, let location = redirect.location, opener?(location) == true {
                return true
            }
        default: break
        }
        notTaken?(url, outcome)
        return false
    }

    private func request(_ url: String, _ context: JSONObject) -> ResolutionRequest {
        var request = ResolutionRequest(url, context: context)
        request.principal = principal
        return request
    }

    /// Offers the code of each match, and of what redirects lead to, until it is taken.
    private func walk(
        _ request: ResolutionRequest, isRecorded: Bool, _ take: (Code, Resolution) throws -> Bool
    ) -> Dispatcher.Outcome {
        var outcome = offer(
            isRecorded ? registry.resolve(request) : unrecorded(request), to: take)
        var trail = RedirectTrail(request)
        while case .redirected(let redirect) = outcome, let location = redirect.location {
            guard trail.follow(location) else { return .failed(.redirectLoop(location)) }
            // One URL that is opened is one hit.
            let next = unrecorded(trail.request)
            guard trail.isOwn(next) else { return .redirected(redirect) }
            outcome = offer(next, to: take)
        }
        return outcome
    }

    private func unrecorded(_ request: ResolutionRequest) -> Resolution {
        registry.table.resolve(request, clock: registry.options.now)
    }

    /// Offers the code of each match, best first, until it is taken.
    private func offer(
        _ first: Resolution, to take: (Code, Resolution) throws -> Bool
    ) -> Dispatcher.Outcome {
        var resolution = first
        var outcome: Dispatcher.Outcome = first.outcome == .invalid ? .invalid : .unmatched
        while let route = resolution.route {
            outcome = .declined
            let code = routes[route.id] ?? targets[TextKey(route.target)]
            let redirect = code == nil ? resolution.redirect : nil
            if code != nil || redirect != nil {
                let unmet = resolution.unmetRequirements
                guard unmet.isEmpty else { return .failed(.missing(unmet)) }
            }
            do {
                if let code, try take(code, resolution) { return .handled }
            } catch {
                return .failed(.handlerFailed(error))
            }
            if let redirect { return .redirected(redirect) }
            resolution = registry.resolve(resolution.request, declining: resolution)
        }
        guard let route = resolution.foundRoute else { return outcome }
        if let target = resolution.target { return .challenged(target) }
        return .denied(AccessDenial(route: route, decision: resolution.access))
    }
}

extension LinkRouter where Screen == Never {
    /// Creates a router for handlers only.
    ///
    /// - Parameter registry: The registry that has the routes, or `nil` for a new one in memory.
    /// - Throws: ``RouteDBError`` if memory runs out.
    public convenience init(_ registry: RouteRegistry? = nil) throws(RouteDBError) {
        try self.init(registry) { _, _, _ in }
    }
}

extension RouteRegistry {
    /// Edits the registry, while the calling thread waits for its queue and its file.
    package func editWaiting<Value: Sendable>(
        _ message: String, _ body: @Sendable (RegistryEditor) throws -> Value
    ) throws -> Value {
        let commit = CommitInfo(
            author: options.author, message: message, source: "library", time: options.now())
        return try core.editWaiting(commit, body)
    }
}
