import RouteDBRouting

/// Finds the route that a single URL was meant for.
///
/// It is the route that matches the URL now or would match it, else the ``NearestRoute``. The kind that
/// was wanted does not matter.
struct IntendedRoute {
    /// The maximum length of a host and path that are compared, since that takes its square.
    private static let maximumPath = 1_024

    private let finder: CauseFinder
    private let nearest: NearestRoute

    init(_ snapshot: RegistrySnapshot, functions: [String: ParameterConverter.Function] = [:]) {
        finder = CauseFinder(snapshot, functions: functions)
        nearest = NearestRoute(snapshot)
    }

    /// Returns the route, or `nil` if none is similar, or if the URL is malformed or noise.
    func route(for url: [UInt8]) -> RouteID? {
        let (finding, parsed) = finder.finding(for: url, kind: nil)
        guard let parsed, [.unknownHost, .unknownPath].contains(finding.cause)
        else { return finding.route }
        let key = ClusterKey(
            finding: finding, scheme: parsed.scheme, host: parsed.host, port: parsed.port)
        let length = parsed.segments.reduce(parsed.host?.utf8.count ?? 0) { $0 + 1 + $1.utf8.count }
        guard length <= Self.maximumPath else { return nil }
        return nearest.route(
            for: parsed.segments.map { .literal(ByteText($0.utf8)) }, of: key)
    }
}
