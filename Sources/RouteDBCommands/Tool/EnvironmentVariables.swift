/// The environment variables that the tool reads: a command that asks for another finds it unset.
enum EnvironmentVariables {
    static let names = [
        "ROUTEDB_AUTHOR", "ROUTEDB_DB", "ROUTEDB_GROUPS", "ROUTEDB_HISTORY", "ROUTEDB_HUB",
        "ROUTEDB_NODE", "ROUTEDB_PAGER", "ROUTEDB_PRIVACY", "ROUTEDB_PRIVACY_KEY",
        "ROUTEDB_TIMEOUT_MS", "ROUTEDB_TOKEN", "COLUMNS", "HOSTNAME", "LANG", "LC_ALL", "LC_CTYPE",
        "LOGNAME", "NO_COLOR", "NOTIFY_SOCKET", "PAGER", "TERM", "TMPDIR", "USER", "WATCHDOG_PID",
        "WATCHDOG_USEC",
    ]
}
