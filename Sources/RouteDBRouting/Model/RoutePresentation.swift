/// How a target is shown, for apps whose targets are screens.
///
/// A route stores one as data, and a request may bring another: its non-`nil` fields take
/// precedence. A ``NavigationPlan`` is created from both.
public struct RoutePresentation: Hashable, Sendable {
    /// How the screen is shown; `nil` to push it.
    public var verb: Verb?
    /// The container that the screens are put into, or `nil`.
    public var container: Container?
    /// The screens below, bottom first.
    public var prestack: [Underlay]?
    /// True if a presented screen is first wrapped in a navigation container.
    public var wraps: Bool?
    /// True if the change is animated; `nil` means that it is.
    public var isAnimated: Bool?
    /// The name of the transition.
    public var transition: String?
    /// How the screen is created; `nil` for the app's default.
    public var initializer: Initializer?
    /// When to return to an existing screen; `nil` for never.
    public var reuse: Reuse?
    /// The name of the value that distinguishes screens of the same target.
    public var key: String?

    /// How a screen is shown.
    public enum Verb: String, CaseIterable, Sendable {
        /// The screen is pushed onto the stack.
        case push
        /// The screen is presented over the stack.
        case present
        /// The stack is popped to an existing screen; if there is none, a new one is pushed.
        case popTo
    }

    /// A container for screens.
    public enum Container: Hashable, Sendable {
        /// A stack of screens.
        case navigation
        /// Tabs.
        case tab
        /// A container of the app, by its name; it contains only the screen, without a prestack.
        case custom(String)

        /// The word for the kind of container; for one of the app, its name.
        public var name: String {
            switch self {
            case .navigation: "navigation"
            case .tab: "tab"
            case .custom(let name): name
            }
        }
    }

    /// An entry of the prestack: one screen, or the screens of another route.
    public enum Underlay: Hashable, Sendable {
        /// The screens of the route that a URL or path resolves to, with that route's own prestack.
        /// A name in braces, as in `user/{id}`, stands for a value of the request.
        case route(String)
        /// The screens of the route with a name, in the same namespace.
        case named(String)
        /// A new screen of a target.
        case target(String)
        /// An existing screen of the app, identified by a token.
        case instance(String)
    }

    /// When to return to an existing screen instead of creating another.
    public enum Reuse: String, CaseIterable, Sendable {
        /// Never.
        case never
        /// If it has the same target and the same key.
        case sameKey
        /// If it has the same target.
        case anyOfKind
    }

    /// How a screen is created.
    public struct Initializer: Hashable, Sendable {
        /// The name that the app knows.
        public var name: String
        /// The arguments.
        ///
        /// The text `{id}` stands for the value of that name, of any type; within a longer text it
        /// stands for the text of the value.
        public var arguments: [JSONValue]

        /// Creates an initializer.
        ///
        /// - Parameters:
        ///   - name: The name that the app knows.
        ///   - arguments: The arguments, with names in braces for values.
        public init(name: String, arguments: [JSONValue] = []) {
            self.name = name
            self.arguments = arguments
        }
    }

    /// Creates a presentation without settings.
    public init() {}

    /// Overrides this presentation's settings with those of another.
    ///
    /// A custom container is kept unless the other presentation names another custom one: it takes
    /// precedence over a kind of container, whichever of the two sets it.
    ///
    /// - Parameter other: The presentation whose settings take precedence.
    /// - Returns: The combined settings.
    public func covered(by other: RoutePresentation) -> RoutePresentation {
        var result = self
        result.verb = other.verb ?? verb
        result.container = container.covered(by: other.container)
        result.prestack = other.prestack ?? prestack
        result.wraps = other.wraps ?? wraps
        result.isAnimated = other.isAnimated ?? isAnimated
        result.transition = other.transition ?? transition
        result.initializer = other.initializer ?? initializer
        result.reuse = other.reuse ?? reuse
        result.key = other.key ?? key
        return result
    }
}

extension RoutePresentation.Container? {
    /// The container that counts of the one of a presentation and that of a presentation over it.
    fileprivate func covered(by other: Self) -> Self {
        switch (self, other) {
        case (.custom?, .navigation?), (.custom?, .tab?): self
        default: other ?? self
        }
    }
}
