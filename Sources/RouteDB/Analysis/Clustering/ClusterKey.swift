import RouteDBRouting

/// What the URLs of one tree have in common beside their paths.
struct ClusterKey: Hashable, Sendable {
    let finding: CauseFinder.Finding
    var scheme: String?
    var host: String?
    var port: UInt16?

    /// What a template begins with.
    var origin: String {
        let scheme = scheme.map { "\($0):" } ?? ""
        guard let host else { return scheme }
        return "\(scheme)//\(host)\(port.map { ":\($0)" } ?? "")"
    }
}
