#if Server
import RouteDB
import RouteDBInsight

/// What lint finds, remembered for the newest revision: looking at thousands of routes takes long, and
/// forms ask again with every key.
actor RevisionLint {
    /// A look at a revision, which may still go on.
    struct Look: Sendable {
        /// The time at which lint asks whether rules have expired, in microseconds.
        let time: Int64
        fileprivate let task: Task<LintReport, any Error>

        /// What was found.
        var report: LintReport {
            get async throws { try await task.value }
        }
    }

    private var revision: Int64?
    private var look: Look?
    private var isDone = false

    /// Whether a revision was looked at.
    func isKnown(_ revision: Int64) -> Bool { self.revision == revision && isDone }

    /// Returns a look at a revision; several callers wait for the same one.
    ///
    /// - Parameters:
    ///   - snapshot: The registry at the revision.
    ///   - time: The current time, in microseconds, for the first look.
    /// - Returns: The look.
    func look(at snapshot: RegistrySnapshot, now time: Int64) -> Look {
        if revision == snapshot.revision, let look { return look }
        let task = Task {
            let report = try await ConsoleDesk.aside { snapshot.lint(at: time) }
            finish(snapshot.revision)
            return report
        }
        let look = Look(time: time, task: task)
        // Only the newest revision is asked for again and again.
        if revision.map({ $0 < snapshot.revision }) ?? true {
            (revision, self.look, isDone) = (snapshot.revision, look, false)
        }
        return look
    }

    private func finish(_ revision: Int64) {
        if self.revision == revision { isDone = true }
    }
}
#endif
