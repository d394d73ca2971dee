import RouteDB
import RouteDBDatabase
import RouteDBRouting

/// Why a URL matched no route.
///
/// The cause is found by matching the URL against relaxed variants of the snapshot, in the
/// order of the cases.
public enum UnmatchedCause: String, CaseIterable, Sendable {
    /// The text is not a valid URL.
    case malformed
    /// A route of the snapshot matches the URL now.
    case matchedNow = "matched-now"
    /// A disabled route would match.
    case disabled
    /// A route matches the URL, but is of another kind, such as another HTTP method.
    case otherKind = "other-kind"
    /// A route would match, but a value does not have the type of its parameter.
    case typeFailed = "type-failed"
    /// A route would match, but a query condition is not met.
    case queryFailed = "query-failed"
    /// The URL is one that browsers, crawlers and scanners request from every server.
    case noise
    /// No namespace or route matches the scheme and host.
    case unknownHost = "unknown-host"
    /// Routes match the scheme and host, but not the path.
    case unknownPath = "unknown-path"
}

/// Finds out why a URL matches no route, by matching it against relaxed variants of the registry.
struct CauseFinder: Sendable {
    /// The cause for a URL.
    struct Finding: Hashable, Sendable {
        var cause: UnmatchedCause
        /// The route that matches the URL now or would match it.
        var route: RouteID?
        /// The reason why the URL is malformed.
        var detail = ""
        /// The namespace that was searched first.
        var namespace: NamespaceID?
    }

    /// The table of the registry as it is.
    let live: RoutingTable
    private let requests: HitRequests
    private let enabled: RoutingTable
    private let untyped: RoutingTable
    private let unconditional: RoutingTable
    private let anyPath: RoutingTable

    init(_ snapshot: RegistrySnapshot, functions: [String: ParameterConverter.Function]) {
        live = RoutingTable(snapshot, functions: functions)
        requests = HitRequests(live)
        enabled = RoutingTable(snapshot.withAllEnabled, functions: functions)
        untyped = RoutingTable(snapshot.withoutTypes)
        unconditional = RoutingTable(snapshot.withoutTypesAndConditions)
        anyPath = RoutingTable(snapshot.withoutPaths)
    }

    /// Finds the cause for a URL and the kind that was wanted, and parses the URL if it is valid.
    func finding(for url: [UInt8], kind: String?) -> (finding: Finding, url: NormalizedURL?) {
        let kind = requests.kind(kind)
        let resolution = live.resolve(ResolutionRequest(utf8: url, kind: kind))
        let namespace = resolution.namespace
        if let invalid = resolution.invalidURL {
            return (Finding(cause: .malformed, detail: invalid.reason.rawValue), nil)
        }
        // With the policies of the namespace, the URL may still be invalid.
        guard let parsed = try? NormalizedURL(utf8: url, policies: namespace?.policies ?? .native)
        else { return (Finding(cause: .malformed, namespace: namespace?.id), nil) }
        var finding = Finding(cause: .unknownPath, namespace: namespace?.id)
        if let route = resolution.foundRoute {
            (finding.cause, finding.route) = (.matchedNow, route.id)
        } else if let route = enabled.resolve(ResolutionRequest(utf8: url, kind: kind)).foundRoute {
            (finding.cause, finding.route) = (.disabled, route.id)
        } else {
            let isNoise = NoisePaths.contains(parsed.segments.map { ByteText($0.utf8) })
            // Noise fits a route such as `/{language:enum(en,de)}` no better than any other text.
            if let near = nearMiss(url, kind), !isNoise || near.route.hasLiteralInPath {
                (finding.cause, finding.route) = (near.cause, near.route.id)
            } else if isNoise {
                // All noise is counted together, whatever namespace was searched.
                finding = Finding(cause: .noise)
            } else if anyPath.firstRoute(url) == nil {
                finding.cause = .unknownHost
            }
        }
        return (finding, parsed)
    }

    /// Returns the route that would take a URL but for its kind, a type or a query condition.
    private func nearMiss(
        _ url: [UInt8], _ kind: String?
    ) -> (cause: UnmatchedCause, route: Route)? {
        if kind != nil, let route = live.firstRoute(url) { return (.otherKind, route) }
        if let route = untyped.firstRoute(url) { return (.typeFailed, route) }
        return unconditional.firstRoute(url).map { (.queryFailed, $0) }
    }

    /// Returns the values that a URL has for a route's parameters, if it would match the route
    /// without types and matches none now.
    func rejectedParameters(of url: [UInt8], for route: RouteID) -> [String: String]? {
        guard live.firstRoute(url) == nil else { return nil }
        let resolution = untyped.resolve(ResolutionRequest(utf8: url))
        return resolution.foundRoute?.id == route ? resolution.rawParameters : nil
    }
}

extension RoutingTable {
    /// Returns the first route that matches a URL.
    fileprivate func firstRoute(_ url: [UInt8]) -> Route? {
        var match = RouteMatch()
        guard case .matched = self.match(utf8: url.span.bytes, into: &match) else { return nil }
        return route(of: match)
    }
}

extension Route {
    /// True if every URL of the route has some literal text in its path.
    fileprivate var hasLiteralInPath: Bool {
        pattern?.path.contains { if case .literal(let text) = $0 { !text.isEmpty } else { false } }
            ?? false
    }
}
