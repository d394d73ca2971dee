public import RouteDBRouting

/// A route as a person writes it, before the registry has checked and numbered it.
public struct RouteDraft: Hashable, Sendable {
    /// The text of the pattern; `nil`: the route is a task, which is reached by its name alone.
    public var pattern: String?
    /// The language that the text is in; `nil`: the one of the namespace.
    public var syntax: PatternSyntax?
    /// The name of what the route leads to.
    public var target: String
    /// The name, unique in the namespace and group.
    public var name: String?
    /// The group, a tag that routes share.
    public var group: String?
    /// The kind of thing that the target is, such as `view` or `handler`; routes of several kinds
    /// may have one pattern.
    public var kind: String?
    /// The name of the namespace.
    public var namespace: String
    /// The priority: higher ones match first.
    public var priority: Int32
    /// Whether the route takes part in matching.
    public var isEnabled: Bool
    /// The route's own default values.
    public var defaults: JSONObject
    /// The values that must be there before code is called, each key once.
    public var requirements: [Requirement]
    /// How the target is shown, where it is a screen.
    public var presentation: Presentation?

    /// Creates a draft.
    ///
    /// - Parameters:
    ///   - pattern: The text of the pattern; `nil`: the route is reached by its name alone.
    ///   - syntax: The language that the text is in; `nil`: the one of the namespace.
    ///   - target: The name of what the route leads to.
    ///   - name: The name, unique in the namespace and group.
    ///   - group: The group, a tag that routes share.
    ///   - kind: The kind of thing that the target is.
    ///   - namespace: The name of the namespace.
    ///   - priority: The priority: higher ones match first.
    ///   - isEnabled: Whether the route takes part in matching.
    ///   - defaults: The route's own default values.
    ///   - requirements: The values that must be there before code is called.
    ///   - presentation: How the target is shown.
    public init(
        pattern: String?, syntax: PatternSyntax? = nil, target: String, name: String? = nil,
        group: String? = nil, kind: String? = nil, namespace: String = Namespace.defaultName,
        priority: Int32 = 0, isEnabled: Bool = true, defaults: JSONObject = [:],
        requirements: [Requirement] = [], presentation: Presentation? = nil
    ) {
        self.pattern = pattern
        self.syntax = syntax
        self.target = target
        self.name = name
        self.group = group
        self.kind = kind
        self.namespace = namespace
        self.priority = priority
        self.isEnabled = isEnabled
        self.defaults = defaults
        self.requirements = requirements
        self.presentation = presentation
    }
}
