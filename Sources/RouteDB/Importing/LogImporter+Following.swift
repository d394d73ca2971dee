public import RouteDBStorage

extension LogImporter {
    /// Imports files while they are written, through rotation, until the monitor stops it or the
    /// task is cancelled.
    ///
    /// What is in them is imported first. Whole lines are written within about a second. A file
    /// that is replaced by another one of its name, or written anew, is followed from its
    /// beginning. While the history is busy or its disk full, or a file cannot be read, the monitor
    /// is told, and it is tried again.
    ///
    /// - Parameters:
    ///   - paths: The paths of plain files.
    ///   - interval: How long to wait between two looks at them.
    ///   - monitor: What the caller wants to know, and says, meanwhile.
    /// - Returns: What became of the lines, by path.
    /// - Throws: ``RouteDBError`` with `inputUnreadable` if a file cannot be opened at first;
    ///   `corrupt`, `storageFailure`, `closed`.
    public func follow(
        _ paths: [String], every interval: Duration = .milliseconds(250),
        monitor: LogImportMonitor = LogImportMonitor()
    ) async throws(RouteDBError) -> [LogImportReport] {
        var logs: [FollowedLog] = []
        let context = try context(monitor)
        for path in paths { logs.append(try FollowedLog(path: path, context: context)) }
        while true {
            let isLast = context.isStopped
            if case .live(let registry) = options.resolving {
                // If that fails, the last table goes on to answer.
                try? await registry.refresh()
            }
            for index in logs.indices { try logs[index].poll() }
            if isLast { break }
            // Cancelling ends the waiting, and is seen at the next turn.
            try? await Task.sleep(for: interval)
        }
        return logs.map(\.report)
    }
}
