public import RouteDBRouting

/// How detailed an explanation is.
public struct ExplainOptions: Hashable, Sendable {
    /// The most rejected candidates listed, or 0 for all; those beyond it are only counted.
    public var candidateLimit: Int
    /// The most near misses to look for, or 0 for all.
    public var nearMissLimit: Int

    /// Creates options.
    ///
    /// - Parameters:
    ///   - candidateLimit: The most rejected candidates listed, or 0 for all.
    ///   - nearMissLimit: The most near misses to look for, or 0 for all.
    public init(candidateLimit: Int = 10, nearMissLimit: Int = 3) {
        self.candidateLimit = candidateLimit
        self.nearMissLimit = nearMissLimit
    }
}

/// Why a request resolves as it does.
///
/// ``resolution`` is the resolver's answer; the other properties explain it.
public struct Explanation: Sendable {
    /// The answer to the request.
    public let resolution: Resolution
    /// The namespaces where the request was looked up: the first one, followed by its fallback
    /// chain.
    ///
    /// For a request by route name, the chain ends at the namespace that has the route.
    public let namespaces: [NamespaceVisit]
    /// The candidates: those that fit, in match order, then the nearest of those that do not, up to
    /// ``ExplainOptions/candidateLimit``.
    ///
    /// The nearest candidates share the most leading segments with the URL. If the limit cuts off
    /// candidates that fail at the same place, those that rank first are kept.
    public let candidates: [RouteCandidate]
    /// The rule by which the chosen route ranks before the next candidate that fits; `nil` if no
    /// other candidate fits.
    public let order: OrderRule?
    /// Routes that would match in other namespaces, if the request is unmatched.
    public let elsewhere: [MatchElsewhere]
    /// Confirmed changes that would make an unmatched request match, the smallest first.
    public let nearMisses: [NearMiss]

    /// The steps that normalize the URL as written to the form that the first namespace matches
    /// routes against; empty for a request by route name.
    public var steps: [NormalizationStep] {
        guard resolution.request.routeName == nil, resolution.outcome != .invalid else { return [] }
        return NormalizationStep.steps(
            of: resolution.request.urlBytes,
            namespaces.first?.namespace.policies ?? resolution.policies)
    }

    /// The kinds with which the request would match a route, if it is unmatched, such as `POST` for one
    /// that asks for `GET`.
    public var otherKinds: [String] {
        guard resolution.outcome == .unmatched else { return [] }
        return resolution.routingTable.kinds(answering: resolution.request).compactMap(\.self)
    }

    /// The values of the resolution with their origins.
    public var values: [ValueOrigin] { resolution.valueOrigins }

    /// The access rules that cover the route, and whether each applies.
    public var rules: [AccessDecision.ConsideredRule] { resolution.consideredRules }
}

/// A route that would match in a namespace where the request was not looked up.
public struct MatchElsewhere: Hashable, Sendable {
    /// The namespace that was not visited.
    public let namespace: RouteNamespace
    /// The route that matches if the request names the namespace.
    public let route: Route
}

/// A change, confirmed by the resolver, that would make a request match.
public struct NearMiss: Hashable, Sendable {
    /// The kind of change.
    public enum Change: Hashable, Sendable {
        /// Replace the URL with this one.
        case url(String)
        /// Replace the route's pattern with this one.
        case pattern(RoutePattern)
        /// Enable the route.
        case enabling
        /// Give the namespace of the request this policy, such as `host=auto`.
        case policy(String)
    }

    /// The change to make.
    public let change: Change
    /// The route that would match.
    public let route: Route
    /// Why the route does not match now.
    public let rejection: RouteRejection
}

/// A value of a resolution, and where it comes from.
public struct ValueOrigin: Hashable, Sendable {
    /// The sources of values, in order of precedence.
    public enum Source: String, CaseIterable, Sendable {
        /// The context of the request.
        case context
        /// A parameter of the pattern.
        case parameter
        /// An item of the query.
        case query
        /// A default value of the request.
        case request
        /// A default value of the route.
        case route
        /// A default value of the route's group.
        case group
        /// A default value of the namespace.
        case namespace
    }

    /// The name.
    public let name: String
    /// The value.
    public let value: JSONValue
    /// The source of the value.
    public let source: Source
    /// The text that the parameter was converted from; `nil` if the value is not a parameter.
    public let text: String?
    /// The lower-ranked sources that also have a value of this name.
    public let covered: [Source]
}

extension Resolution {
    /// The members of `values`, in order, with their sources.
    public var valueOrigins: [ValueOrigin] {
        let parameters = parameters
        let texts = rawParameters
        let query = queryValues
        let defaults = defaultOrigins
        return values.members.map { member in
            let key = member.key
            var sources: [ValueOrigin.Source] = []
            if request.context[key] != nil { sources.append(.context) }
            if parameters[key] != nil { sources.append(.parameter) }
            if query[key] != nil { sources.append(.query) }
            let own = defaults.first { $0.key.utf8.elementsEqual(key.utf8) }
            if let own, let source = ValueOrigin.Source(rawValue: own.origin.rawValue) {
                sources.append(source)
            }
            let source = sources.first ?? .query
            return ValueOrigin(
                name: key, value: member.value, source: source,
                text: source == .parameter ? texts[key] : nil, covered: Array(sources.dropFirst()))
        }
    }
}
