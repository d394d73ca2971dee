import RouteDBRouting

/// What the URLs of one tree have in common, apart from their paths.
struct ClusterKey: Hashable, Sendable {
    let finding: CauseFinder.Finding
    var scheme: String?
    var host: String?
    var port: UInt16?

    /// The beginning of the template, before the path.
    var origin: String {
        let scheme = scheme.map { "\($0):" } ?? ""
        guard let host else { return scheme }
        return "\(scheme)//\(host)\(port.map { ":\($0)" } ?? "")"
    }
}
