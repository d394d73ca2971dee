#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The environment variables that the tool uses.
enum ProcessEnvironment {
    private static let names = [
        "ROUTEDB_DB", "ROUTEDB_HISTORY", "ROUTEDB_PRIVACY", "ROUTEDB_PRIVACY_KEY",
        "ROUTEDB_TIMEOUT_MS", "NO_COLOR", "TERM", "USER", "LOGNAME", "COLUMNS", "TMPDIR",
        "LC_ALL", "LC_CTYPE", "LANG", "ROUTEDB_PAGER", "PAGER",
    ]

    /// Returns the variables that are set.
    static func variables() -> [String: String] {
        var variables: [String: String] = [:]
        for name in names {
            guard let text = unsafe getenv(name) else { continue }
            variables[name] = unsafe String(cString: text)
        }
        return variables
    }
}
