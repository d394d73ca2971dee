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
    public enum Outcome: String, Sendable {
        /// A route matches.
        case matched
        /// No route matches.
        case unmatched
        /// The text is no URL that could be resolved; ``Resolution/invalidURL`` says why.
        case invalid
    }

    /// What was asked.
    public let request: ResolutionRequest

    /// What it came to.
    public let outcome: Outcome

    /// Why the URL is invalid, if it is.
    public let invalidURL: InvalidURL?

    let table: RoutingTable
    let match: RouteMatch

    /// The revision of the registry that answered.
    public var revision: Int64 { table.revision }

    /// The namespace of the route; without one, the namespace that was asked first.
    ///
    /// `nil` if the URL is invalid or the request named a namespace that is not there.
    public var namespace: Namespace? {
        table.namespaceTable(of: match)?.namespace
    }

    /// The route, if one matches.
    public var route: Route? { outcome == .matched ? table.route(of: match) : nil }

    /// The target: the route's, or without one the namespace's fallback target, if it has one.
    public var target: String? {
        switch outcome {
        case .matched: table.route(of: match).target
        case .unmatched: table.fallbackTarget(for: match)
        case .invalid: nil
        }
    }

    /// The captured parameters by name, in the order of the pattern: host, path, query.
    ///
    /// `int` is a whole number, `float` a double, `bool` a truth value, everything else text.
    ///
    /// - Complexity: Linear in the URL.
    public var parameters: JSONObject { captures.parameters }

    /// The texts of the segments that `*` and `**` took, in order.
    ///
    /// - Complexity: Linear in the URL.
    public var wildcards: [String] { captures.wildcards }

    /// The decoded items of the query, in order.
    ///
    /// - Complexity: Linear in the URL.
    public var query: [QueryItem] {
        guard outcome != .invalid else { return [] }
        let policies = namespace?.policies ?? .native
        return request.withURL { table.queryItems(of: $0, policies: policies) }
    }

    /// The default values that hold for the route: the request's over the route's, over its
    /// group's, over its namespace's.
    public var defaults: JSONObject {
        guard let route else { return request.defaults }
        return table.defaults(for: route).merging(request.defaults)
    }

    /// All values by name: parameters over query items, over defaults.
    ///
    /// A query key that stands several times has the list of its values.
    ///
    /// - Complexity: Linear in the URL.
    public var values: JSONObject {
        defaults.merging(QueryItem.object(query)).merging(parameters)
    }

    /// The value of a name: a parameter, or else a query item, or else a default.
    ///
    /// - Parameter name: The name.
    /// - Complexity: Linear in the URL. For many names ask ``values`` once.
    public subscript(name: String) -> JSONValue? {
        parameters[name] ?? QueryItem.object(query)[name] ?? defaults[name]
    }

    private var captures: CapturedValues {
        guard outcome == .matched else { return CapturedValues() }
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
    /// The items as an object: a text for each key, the list of texts for one that is repeated,
    /// and null for a key without a value.
    public static func object(_ items: [QueryItem]) -> JSONObject {
        var object = JSONObject()
        for item in items {
            let value = item.value.map(JSONValue.string) ?? .null
            switch object[item.key] {
            case nil: object[item.key] = value
            case .array(let values)?: object[item.key] = .array(values + [value])
            case let first?: object[item.key] = .array([first, value])
            }
        }
        return object
    }
}
