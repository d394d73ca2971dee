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
    /// On a full disk it goes on in smaller steps, which need less room for the log.
    ///
    /// - Throws: `busy`, `full`, `corrupt`, `storageFailure`.
    package func prune(
        _ retention: HitRetention, timeMicroseconds: Int64
    ) throws(RouteDBError) -> Int64 {
        var pruning = HitsPruning(
            database: database, retention: retention, timeMicroseconds: timeMicroseconds)
        while let next = try pruningStep(after: pruning) { pruning = next }
        return pruning.hits
    }

    /// A pruning that is one step further; `nil` if there is nothing left to do.
    private func pruningStep(after pruning: HitsPruning) throws(RouteDBError) -> HitsPruning? {
        var next = pruning
        do throws(RouteDBError) {
            return try commit { () throws(RouteDBError) in try next.step() } ? next : nil
        } catch {
            // The space of the log has been given back.
            guard error.code == .full, var smaller = pruning.withSmallerSteps else { throw error }
            return try commit { () throws(RouteDBError) in try smaller.step() } ? smaller : nil
        }
    }

    /// Gives the space of hits that went back to the system, in short transactions.
    package func giveBackSpace() throws(RouteDBError) {
        // 256 pages are 4 MiB.
        var pages: Int64 = 256
        var before = Int64.max
        while let free = try database.number("PRAGMA freelist_count"), 1..<before ~= free {
            do throws(RouteDBError) {
                try commit { () throws(RouteDBError) in try vacuum(pages) }
                before = free
                copyLogIfDue(adding: 4 << 20)
            } catch {
                guard error.code == .full, pages > 1 else { throw error }
                pages /= 4
            }
        }
        // The file gets shorter when the log is copied into it.
        try checkpoint()
        try giveBackLogUnderLock()
    }

    private func vacuum(_ pages: Int64) throws(RouteDBError) {
        try database.run(composed: "PRAGMA incremental_vacuum(\(pages))") { try $0.run() }
    }
}
