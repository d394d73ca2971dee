/// The answer to a request: its outcome, and what led to it.
///
/// A resolution keeps the routing table that produced it alive, so it does not change when the
/// registry does. Values are read from the URL when you access them.
///
/// ```swift
/// let resolution = registry.resolve("myapp://user/42?ref=mail")
/// let target = resolution.route?.target  // "user.profile"
/// let id = resolution["id"]  // "42"
/// ```
public struct Resolution: Sendable {
    /// The outcome of resolving.
    package typealias Outcome = ResolutionOutcome

    /// The request.
    public let request: ResolutionRequest

    /// The outcome.
    public internal(set) var outcome: ResolutionOutcome

    let table: RoutingTable
    package let match: RouteMatch

    /// The values that few resolutions have; `nil` without any of them.
    ///
    /// It stands behind one reference because resolutions are passed around, and most of what copying
    /// them costs is counting references.
    private var extras: Extras?

    private final class Extras: Sendable {
        let values: Values
        init(_ values: Values) { self.values = values }
    }

    private struct Values: Sendable {
        var invalidURL: InvalidURL?
        var namedRoute: Route?
        var conversionFailures: [ParameterConverter.Failure] = []
        var converted = JSONObject()
    }

    init(
        request: ResolutionRequest, outcome: Outcome, table: RoutingTable, match: RouteMatch
    ) {
        self.request = request
        self.outcome = outcome
        self.table = table
        self.match = match
    }

    init(
        request: ResolutionRequest, outcome: Outcome, table: RoutingTable, match: RouteMatch,
        namedRoute: Route?
    ) {
        self.init(request: request, outcome: outcome, table: table, match: match)
        if let namedRoute { extras = Extras(Values(namedRoute: namedRoute)) }
    }

    /// The same match with another outcome.
    init(_ other: Resolution, outcome: Outcome) {
        self.init(request: other.request, outcome: outcome, table: other.table, match: other.match)
        extras = other.extras
    }

    init(request: ResolutionRequest, invalidURL: InvalidURL, table: RoutingTable) {
        self.request = request
        outcome = .invalid
        self.table = table
        match = RouteMatch()
        extras = Extras(Values(invalidURL: invalidURL))
    }

    private mutating func update(_ change: (inout Values) -> Void) {
        var values = extras?.values ?? Values()
        change(&values)
        extras = Extras(values)
    }

    /// Why the URL is invalid, if it is.
    public var invalidURL: InvalidURL? { extras?.values.invalidURL }

    /// The failures of converters in code while the URL was resolved, of this route and of routes that
    /// were skipped because of them.
    public internal(set) var conversionFailures: [ParameterConverter.Failure] {
        get { extras?.values.conversionFailures ?? [] }
        set { update { $0.conversionFailures = newValue } }
    }

    /// The route, where the request named it.
    var namedRoute: Route? { extras?.values.namedRoute }

    /// True if the request named the route, or one of another kind.
    private var isNamed: Bool { extras?.values.namedRoute != nil }

    /// The values that converters in code made.
    var converted: JSONObject {
        get { extras?.values.converted ?? [:] }
        set { update { $0.converted = newValue } }
    }

    /// True if converters in code made values for captured parameters.
    package var hasConvertedParameters: Bool {
        extras.map { !$0.values.converted.members.isEmpty } ?? false
    }

    /// The revision of the registry that made this resolution.
    public var revision: Int64 { table.revision }

    /// The namespace of the route; without a route, the namespace that was tried first.
    ///
    /// `nil` if the URL is invalid, or the request named a namespace that does not exist.
    public var namespace: RouteNamespace? {
        table.namespaceTable(of: match)?.namespace
    }

    /// The route, if one matches and may be reached.
    public var route: Route? { outcome == .matched ? foundRoute : nil }

    /// The route that matches, even if access to it was denied or challenged.
    public var foundRoute: Route? {
        hasRoute ? namedRoute ?? table.route(of: match) : nil
    }

    /// The id of ``foundRoute``; the rest of the route is not copied.
    package var foundID: RouteID? {
        hasRoute ? namedRoute?.id ?? table.lendRoute(of: match) { $0.id } : nil
    }

    /// True if ``route`` requires no values, so that none can be missing; nor is it copied.
    package var requiresNothing: Bool {
        guard outcome == .matched else { return false }
        return namedRoute?.requirements.isEmpty
            ?? table.lendRoute(of: match) { $0.requirements.isEmpty }
    }

    /// True if a route matches, regardless of access rules.
    package var hasRoute: Bool { outcome.hasRoute }

    /// The kind of the named route, if it does not take requests of the kind.
    public var otherKind: String? {
        outcome == .unmatched ? namedRoute?.kind : nil
    }

    /// The target: that of the route; without a route, the namespace's fallback target, if it has
    /// one; for a challenge, the target to go to first.
    public var target: String? {
        switch outcome {
        // The rest of the route is not copied.
        case .matched: extras?.values.namedRoute?.target ?? table.target(of: match)
        case .unmatched: table.fallbackTarget(for: match)
        case .challenged: access.challengeTarget
        case .invalid, .denied: nil
        }
    }

    /// The variant of the route's pattern that matched, with the optional groups that the URL has;
    /// `nil` for a route that was requested by name.
    ///
    /// - Complexity: Linear in the pattern, times its variants.
    public var matchedPattern: RoutePattern? {
        guard hasRoute, !isNamed else { return nil }
        return table.shard(of: match).rankedPattern(of: match.variant).pattern
    }

    /// The captured parameters by name, in the order of the pattern: host, path, query.
    ///
    /// `int` is an integer, `float` a double, `number` either, and `bool` a Boolean; a converter makes
    /// its own values; everything else is text. A parameter whose text is not of its type is absent.
    /// In the text of several segments, an encoded slash is `%2F`.
    ///
    /// - Complexity: Linear in the URL.
    public var parameters: JSONObject { captures.parameters.merging(converted) }

    /// The text of each captured parameter, before conversion.
    ///
    /// - Complexity: Linear in the URL.
    public var rawParameters: [String: String] { captures.textsByName }

    /// The texts of the segments that `*` and `**` matched, in order; of `**` with an encoded slash as
    /// `%2F`.
    ///
    /// - Complexity: Linear in the URL.
    public var wildcards: [String] { captures.wildcards }

    /// The decoded items of the query, in order.
    ///
    /// - Complexity: Linear in the URL.
    public var query: [NormalizedURL.QueryItem] {
        guard outcome != .invalid, request.routeName == nil else { return [] }
        return request.withURL { table.queryItems(of: $0, policies: policies) }
    }

    /// The query by key, as it appears among the ``values``.
    ///
    /// A key without a value is null, or absent if the namespace's policy `query` is `pairs`. A key
    /// that occurs several times has the list of its values or the last of them, depending on the
    /// policy `repeated-keys`.
    ///
    /// - Complexity: Linear in the URL.
    public var queryValues: JSONObject { values(of: query) }

    private func values(of query: [NormalizedURL.QueryItem]) -> JSONObject {
        let policies = policies
        let counting = policies.query == .pairs ? query.filter { $0.value != nil } : query
        return NormalizedURL.QueryItem.object(counting, keepsLast: policies.repeatedKeys == .last)
    }

    /// The query as written, without its `?`; empty if nothing follows the `?`, and `nil` if the URL
    /// has no query.
    ///
    /// - Complexity: Linear in the URL.
    public var queryText: String? {
        guard outcome != .invalid, request.routeName == nil else { return nil }
        let policies = policies
        return request.withURL { url in
            URLParts(url, policies: policies).query.map { url.text($0) }
        }
    }

    /// The default values for the route: those of the request take precedence over those of the route,
    /// its group and its namespace, in this order.
    public var defaults: JSONObject {
        guard let route = foundRoute else { return request.defaults }
        return table.defaults(for: route).merging(request.defaults)
    }

    /// All values by name.
    ///
    /// The request's context takes precedence over parameters, ``queryValues`` and defaults, in this
    /// order.
    ///
    /// - Complexity: Linear in the URL.
    public var values: JSONObject {
        ownValues.merging(request.context)
    }

    /// The reading of the URL, with the values that complete it: each of the properties of these names reads
    /// the URL, and this reads it once for all.
    ///
    /// - Complexity: Linear in the URL.
    package var reading: ResolutionReading {
        let (captures, query, defaults) = (captures, query, defaults)
        let parameters = captures.parameters.merging(converted)
        let own = defaults.merging(values(of: query)).merging(parameters)
        return ResolutionReading(
            parameters: parameters, wildcards: captures.wildcards, query: query,
            defaults: defaults, values: own.merging(request.context))
    }

    /// The values without the request's context.
    var ownValues: JSONObject { defaults.merging(queryValues).merging(parameters) }

    /// The value of a name: from the context, a parameter, a query item or a default, in this order.
    ///
    /// - Parameter name: The name.
    /// - Complexity: Linear in the URL. For many names, read ``values`` once.
    public subscript(name: String) -> JSONValue? {
        request.contextValue(name) ?? parameter(name) ?? queryValues[name] ?? defaults[name]
    }

    /// One of the ``parameters``, read without the others.
    private func parameter(_ name: String) -> JSONValue? {
        if let value = extras?.values.converted[name] { return value }
        guard hasRoute, !isNamed else { return nil }
        return request.withURL { table.value(of: name, of: match, in: $0) }
    }

    /// The policies of ``namespace``; without a namespace, the native ones.
    package var policies: NamespacePolicy.Values {
        table.namespaceTable(of: match)?.policies ?? .native
    }

    /// The declared requirements that the values do not meet.
    ///
    /// A value of a URL is text, and meets a requirement if it can be read as such a value. Other values
    /// must be of the required kind.
    ///
    /// - Complexity: Linear in the URL, if the route has requirements.
    public var unmetRequirements: [RouteRequirement] {
        guard let requirements = foundRoute?.requirements, !requirements.isEmpty else { return [] }
        let (query, parameters, defaults) = (queryValues, parameters, defaults)
        return requirements.filter { requirement in
            if let value = request.context[requirement.key] {
                return !requirement.kind.includes(value)
            }
            switch parameters[requirement.key] ?? query[requirement.key] {
            case .string(let text)?: return !requirement.kind.includes(text: text)
            case let value?: return !requirement.kind.includes(value)
            case nil: break
            }
            return defaults[requirement.key].map { !requirement.kind.includes($0) } ?? true
        }
    }

    /// The next match of the same URL, in the table that made this resolution.
    package func next(_ request: ResolutionRequest) -> Resolution {
        table.resolve(request, after: self)
    }

    /// Returns what follows this match if a handler declines it, in the table that made this resolution.
    package func declined(_ request: ResolutionRequest) -> Resolution {
        table.resolve(request, declining: self)
    }

    private var captures: CapturedValues {
        guard hasRoute, !isNamed else { return CapturedValues() }
        return request.withURL { table.values(of: match, in: $0) }
    }
}

extension JSONObject {
    /// The members of both objects; those of the other object take precedence.
    ///
    /// - Parameter other: The object whose members take precedence.
    /// - Returns: The members of this object first, then the other's new ones.
    public func merging(_ other: JSONObject) -> JSONObject {
        if members.isEmpty { return other }
        var merged = self
        for member in other.members { merged[member.key] = member.value }
        return merged
    }
}

extension NormalizedURL.QueryItem {
    /// Makes an object from query items.
    ///
    /// - Parameters:
    ///   - items: The items.
    ///   - keepsLast: Whether a repeated key has its last value rather than the list of its values.
    /// - Returns: Text for each key, a list of texts for a repeated key, and null for a key without a
    ///   value.
    public static func object(_ items: [NormalizedURL.QueryItem], keepsLast: Bool = false)
        -> JSONObject
    {
        var object = JSONObject()
        for item in items {
            let value = item.value.map(JSONValue.string) ?? .null
            switch object[item.key] {
            case .some where keepsLast: if item.value != nil { object[item.key] = value }
            case nil: object[item.key] = value
            case .array(let values)?: object[item.key] = .array(values + [value])
            case let first?: object[item.key] = .array([first, value])
            }
        }
        return object
    }
}

/// The values that a resolution has read, as its properties of the same names give them.
package struct ResolutionReading: Sendable {
    package let parameters: JSONObject
    package let wildcards: [String]
    package let query: [NormalizedURL.QueryItem]
    package let defaults: JSONObject
    package let values: JSONObject
}

/// Where a default value comes from.
package enum DefaultOrigin: String, Sendable {
    /// The namespace of the route.
    case namespace
    /// The route's group.
    case group
    /// The route itself.
    case route
    /// The request.
    case request
}

extension Resolution {
    /// The origin of each of the ``defaults``, in their order.
    package var defaultOrigins: [(key: String, origin: DefaultOrigin)] {
        let defaults = defaults
        guard !defaults.members.isEmpty else { return [] }
        let route = foundRoute
        let own = route.flatMap { table.defaults[.route($0.id)] }
        let group = route.flatMap { route in
            route.group.flatMap { table.defaults[.group(route.namespace, $0)] }
        }
        return defaults.members.map { member in
            let key = member.key
            if request.defaults[key] != nil { return (key, .request) }
            if own?[key] != nil { return (key, .route) }
            return (key, group?[key] != nil ? .group : .namespace)
        }
    }
}
