/// The answer to a request: the outcome, and everything that led to it.
///
/// It belongs to the routing table that made it and keeps that alive, so it stays true when the
/// registry changes. Values are made from the URL when they are asked for, and not before.
///
/// ```swift
/// let resolution = registry.resolve("myapp://user/42?ref=mail")
/// resolution.route?.target      // "user.profile"
/// resolution["id"]              // 42
/// ```
public struct Resolution: Sendable {
    /// What resolving came to.
    public enum Outcome: String, CaseIterable, Sendable {
        /// A route matches, and may be reached.
        case matched
        /// No route matches.
        case unmatched
        /// A route matches, and access rules keep the request from it.
        case denied
        /// A route matches, and an access rule sends the request elsewhere first.
        case challenged
        /// The text is no URL that could be resolved; ``Resolution/invalidURL`` says why.
        case invalid

        /// Whether a route matches, whatever access rules say.
        var hasRoute: Bool {
            switch self {
            case .matched, .denied, .challenged: true
            case .unmatched, .invalid: false
            }
        }
    }

    /// What was asked.
    public let request: ResolutionRequest

    /// What it came to.
    public internal(set) var outcome: Outcome

    /// Why the URL is invalid, if it is.
    public let invalidURL: InvalidURL?

    /// What code behind converters could not do while the URL was resolved, for this route and for
    /// those that were passed over because of it.
    public internal(set) var conversionFailures: [ConversionFailure] = []

    let table: RoutingTable
    let match: RouteMatch
    /// The route, where the request named it.
    let namedRoute: Route?
    /// The values that code gave.
    var converted = JSONObject()

    init(
        request: ResolutionRequest, outcome: Outcome, invalidURL: InvalidURL?,
        table: RoutingTable, match: RouteMatch, namedRoute: Route? = nil
    ) {
        self.request = request
        self.outcome = outcome
        self.invalidURL = invalidURL
        self.table = table
        self.match = match
        self.namedRoute = namedRoute
    }

    /// The revision of the registry that answered.
    public var revision: Int64 { table.revision }

    /// The namespace of the route; without one, the namespace that was asked first.
    ///
    /// `nil` if the URL is invalid or the request named a namespace that is not there.
    public var namespace: Namespace? {
        table.namespaceTable(of: match)?.namespace
    }

    /// The route, if one matches and may be reached.
    public var route: Route? { outcome == .matched ? foundRoute : nil }

    /// The route that matches, also where access to it was denied or challenged.
    public var foundRoute: Route? {
        hasRoute ? namedRoute ?? table.route(of: match) : nil
    }

    /// Whether a route matches, whatever access rules say.
    var hasRoute: Bool { outcome.hasRoute }

    /// The kind of the route that the request named, if it wanted another one.
    public var otherKind: String? {
        outcome == .unmatched ? namedRoute.map { $0.kind ?? "" } : nil
    }

    /// The target: the route's, or without one the namespace's fallback target, if it has one; of
    /// a challenge the one to go to first.
    public var target: String? {
        switch outcome {
        case .matched: route?.target
        case .unmatched: table.fallbackTarget(for: match)
        case .challenged: access.challengeTarget
        case .invalid, .denied: nil
        }
    }

    /// The route's pattern as it matched: with the optional groups that the URL has; `nil` for a
    /// route that was asked for by name.
    ///
    /// - Complexity: Linear in the pattern, times its variants.
    public var matchedPattern: RoutePattern? {
        guard hasRoute, namedRoute == nil else { return nil }
        return table.shard(of: match).rankedPattern(of: match.variant).pattern
    }

    /// The captured parameters by name, in the order of the pattern: host, path, query.
    ///
    /// `int` is a whole number, `float` a double, `number` either, `bool` a truth value; a
    /// converter's values are what it says; everything else is text. A parameter whose text is not
    /// of its type is not there.
    ///
    /// - Complexity: Linear in the URL.
    public var parameters: JSONObject { captures.parameters.merging(converted) }

    /// The text of each captured parameter, before it was made a value.
    ///
    /// - Complexity: Linear in the URL.
    public var rawParameters: [String: String] { captures.texts }

    /// The texts of the segments that `*` and `**` took, in order.
    ///
    /// - Complexity: Linear in the URL.
    public var wildcards: [String] { captures.wildcards }

    /// The decoded items of the query, in order.
    ///
    /// - Complexity: Linear in the URL.
    public var query: [QueryItem] {
        guard outcome != .invalid, request.routeName == nil else { return [] }
        let policies = policies
        return request.withURL { table.queryItems(of: $0, policies: policies) }
    }

    /// The default values that hold for the route: the request's over the route's, over its
    /// group's, over its namespace's.
    public var defaults: JSONObject {
        guard let route = foundRoute else { return request.defaults }
        return table.defaults(for: route).merging(request.defaults)
    }

    /// All values by name: the request's context over parameters, over query items, over defaults.
    ///
    /// A query key without a value is null; one that stands several times has the list of its
    /// values, or the last one, as the namespace's policy `repeated-keys` says.
    ///
    /// - Complexity: Linear in the URL.
    public var values: JSONObject {
        ownValues.merging(request.context)
    }

    /// The values without the request's context.
    var ownValues: JSONObject { defaults.merging(queryObject).merging(parameters) }

    /// The value of a name: of the context, or else a parameter, a query item, or a default.
    ///
    /// - Parameter name: The name.
    /// - Complexity: Linear in the URL. For many names ask ``values`` once.
    public subscript(name: String) -> JSONValue? {
        request.context[name] ?? parameters[name] ?? queryObject[name] ?? defaults[name]
    }

    /// The policies of ``namespace``, as the table has them; the native ones without it.
    var policies: NamespacePolicies { table.namespaceTable(of: match)?.policies ?? .native }

    private var queryObject: JSONObject {
        QueryItem.object(query, keepsLast: policies.repeatedKeys == .last)
    }

    /// The declared requirements that the values do not meet.
    ///
    /// A value of a URL is a text; it meets a requirement if it says such a value. Others must be
    /// such a value.
    ///
    /// - Complexity: Linear in the URL, if the route has requirements.
    public var unmetRequirements: [Requirement] {
        guard let requirements = foundRoute?.requirements, !requirements.isEmpty else { return [] }
        let (query, parameters, defaults) = (queryObject, parameters, defaults)
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
    ///
    /// - Parameter request: The request that led here.
    /// - Returns: The next match, or `unmatched` behind the last one.
    package func next(_ request: ResolutionRequest) -> Resolution {
        table.resolve(request, after: self)
    }

    /// What comes after this match if a handler will not take it, in the table that made this
    /// resolution.
    ///
    /// - Parameter request: The request that led here.
    /// - Returns: See ``RoutingTable/resolve(_:declining:)``.
    package func declined(_ request: ResolutionRequest) -> Resolution {
        table.resolve(request, declining: self)
    }

    private var captures: CapturedValues {
        guard hasRoute, namedRoute == nil else { return CapturedValues() }
        return request.withURL { table.values(of: match, in: $0) }
    }
}

extension JSONObject {
    /// The members of both; those of the other object cover those of this one.
    ///
    /// - Parameter other: The object whose members count.
    /// - Returns: The members of this object first, then the other's new ones.
    public func merging(_ other: JSONObject) -> JSONObject {
        var merged = self
        for member in other.members { merged[member.key] = member.value }
        return merged
    }
}

extension QueryItem {
    /// Makes an object of items.
    ///
    /// - Parameters:
    ///   - items: The items.
    ///   - keepsLast: Whether a repeated key has its last value instead of the list of them.
    /// - Returns: A text for each key, the list of texts for one that is repeated, and null for a
    ///   key without a value.
    public static func object(_ items: [QueryItem], keepsLast: Bool = false) -> JSONObject {
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
