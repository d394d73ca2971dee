/// The stable number of a route in its registry; a route that is replaced or renamed keeps it.
public struct RouteID: Hashable, Comparable, Sendable {
    /// The number, from 1.
    public let rawValue: Int64

    /// Makes an id from its number.
    public init(rawValue: Int64) { self.rawValue = rawValue }

    /// Orders ids by number, that is, by the order of registration.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// A pattern and what it leads to.
public struct Route: Hashable, Sendable {
    /// The stable number, which is also the place in the order of registration.
    public let id: RouteID
    /// The namespace that the route is in.
    public var namespace: NamespaceID
    /// The name, unique in the namespace and group.
    public var name: String?
    /// The group, a tag that routes share.
    public var group: String?
    /// The kind of thing that the target is, such as `view` or `handler`; a request may ask for one.
    public var kind: String?
    /// The pattern.
    public var pattern: RoutePattern
    /// The pattern's text as its author wrote it, unless it is written natively.
    public var dialectText: String?
    /// The name of what the route leads to.
    public var target: String
    /// The priority: higher ones match first.
    public var priority: Int32
    /// Whether the route takes part in matching.
    public var isEnabled: Bool

    /// Makes a route, for a ``RegistrySnapshot`` that is made without a registry's file.
    ///
    /// - Parameters:
    ///   - id: The stable number; unique in its registry.
    ///   - namespace: The namespace that the route is in.
    ///   - name: The name, unique in the namespace and group.
    ///   - group: The group.
    ///   - kind: The kind of thing that the target is.
    ///   - pattern: The pattern.
    ///   - dialectText: The pattern's text, unless it is written natively.
    ///   - target: The name of what the route leads to.
    ///   - priority: The priority: higher ones match first.
    ///   - isEnabled: Whether the route takes part in matching.
    public init(
        id: RouteID, namespace: NamespaceID, name: String? = nil, group: String? = nil,
        kind: String? = nil, pattern: RoutePattern, dialectText: String? = nil, target: String,
        priority: Int32 = 0, isEnabled: Bool = true
    ) {
        self.id = id
        self.namespace = namespace
        self.name = name
        self.group = group
        self.kind = kind
        self.pattern = pattern
        self.dialectText = dialectText
        self.target = target
        self.priority = priority
        self.isEnabled = isEnabled
    }

    /// The pattern's text: as its author wrote it in another dialect, or canonical native text.
    public var patternText: String { dialectText ?? pattern.description }
}
