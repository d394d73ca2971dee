/// The stable number of a route in its registry.
///
/// Replacing or renaming a route keeps it.
public struct RouteID: Hashable, Comparable, Sendable {
    /// The number, from 1.
    public let rawValue: Int64

    /// Creates an id from its number.
    public init(rawValue: Int64) { self.rawValue = rawValue }

    /// Orders ids by number, that is, by the order of registration.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// A pattern and its target; without a pattern, a task that is requested by name.
public struct Route: Hashable, Sendable {
    /// The stable number, which is also the position in the order of registration.
    public let id: RouteID
    /// The namespace that the route is in.
    public var namespace: NamespaceID
    /// The name, unique in the namespace and group.
    public var name: String?
    /// The group, a tag that routes share.
    public var group: String?
    /// The kind of requests that the route takes, such as `GET`, or the kind of its target, such as
    /// `view`; `nil` if it takes requests of every kind.
    public var kind: String?
    private var packed: PackedPattern?
    /// The pattern as its author wrote it, if it was written in another dialect.
    public var dialectText: String?
    /// The name of the target.
    public var target: String
    /// The priority: higher ones match first.
    public var priority: Int32
    /// True if the route takes part in matching.
    public var isEnabled: Bool
    private var extras: RouteExtras?

    /// Creates a route, for a ``RegistrySnapshot`` that is built without a registry file.
    ///
    /// - Parameters:
    ///   - id: The stable number; unique in its registry.
    ///   - namespace: The namespace that the route is in.
    ///   - name: The name, unique in the namespace and group.
    ///   - group: The group.
    ///   - kind: The kind of requests that the route takes; `nil` for every kind.
    ///   - pattern: The pattern; `nil` if the route is requested only by its name.
    ///   - dialectText: The pattern as its author wrote it, if it was written in another dialect.
    ///   - target: The name of the target.
    ///   - priority: The priority: higher ones match first.
    ///   - isEnabled: Whether the route takes part in matching.
    ///   - requirements: The values that the route requires before its code is called.
    ///   - presentation: How the target is shown.
    ///   - labels: What people say about the route, by key.
    ///   - note: A note for people.
    ///   - redirect: Where the route sends its requests instead of to code.
    ///   - starts: When the route begins to match; see ``starts``.
    ///   - ends: When the route no longer matches; see ``ends``.
    public init(
        id: RouteID, namespace: NamespaceID, name: String? = nil, group: String? = nil,
        kind: String? = nil, pattern: RoutePattern?, dialectText: String? = nil, target: String,
        priority: Int32 = 0, isEnabled: Bool = true, requirements: [RouteRequirement] = [],
        presentation: RoutePresentation? = nil, labels: [String: String] = [:], note: String? = nil,
        redirect: RouteRedirect? = nil, starts: Timestamp? = nil, ends: Timestamp? = nil
    ) {
        self.id = id
        self.namespace = namespace
        self.name = name
        self.group = group
        self.kind = kind
        packed = pattern.map(PackedPattern.init)
        self.dialectText = dialectText
        self.target = target
        self.priority = priority
        self.isEnabled = isEnabled
        extras = RouteExtras(
            RouteExtras.Values(
                requirements: requirements, presentation: presentation, labels: labels, note: note,
                redirect: redirect, period: RoutePeriod(starts: starts, ends: ends)))
    }

    /// The pattern; `nil` if the route is requested only by its name.
    ///
    /// - Complexity: O(*n*) in the length of the pattern, also to read it, since a route keeps it packed.
    public var pattern: RoutePattern? {
        get { packed?.pattern }
        set { packed = newValue.map(PackedPattern.init) }
    }

    /// True if the route has a pattern.
    package var hasPattern: Bool { packed != nil }

    /// The pattern's scheme and host, without its path and query, which take longer to read.
    package var patternOrigin: RoutePattern? { packed?.origin }

    /// The text of the pattern: as its author wrote it in another dialect, or else the canonical native
    /// text; empty without a pattern.
    public var patternText: String { dialectText ?? pattern?.description ?? "" }

    /// The values that the route requires before its code is called, in the order of declaration.
    public var requirements: [RouteRequirement] {
        get { extras?.values.requirements ?? [] }
        set { update { $0.requirements = newValue } }
    }

    /// How the target is shown, if it is a screen.
    public var presentation: RoutePresentation? {
        get { extras?.values.presentation }
        set { update { $0.presentation = newValue } }
    }

    /// The labels that people give the route, by key, such as `owner`; they do not affect resolving.
    public var labels: [String: String] {
        get { extras?.values.labels ?? [:] }
        set { update { $0.labels = newValue } }
    }

    /// A note for people; it does not affect resolving.
    public var note: String? {
        get { extras?.values.note }
        set { update { $0.note = newValue } }
    }

    /// Where the route sends its requests instead of to code; see ``Resolution/redirect``.
    public var redirect: RouteRedirect? {
        get { extras?.values.redirect }
        set { update { $0.redirect = newValue } }
    }

    /// When the route begins to match; `nil` if it always did.
    ///
    /// A request without a time is before every start, and after every end.
    public var starts: Timestamp? {
        get { period.starts }
        set { update { $0.period.starts = newValue } }
    }

    /// When the route no longer matches; `nil` if it always will.
    public var ends: Timestamp? {
        get { period.ends }
        set { update { $0.period.ends = newValue } }
    }

    /// The time in which the route takes requests.
    package var period: RoutePeriod { extras?.values.period ?? .always }

    /// True if the time of a request decides whether it is taken, or where it is sent.
    var asksForTime: Bool { period != .always || redirect?.asksForTime == true }

    private mutating func update(_ change: (inout RouteExtras.Values) -> Void) {
        var values = extras?.values ?? RouteExtras.Values()
        change(&values)
        extras = RouteExtras(values)
    }
}

extension Route {
    /// Returns whether the route takes every request that another one takes, if the patterns of both match.
    package func covers(_ other: Route) -> Bool {
        RouteKind.covers(kind, other.kind) && period.covers(other.period)
    }

    /// Returns whether both routes take some request, if the patterns of both match.
    package func competes(with other: Route) -> Bool {
        period.overlaps(other.period)
            && (RouteKind.route(of: kind, takes: other.kind)
                || RouteKind.route(of: other.kind, takes: kind))
    }
}

/// Rarely used properties, behind one reference, so that other routes pay only for that reference.
private final class RouteExtras: Hashable, Sendable {
    struct Values: Hashable, Sendable {
        var requirements: [RouteRequirement] = []
        /// The presentation, which is larger than the rest and rarer.
        private var shown: Shown?
        /// The keys of the labels in order, each with its text behind it: half the size of a dictionary.
        private var labelTexts: [String] = []
        var note: String?
        var redirect: RouteRedirect?
        var period = RoutePeriod.always

        init(
            requirements: [RouteRequirement] = [], presentation: RoutePresentation? = nil,
            labels: [String: String] = [:], note: String? = nil, redirect: RouteRedirect? = nil,
            period: RoutePeriod = .always
        ) {
            self.requirements = requirements
            self.note = note
            self.redirect = redirect
            self.period = period
            self.presentation = presentation
            self.labels = labels
        }

        var presentation: RoutePresentation? {
            get { shown?.presentation }
            set { shown = newValue.map(Shown.init) }
        }

        var labels: [String: String] {
            get {
                var labels: [String: String] = [:]
                for index in stride(from: 0, to: labelTexts.count, by: 2) {
                    labels[labelTexts[index]] = labelTexts[index + 1]
                }
                return labels
            }
            set {
                labelTexts = newValue.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
            }
        }

        var isEmpty: Bool {
            requirements.isEmpty && shown == nil && labelTexts.isEmpty && note == nil
                && redirect == nil && period == .always
        }
    }

    /// A presentation behind a reference.
    private final class Shown: Hashable, Sendable {
        let presentation: RoutePresentation

        init(_ presentation: RoutePresentation) { self.presentation = presentation }

        static func == (left: Shown, right: Shown) -> Bool {
            left.presentation == right.presentation
        }

        func hash(into hasher: inout Hasher) { hasher.combine(presentation) }
    }

    let values: Values

    /// Creates the reference to properties; `nil` for none, so that equal routes have equal members.
    init?(_ values: Values) {
        if values.isEmpty { return nil }
        self.values = values
    }

    static func == (left: RouteExtras, right: RouteExtras) -> Bool { left.values == right.values }

    func hash(into hasher: inout Hasher) { hasher.combine(values) }
}

/// The routes that a default value or an access rule applies to.
///
/// Default values of a narrower scope take precedence over those of a wider one.
public enum RouteScope: Hashable, Sendable {
    /// Every route of a namespace.
    case namespace(NamespaceID)
    /// Every route of a namespace that has the group.
    case group(NamespaceID, String)
    /// One route.
    case route(RouteID)
}

/// A value that a route requires before its code is called.
public struct RouteRequirement: Hashable, Sendable {
    /// The name of the value.
    public let key: String
    /// The kind that it must have.
    public let kind: ValueKind

    /// Creates a requirement.
    ///
    /// - Parameters:
    ///   - key: The name of the value.
    ///   - kind: The kind that it must have.
    public init(_ key: String, _ kind: ValueKind) {
        self.key = key
        self.kind = kind
    }
}

/// The kind of a value, as requirements name it.
public enum ValueKind: String, CaseIterable, Sendable {
    /// Anything but null.
    case any
    /// A Boolean.
    case bool
    /// An integer of 64 bits.
    case int
    /// Any number.
    case number
    /// A text.
    case string
    /// A list.
    case array
    /// An object.
    case object

    /// Returns whether a value is of this kind.
    public func includes(_ value: JSONValue) -> Bool {
        switch (self, value) {
        case (_, .null): false
        case (.any, _), (.bool, .bool), (.int, .int), (.number, .int), (.number, .double),
            (.string, .string), (.array, .array), (.object, .object):
            true
        default: false
        }
    }

    /// Returns whether text, such as that of a URL, can be read as a value of this kind.
    public func includes(text: String) -> Bool {
        switch self {
        case .any, .string: true
        case .bool: text.withBytes { ParameterType.bool.accepts($0) }
        case .int: text.withBytes { ParameterType.int(minimum: nil, maximum: nil).accepts($0) }
        case .number: text.withBytes { ParameterType.float.accepts($0) }
        case .array, .object: false
        }
    }
}
