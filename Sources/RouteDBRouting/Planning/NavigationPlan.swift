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
    /// What is wrong, as a sentence.
    public let message: String

    /// The message.
    public var description: String { message }
}

/// What an app does to show a match: which screens to show, and how.
///
/// A plan is data: ``Resolution/plan(covering:over:)`` creates it, and code in the app carries it
/// out.
public struct NavigationPlan: Hashable, Sendable {
    /// What the app does.
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
        /// What the screen shows.
        public enum Source: Hashable, Sendable {
            /// A new screen of a target.
            case target(String)
            /// An existing screen of the app, by its token.
            case instance(String)
        }

        /// What the screen shows.
        public var source: Source
        /// The route that led to it, if any.
        public var route: RouteID?
        /// The values for it.
        public var values: JSONObject
        /// The key that distinguishes it from other screens of its target.
        public var key: String?
        /// How it is created, with placeholders filled; `nil` for the app's default.
        public var initializer: RoutePresentation.Initializer?
    }

    /// What the app does.
    public var action: Action
    /// The screens, bottom first; the last is that of the match.
    public var screens: [Screen]
    /// The container that the screens are put into, or `nil`.
    public var container: RoutePresentation.Container?
    /// Whether a presented screen is first wrapped in a navigation container.
    public var wraps: Bool
    /// Whether the change is animated.
    public var isAnimated: Bool
    /// The name of the transition.
    public var transition: String?

    /// The screen of the match.
    public var top: Screen? { screens.last }
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
