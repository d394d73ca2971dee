import RouteDBRouting
import RouteDBStorage

/// Finds out why a URL matches no route, by matching it against relaxed variants of the registry.
struct CauseFinder: Sendable {
    /// The cause for a URL.
    struct Finding: Hashable, Sendable {
        var cause: UnmatchedReport.Cause
        /// The route that matches the URL now or would match it.
        var route: RouteID?
        /// The reason why the URL is malformed, or the rule that identifies it as noise.
        var detail = ""
        /// The namespace that was searched first.
        var namespace: NamespaceID?
    }

    private let live: RoutingTable
    private let enabled: RoutingTable?
    private let untyped: RoutingTable
    private let unconditional: RoutingTable
    private let anyPath: RoutingTable

    init(_ snapshot: RegistrySnapshot, functions: [String: ConverterFunction]) {
        live = RoutingTable(snapshot, functions: functions)
        let isAllEnabled = snapshot.routes.allSatisfy(\.isEnabled)
        enabled =
            isAllEnabled ? nil : RoutingTable(snapshot.withAllEnabled, functions: functions)
        untyped = RoutingTable(snapshot.withoutTypes)
        unconditional = RoutingTable(snapshot.withoutTypesAndConditions)
        anyPath = RoutingTable(snapshot.withoutPaths)
    }

    /// Finds the cause for a URL, and parses the URL if it is valid.
    func finding(for url: [UInt8]) -> (finding: Finding, url: NormalizedURL?) {
        let resolution = live.resolve(ResolutionRequest(utf8: url))
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
        } else if let route = enabled?.resolve(ResolutionRequest(utf8: url)).foundRoute {
            (finding.cause, finding.route) = (.disabled, route.id)
        } else if let route = untyped.firstRoute(url) {
            (finding.cause, finding.route) = (.typeFailed, route)
        } else if let route = unconditional.firstRoute(url) {
            (finding.cause, finding.route) = (.queryFailed, route)
        } else if let rule = NoiseRules.rule(for: parsed.segments.map { ByteText($0.utf8) }) {
            (finding.cause, finding.detail) = (.noise, rule)
        } else if anyPath.firstRoute(url) == nil {
            finding.cause = .unknownHost
        }
        return (finding, parsed)
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
    /// Returns the id of the first route that matches a URL.
    fileprivate func firstRoute(_ url: [UInt8]) -> RouteID? {
        var match = RouteMatch()
        guard case .matched = self.match(utf8: url.span.bytes, into: &match) else { return nil }
        return route(of: match).id
    }
}
