public import RouteDBRouting

/// A route as its author describes it, before the registry checks it and assigns its id.
public struct RouteDraft: Hashable, Sendable {
    /// The text of the pattern, or `nil` for a task, which is requested only by its name.
    public var pattern: String?
    /// The language of the text, or `nil` for the namespace's language.
    public var syntax: PatternSyntax?
    /// The name of the target.
    public var target: String
    /// The name, unique in the namespace and group.
    public var name: String?
    /// The group, a tag that routes share.
    public var group: String?
    /// The kind of the target, such as `view` or `handler`; routes of different kinds may have the
    /// same pattern.
    public var kind: String?
    /// The name of the namespace.
    public var namespace: String
    /// The priority: higher ones match first.
    public var priority: Int32
    /// True if the route takes part in matching.
    public var isEnabled: Bool
    /// The route's own default values.
    public var defaults: JSONObject
    /// The values that the route requires before its code is called, each key once.
    public var requirements: [RouteRequirement]
    /// How the target is shown, if it is a screen.
    public var presentation: RoutePresentation?
    /// The texts by which people describe the route: up to 32 by key, such as `owner`.
    ///
    /// A key has 1 to 63 ASCII letters, digits, `-`, `_`, `.` and `/`, and begins with a letter or
    /// digit; a text has 1 to 255 bytes.
    public var labels: [String: String]
    /// A note for people, of 1 to 1,024 bytes.
    public var note: String?
    /// Where the route sends its requests instead of to code.
    ///
    /// The pattern, or the route's own default values, must have every value that its URL needs.
    public var redirect: RouteRedirect?
    /// When the route begins to match; `nil` for at once.
    public var starts: Timestamp?
    /// When the route no longer matches, after ``starts``; `nil`
    /// for never.
    public var ends: Timestamp?

    /// Creates a draft.
    ///
    /// - Parameters:
    ///   - pattern: The text of the pattern, or `nil` if the route is requested only by its name.
    ///   - syntax: The language of the text, or `nil` for the namespace's language.
    ///   - target: The name of the target.
    ///   - name: The name, unique in the namespace and group.
    ///   - group: The group, a tag that routes share.
    ///   - kind: The kind of the target.
    ///   - namespace: The name of the namespace.
    ///   - priority: The priority: higher ones match first.
    ///   - isEnabled: Whether the route takes part in matching.
    ///   - defaults: The route's own default values.
    ///   - requirements: The values that the route requires before its code is called.
    ///   - presentation: How the target is shown.
    ///   - labels: What people say about the route, by key.
    ///   - note: A note for people.
    ///   - redirect: Where the route sends its requests instead of to code.
    ///   - starts: When the route begins to match.
    ///   - ends: When the route no longer matches.
    public init(
        pattern: String?, syntax: PatternSyntax? = nil, target: String, name: String? = nil,
        group: String? = nil, kind: String? = nil, namespace: String = RouteNamespace.defaultName,
        priority: Int32 = 0, isEnabled: Bool = true, defaults: JSONObject = [:],
        requirements: [RouteRequirement] = [], presentation: RoutePresentation? = nil,
        labels: [String: String] = [:], note: String? = nil, redirect: RouteRedirect? = nil,
        starts: Timestamp? = nil, ends: Timestamp? = nil
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
        self.labels = labels
        self.note = note
        self.redirect = redirect
        self.starts = starts
        self.ends = ends
    }
}

extension RouteDraft {
    /// The time in which the route takes requests.
    package var period: RoutePeriod { RoutePeriod(starts: starts, ends: ends) }
}
