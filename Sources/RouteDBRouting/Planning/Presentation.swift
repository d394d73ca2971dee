/// How a target is shown, for apps whose targets are screens.
///
/// A route has one as data, and a request may bring another. What is `nil` says nothing, so the
/// request's covers the route's field by field. Out of both a ``NavigationPlan`` is made.
public struct Presentation: Hashable, Sendable {
    /// What is done with the screen; `nil`: it is pushed.
    public var verb: Verb?
    /// What the screens are put into; `nil`: nothing.
    public var container: Container?
    /// The screens below, bottom first.
    public var prestack: [Underlay]?
    /// Whether a screen that is presented is first put into a navigation container.
    public var wraps: Bool?
    /// Whether the change is animated; `nil`: it is.
    public var isAnimated: Bool?
    /// The name of the transition.
    public var transition: String?
    /// How the screen is made; `nil`: as the app makes it.
    public var initializer: Initializer?
    /// When a screen that is already there is returned to; `nil`: never.
    public var reuse: Reuse?
    /// The name of the value that tells screens of one target apart.
    public var key: String?

    /// What is done with a screen.
    public enum Verb: String, CaseIterable, Sendable {
        /// It is put on top of the stack.
        case push
        /// It is shown over the stack.
        case present
        /// The stack is cut down to one that is there; where none is, it is pushed.
        case popTo
    }

    /// What screens are put into.
    public enum Container: Hashable, Sendable {
        /// A stack of screens.
        case navigation
        /// Tabs.
        case tab
        /// A container of the app, by its name; it takes the screen alone, without a prestack.
        case custom(String)
    }

    /// What lies below a screen: one screen, or those of another route.
    public enum Underlay: Hashable, Sendable {
        /// The screens of the route that a URL or path resolves to, with that route's own prestack.
        /// A name in braces, as in `user/{id}`, stands for a value of the request.
        case route(String)
        /// The screens of the route with a name, in the same namespace.
        case named(String)
        /// A new screen of a target.
        case target(String)
        /// A screen that the app has already, by a token that it knows.
        case instance(String)
    }

    /// When a screen that is there is returned to, rather than another one made.
    public enum Reuse: String, CaseIterable, Sendable {
        /// Never.
        case never
        /// When it has the same target and the same key.
        case sameKey
        /// When it has the same target.
        case anyOfKind
    }

    /// How a screen is made.
    public struct Initializer: Hashable, Sendable {
        /// The name that the app knows.
        public var name: String
        /// The arguments.
        ///
        /// A text `{id}` is the value of that name, whatever it is; in a longer text
        /// it stands for the value's text.
        public var arguments: [JSONValue]

        /// Makes an initializer.
        ///
        /// - Parameters:
        ///   - name: The name that the app knows.
        ///   - arguments: The arguments, with names in braces for values.
        public init(name: String, arguments: [JSONValue] = []) {
            self.name = name
            self.arguments = arguments
        }
    }

    /// Makes a presentation that says nothing.
    public init() {}

    /// This presentation with what another one says over it.
    ///
    /// A container of the app stays unless the other presentation names another one: it counts
    /// rather than a sort of container, whichever of the two says it.
    ///
    /// - Parameter other: The one whose fields count, where they say something.
    /// - Returns: The fields of both.
    public func covered(by other: Presentation) -> Presentation {
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

extension Presentation.Container? {
    /// The container that counts of the one of a presentation and that of a presentation over it.
    fileprivate func covered(by other: Self) -> Self {
        switch (self, other) {
        case (.custom?, .navigation?), (.custom?, .tab?): self
        default: other ?? self
        }
    }
}
