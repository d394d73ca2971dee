/// Why no navigation plan could be made for a match.
public struct PlanError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The stable name.
        public let rawValue: String

        /// Creates a code from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A prestack leads back to its own route.
        public static let cycle = Code(rawValue: "prestackCycle")
        /// A prestack has more than ``NavigationPlan/maximumScreens`` screens.
        public static let tooManyScreens = Code(rawValue: "tooManyScreens")
        /// A prestack names a URL or route that does not resolve.
        public static let unresolved = Code(rawValue: "prestackUnresolved")
        /// A placeholder has no value.
        public static let missingValue = Code(rawValue: "missingValue")
    }

    /// The kind of error.
    public let code: Code
    /// The route whose presentation is at fault; `nil` for the screen of a fallback target.
    public let route: RouteID?
    /// The error, as a sentence.
    public let message: String

    /// The message.
    public var description: String { message }
}

/// A plan by which an app shows a match: the screens to show, and how to show them.
///
/// A plan is data: ``Resolution/plan(covering:over:)`` creates it, and code in the app carries it
/// out.
public struct NavigationPlan: Hashable, Sendable {
    /// The action by which an app shows the screens.
    public enum Action: Hashable, Sendable {
        /// The screens are pushed onto the stack.
        case push
        /// The screens are presented over the stack.
        case present
        /// The stack is popped to the screen with this index, counted from the bottom.
        case popTo(Int)
    }

    /// One screen.
    public struct Screen: Hashable, Sendable {
        /// The source of a screen.
        public enum Source: Hashable, Sendable {
            /// A new screen of a target.
            case target(String)
            /// An existing screen of the app, by its token.
            case instance(String)

            /// The target or the token.
            package var name: String {
                switch self {
                case .target(let name), .instance(let name): name
                }
            }
        }

        /// The source of the screen: a target, or an existing screen.
        public var source: Source
        /// The route that led to it, if any.
        public var route: RouteID?
        /// The values for it.
        public var values: JSONObject
        /// The key that distinguishes it from other screens of its target.
        public var key: String?
        /// How it is created, with placeholders filled; `nil` for the app's default.
        public var initializer: RoutePresentation.Initializer?

        /// Creates a screen, such as to ask a navigation host for it in a test.
        ///
        /// - Parameters:
        ///   - source: The source of the screen: a target, or an existing screen.
        ///   - route: The route that led to it, if any.
        ///   - values: The values for it.
        ///   - key: The key that distinguishes it from other screens of its target.
        ///   - initializer: How it is created; `nil` for the app's default.
        public init(
            source: Source, route: RouteID? = nil, values: JSONObject = [:], key: String? = nil,
            initializer: RoutePresentation.Initializer? = nil
        ) {
            self.source = source
            self.route = route
            self.values = values
            self.key = key
            self.initializer = initializer
        }
    }

    /// The action by which the app shows the screens.
    public var action: Action
    /// The screens, bottom first; the last is that of the match.
    public var screens: [Screen]
    /// The container that the screens are put into, or `nil`.
    public var container: RoutePresentation.Container?
    /// True if a presented screen is first wrapped in a navigation container.
    public var wraps: Bool
    /// True if the change is animated.
    public var isAnimated: Bool
    /// The name of the transition.
    public var transition: String?

    /// The screen of the match.
    public var top: Screen? { screens.last }

    /// Creates a plan, such as one that a test has a navigation host carry out.
    ///
    /// - Parameters:
    ///   - action: The action by which the app shows the screens.
    ///   - screens: The screens, bottom first.
    ///   - container: The container that the screens are put into, or `nil`.
    ///   - wraps: Whether a presented screen is first wrapped in a navigation container.
    ///   - isAnimated: Whether the change is animated.
    ///   - transition: The name of the transition.
    public init(
        action: Action, screens: [Screen], container: RoutePresentation.Container? = nil,
        wraps: Bool = false, isAnimated: Bool = true, transition: String? = nil
    ) {
        self.action = action
        self.screens = screens
        self.container = container
        self.wraps = wraps
        self.isAnimated = isAnimated
        self.transition = transition
    }
}

extension NavigationPlan {
    /// An existing screen, as the app describes it when it asks for a plan.
    public struct StackEntry: Hashable, Sendable {
        /// The target of the screen.
        public var target: String
        /// The key that distinguishes it from other screens of the target.
        public var key: String?

        /// Creates an entry.
        ///
        /// - Parameters:
        ///   - target: The target of the screen.
        ///   - key: The key that distinguishes it from other screens of the target.
        public init(_ target: String, key: String? = nil) {
            self.target = target
            self.key = key
        }
    }
}

extension NavigationPlan {
    /// The plan as JSON: `action`, with `index` where it is `popTo`; `stack`, the screens; and
    /// `container`, `wrap`, `animated` and `transition`.
    ///
    /// A container of the app is an object with its name as `custom`.
    public var json: JSONObject {
        var json = JSONObject()
        switch action {
        case .push: json["action"] = "push"
        case .present: json["action"] = "present"
        case .popTo(let index):
            json["action"] = "popTo"
            json["index"] = .int(Int64(index))
        }
        json["stack"] = .array(screens.map { .object($0.json) })
        switch container {
        case .navigation: json["container"] = "navigation"
        case .tab: json["container"] = "tab"
        case .custom(let name): json["container"] = ["custom": .string(name)]
        case nil: json["container"] = .null
        }
        json["wrap"] = .bool(wraps)
        json["animated"] = .bool(isAnimated)
        json["transition"] = transition.map(JSONValue.string) ?? .null
        return json
    }
}

extension NavigationPlan.Screen {
    fileprivate var json: JSONObject {
        var json = JSONObject()
        switch source {
        case .target(let name): json["target"] = .string(name)
        case .instance(let token): json["instance"] = .string(token)
        }
        json["route"] = route.map { .int($0.rawValue) } ?? .null
        json["key"] = key.map(JSONValue.string) ?? .null
        json["values"] = .object(values)
        json["initializer"] =
            initializer.map {
                ["name": .string($0.name), "arguments": .array($0.arguments)]
            } ?? .null
        return json
    }
}

extension NavigationPlan {
    /// The maximum number of screens in a plan.
    public static let maximumScreens = 64
}

extension Resolution {
    /// Creates the navigation plan of a match.
    ///
    /// The screens of the prestack come first; its routes bring their own prestacks. The other
    /// settings of the match and the request apply to the whole plan.
    ///
    /// - Parameters:
    ///   - presentation: The request's presentation, which overrides that of the route.
    ///   - entries: The screens that the app shows now, bottom first. Reuse policies look for a
    ///     screen among them; if several fit, the topmost is used.
    /// - Returns: The plan; `nil` if nothing matched, or neither the route nor the request has a
    ///   presentation.
    /// - Throws: ``PlanError`` with a code: `prestackCycle`, `tooManyScreens`,
    ///   `prestackUnresolved`, `missingValue`.
    /// - Complexity: That of resolving the routes of the prestack.
    public func plan(
        covering presentation: RoutePresentation? = nil,
        over entries: [NavigationPlan.StackEntry] = []
    ) throws(PlanError) -> NavigationPlan? {
        guard let route, route.presentation != nil || presentation != nil else { return nil }
        var whole = route.presentation ?? RoutePresentation()
        if let presentation { whole = whole.covered(by: presentation) }
        var planner = NavigationPlanner(table: table)
        try planner.add(self, as: whole)
        return whole.plan(of: planner.screens, over: entries)
    }

    /// Makes the plan that shows a fallback target, for a request that no route took.
    package func plan(
        showingFallback target: String, as presentation: RoutePresentation,
        over entries: [NavigationPlan.StackEntry]
    ) throws(PlanError) -> NavigationPlan {
        var planner = NavigationPlanner(table: table)
        try planner.add(fallback: target, of: self, as: presentation)
        return presentation.plan(of: planner.screens, over: entries)
    }
}

extension RoutePresentation {
    /// The plan for new screens, given the existing ones.
    fileprivate func plan(
        of screens: [NavigationPlan.Screen], over entries: [NavigationPlan.StackEntry]
    ) -> NavigationPlan {
        NavigationPlan(
            action: action(for: screens.last, over: entries), screens: screens,
            container: container, wraps: wraps ?? false, isAnimated: isAnimated ?? true,
            transition: transition)
    }

    /// The action for a screen, given the existing ones.
    private func action(
        for screen: NavigationPlan.Screen?, over entries: [NavigationPlan.StackEntry]
    ) -> NavigationPlan.Action {
        if let screen, let index = entries.lastIndex(where: { isReused($0, for: screen) }) {
            return .popTo(index)
        }
        return verb == .present ? .present : .push
    }

    private func isReused(_ entry: NavigationPlan.StackEntry, for screen: NavigationPlan.Screen)
        -> Bool
    {
        guard case .target(let target) = screen.source,
            target.utf8.elementsEqual(entry.target.utf8)
        else { return false }
        switch reuse {
        case .anyOfKind: return true
        case .sameKey: return hasKey(entry, of: screen)
        case .never, nil: return verb == .popTo && (key == nil || hasKey(entry, of: screen))
        }
    }

    private func hasKey(_ entry: NavigationPlan.StackEntry, of screen: NavigationPlan.Screen)
        -> Bool
    {
        guard let key = screen.key, let other = entry.key else { return false }
        return key.utf8.elementsEqual(other.utf8)
    }
}
