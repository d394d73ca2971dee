import RouteDBSQLite

extension HitsWriter {
    /// Takes hits away; the roll-ups stay, and so does what else the file says about them.
    ///
    /// It works in short transactions, between which other writers go on. If one fails, those
    /// before it stay done, and the same retention may be given again.
    ///
    /// - Parameters:
    ///   - retention: Which hits may stay.
    ///   - timeMicroseconds: The time, for the file's list of prunings.
    /// - Returns: How many hits went.
    /// - Throws: `busy`, `full`, `corrupt`, `storageFailure`.
    package func prune(
        _ retention: HitRetention, timeMicroseconds: Int64
    ) throws(RouteDBError) -> Int64 {
        var pruning = HitsPruning(
            database: database, retention: retention, timeMicroseconds: timeMicroseconds)
        while try commit({ () throws(RouteDBError) in try pruning.step() }) {}
        return pruning.hits
    }

    /// Gives the space of hits that went back to the system, in short transactions.
    package func giveBackSpace() throws(RouteDBError) {
        var before = Int64.max
        while let free = try database.number("PRAGMA freelist_count"), 1..<before ~= free {
            before = free
            // 256 pages are 4 MiB.
            try commit { () throws(RouteDBError) in
                try database.run("PRAGMA incremental_vacuum(256)")
            }
            copyLogIfDue(adding: 4 << 20)
        }
        // The file gets shorter when the log is copied into it.
        try checkpoint()
    }
}
