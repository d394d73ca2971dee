import RouteDBRouting

/// Recognizes URLs that browsers and scanners request from every server, for which no route is
/// missing.
enum NoiseRules {
    /// The file name extensions that identify noise.
    private static let endings = [
        ".php", ".asp", ".aspx", ".jsp", ".cgi", ".env", ".bak", ".sql", ".ico", ".png", ".jpg",
        ".jpeg", ".gif", ".svg", ".webp", ".css", ".js", ".map", ".woff", ".woff2", ".ttf", ".xml",
        ".txt", ".zip", ".gz", ".tar", ".ini", ".yml", ".yaml",
    ]

    /// The first path segments that identify noise.
    private static let beginnings = [
        ".git", ".svn", ".aws", ".ssh", ".env", ".vscode", ".ds_store", "wp-admin", "wp-content",
        "wp-includes", "wp-json", "wordpress", "phpmyadmin", "cgi-bin", "vendor", "actuator",
        "hnap1", "boaform", "solr", "owa", "autodiscover", "server-status", "manager", "console",
        "telescope", "apple-touch-icon", "apple-touch-icon-precomposed",
    ]

    /// Returns the rule that identifies a path as noise.
    ///
    /// - Parameter segments: The segments of the path.
    /// - Returns: The rule, such as `*.php` or `/wp-admin`, or `nil` if the path is not noise.
    static func rule(for segments: [ByteText]) -> String? {
        if let first = segments.first {
            let word = first.string.lowercased()
            if let rule = beginnings.first(where: { $0 == word }) { return "/\(rule)" }
        }
        guard let last = segments.last else { return nil }
        let word = last.string.lowercased()
        return endings.first(where: word.hasSuffix).map { "*\($0)" }
    }
}
