import RouteDBRouting

/// The requests that browsers and scanners make of every server, and that no route is missing for.
enum NoiseRules {
    /// What a path ends with: files that servers of pages have.
    private static let endings = [
        ".php", ".asp", ".aspx", ".jsp", ".cgi", ".env", ".bak", ".sql", ".ico", ".png", ".jpg",
        ".jpeg", ".gif", ".svg", ".webp", ".css", ".js", ".map", ".woff", ".woff2", ".ttf", ".xml",
        ".txt", ".zip", ".gz", ".tar", ".ini", ".yml", ".yaml",
    ]

    /// A first segment: doors that scanners try.
    private static let beginnings = [
        ".git", ".svn", ".aws", ".ssh", ".env", ".vscode", ".ds_store", "wp-admin", "wp-content",
        "wp-includes", "wp-json", "wordpress", "phpmyadmin", "cgi-bin", "vendor", "actuator",
        "hnap1", "boaform", "solr", "owa", "autodiscover", "server-status", "manager", "console",
        "telescope", "apple-touch-icon", "apple-touch-icon-precomposed",
    ]

    /// The rule that takes a path.
    ///
    /// - Parameter segments: The segments of the path.
    /// - Returns: The rule, as `*.php` or `/wp-admin`; `nil` if none does.
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
