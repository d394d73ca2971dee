import Foundation

/// How tests of crashes end a process: at once, as nobody can prevent.
package enum SuddenEnd {
    /// Kills this process as soon as a database has grown by a number of bytes, so in the middle
    /// of a write or just behind it.
    ///
    /// What counts is what is written, not time: however fast or slow the machine is, a process
    /// that was killed has written that much.
    package static func killAfter(writing bytes: Int, to database: String) {
        let start = size(of: database)
        Thread.detachNewThread {
            while size(of: database) - start < bytes { sched_yield() }
            kill(getpid(), SIGKILL)
        }
    }

    /// The size of the files that a database is written to.
    private static func size(of database: String) -> Int {
        [database, database + "-wal"].reduce(0) { sum, path in
            var status = stat()
            // The call fills the status before it returns.
            return unsafe stat(path, &status) == 0 ? sum + Int(status.st_size) : sum
        }
    }
}
