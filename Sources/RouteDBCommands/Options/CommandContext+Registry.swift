import RouteDBTerminal

extension CommandContext {
    /// How long to wait for other processes' locks.
    var busyTimeout: Duration {
        let milliseconds = variable("ROUTEDB_TIMEOUT_MS").flatMap(Int.init)
        return .milliseconds(milliseconds.map { min(max(0, $0), 3_600_000) } ?? 5_000)
    }

    /// Returns the author of what the command writes, unless an option names one; a note tells if nobody
    /// is known.
    func author() -> String {
        let known =
            variable("ROUTEDB_AUTHOR") ?? variable("USER") ?? variable("LOGNAME") ?? accountName()
        if let known { return known }
        printNoteOnce(
            "note: the author is unknown: this account has no name; give one with '--author' or"
                + " $ROUTEDB_AUTHOR")
        return "unknown"
    }
}
