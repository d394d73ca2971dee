/// The stable number of a route in its registry; a route that is replaced or renamed keeps it.
public struct RouteID: Hashable, Comparable, Sendable {
    /// The number, from 1.
    public let rawValue: Int64

    /// Makes an id from its number.
    public init(rawValue: Int64) { self.rawValue = rawValue }

    /// Orders ids by number, that is, by the order of registration.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// A pattern and what it leads to; without a pattern, a task that is asked for by name.
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
    /// The pattern; `nil`: the route is reached by its name alone.
    public var pattern: RoutePattern?
    /// The pattern's text as its author wrote it, unless it is written natively.
    public var dialectText: String?
    /// The name of what the route leads to.
    public var target: String
    /// The priority: higher ones match first.
    public var priority: Int32
    /// Whether the route takes part in matching.
    public var isEnabled: Bool
    private var extras: RouteExtras?

    /// Makes a route, for a ``RegistrySnapshot`` that is made without a registry's file.
    ///
    /// - Parameters:
    ///   - id: The stable number; unique in its registry.
    ///   - namespace: The namespace that the route is in.
    ///   - name: The name, unique in the namespace and group.
    ///   - group: The group.
    ///   - kind: The kind of thing that the target is.
    ///   - pattern: The pattern; `nil`: the route is reached by its name alone.
    ///   - dialectText: The pattern's text, unless it is written natively.
    ///   - target: The name of what the route leads to.
    ///   - priority: The priority: higher ones match first.
    ///   - isEnabled: Whether the route takes part in matching.
    ///   - requirements: The values that must be there before code is called.
    ///   - presentation: How the target is shown.
    public init(
        id: RouteID, namespace: NamespaceID, name: String? = nil, group: String? = nil,
        kind: String? = nil, pattern: RoutePattern?, dialectText: String? = nil, target: String,
        priority: Int32 = 0, isEnabled: Bool = true, requirements: [Requirement] = [],
        presentation: Presentation? = nil
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
        extras = RouteExtras(requirements: requirements, presentation: presentation)
    }

    /// The pattern's text: as its author wrote it in another dialect, or canonical native text;
    /// empty without a pattern.
    public var patternText: String { dialectText ?? pattern?.description ?? "" }

    /// The values that must be there before code is called, in the order of declaration.
    public var requirements: [Requirement] {
        get { extras?.requirements ?? [] }
        set { extras = RouteExtras(requirements: newValue, presentation: presentation) }
    }

    /// How the target is shown, where it is a screen.
    public var presentation: Presentation? {
        get { extras?.presentation }
        set { extras = RouteExtras(requirements: requirements, presentation: newValue) }
    }
}

/// What few routes have, behind one reference, so that the others pay for no more than that.
private final class RouteExtras: Hashable, Sendable {
    let requirements: [Requirement]
    let presentation: Presentation?

    init?(requirements: [Requirement], presentation: Presentation?) {
        if requirements.isEmpty && presentation == nil { return nil }
        self.requirements = requirements
        self.presentation = presentation
    }

    static func == (left: RouteExtras, right: RouteExtras) -> Bool {
        left.requirements == right.requirements && left.presentation == right.presentation
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(requirements)
        hasher.combine(presentation)
    }
}
