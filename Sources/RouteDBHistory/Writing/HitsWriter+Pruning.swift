package import RouteDBDatabase
package import RouteDBRouting
import RouteDBSQLite

extension HitsWriter {
    /// Deletes hits beyond a retention's limits; their roll-ups and other totals are kept.
    ///
    /// The work is done in short transactions, between which other writers can proceed. If one of
    /// them fails, the earlier ones remain committed, and you can call this method again with the
    /// same retention. On a full disk, it continues in smaller steps, which need less space for the
    /// log.
    package func prune(_ retention: HitRetention, time: Timestamp) throws(RouteDBError) -> Int64 {
        var pruning = HitsPruning(database: database, retention: retention, time: time)
        while let next = try pruningStep(after: pruning) { pruning = next }
        return pruning.hits
    }

    /// Runs the next step of a pruning, or returns `nil` if there is nothing left to do.
    private func pruningStep(after pruning: HitsPruning) throws(RouteDBError) -> HitsPruning? {
        var next = pruning
        do throws(RouteDBError) {
            return try commit { () throws(RouteDBError) in try next.step() } ? next : nil
        } catch {
            // The space of the log has been returned by now.
            guard error.code == .full, var smaller = pruning.withSmallerSteps else { throw error }
            return try commit { () throws(RouteDBError) in try smaller.step() } ? smaller : nil
        }
    }

    /// Returns the space of deleted hits to the system, in short transactions.
    package func returnFreeSpace() throws(RouteDBError) {
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
        // The file shrinks when the log is copied into it.
        try checkpoint()
        returnLog(keepingSpace: false)
    }

    private func vacuum(_ pages: Int64) throws(RouteDBError) {
        try database.run(composed: "PRAGMA incremental_vacuum(\(pages))") { try $0.run() }
    }
}
