public import RouteDBStorage

extension LogImporter {
    /// Imports files and then follows them, across rotation, until the monitor stops the import or
    /// the task is cancelled.
    ///
    /// The existing contents are imported first. Complete lines are written within about a second
    /// of being appended. A file that is replaced at its path or rewritten is followed from its
    /// start. While the history is busy, its disk is full or a file cannot be read, the monitor
    /// receives `problem` events and the import keeps trying.
    ///
    /// - Parameters:
    ///   - paths: The paths of uncompressed regular files.
    ///   - interval: The time between two checks of the files.
    ///   - monitor: Callbacks that observe and stop the import.
    /// - Returns: A report for each path.
    /// - Throws: ``RouteDBError`` with the code `inputUnreadable` if a file cannot be opened at the
    ///   start; `corrupt`, `storageFailure` or `closed`.
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
                // If this fails, the last table keeps answering.
                try? await registry.refresh()
            }
            for index in logs.indices { try logs[index].poll() }
            if isLast { break }
            // Cancellation ends the sleep and is noticed in the next iteration.
            try? await Task.sleep(for: interval)
        }
        return logs.map(\.report)
    }
}
