#if Server
package import RouteDB

/// Counts requests, and writes what it counted in the text format of Prometheus.
package final class ServiceMetrics: Sendable {
    private struct Key: Hashable {
        let endpoint: String
        let status: Int
    }

    private struct Durations {
        var buckets = [Int](repeating: 0, count: ServiceMetrics.bounds.count)
        var count = 0
        var microseconds: Int64 = 0
    }

    /// Backups of the registry since the service started.
    private struct Backups {
        var made = 0
        var failed = 0
        /// When the newest was made, maybe before the start; ``Timestamp/epoch`` if there is none.
        var newest: Timestamp
    }

    private struct Counts {
        var requests: [Key: Int] = [:]
        var durations: [String: Durations] = [:]
        var inProgress = 0
        var outcomes: [Resolution.Outcome: Int] = [:]
        var backups: Backups?
    }

    /// The upper bounds of the buckets of durations, in microseconds.
    private static let bounds: [Int64] = [
        500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000,
        2_500_000, 10_000_000,
    ]

    private let counts = Locked(Counts())

    package init() {}

    /// Counts a request that begins.
    package func begin() { counts.withLock { $0.inProgress += 1 } }

    /// Counts the answer to a request.
    package func end(endpoint: String, status: Int, duration: Duration) {
        // A clock may be set back.
        let microseconds = max(0, duration.wholeMicroseconds)
        counts.withLock { counts in
            counts.inProgress -= 1
            counts.requests[Key(endpoint: endpoint, status: status), default: 0] += 1
            var durations = counts.durations[endpoint] ?? Durations()
            durations.count += 1
            durations.microseconds &+= microseconds
            if let bucket = Self.bounds.firstIndex(where: { microseconds <= $0 }) {
                durations.buckets[bucket] += 1
            }
            counts.durations[endpoint] = durations
        }
    }

    /// Begins to count backups; the newest was made at a time, if there is one.
    package func beginBackups(newestAt time: Timestamp?) {
        counts.withLock { $0.backups = Backups(newest: time ?? .epoch) }
    }

    /// Counts a backup that was made at a time, or one that failed.
    package func countBackup(madeAt time: Timestamp?) {
        counts.withLock { counts in
            if let time {
                counts.backups?.made += 1
                counts.backups?.newest = time
            } else {
                counts.backups?.failed += 1
            }
        }
    }

    /// Counts resolutions by their outcomes.
    package func count(_ outcome: Resolution.Outcome) {
        counts.withLock { $0.outcomes[outcome, default: 0] += 1 }
    }

    /// The metrics in the text format of Prometheus 0.0.4.
    package func text(
        health: RouteRegistry.Health, contact: ReplicaStatus?, recording: HitRecorder.Health?,
        hitsSetAside: Int?, droppedEntries: Int
    ) -> String {
        let counts = counts.withLock { $0 }
        var page = MetricsPage()
        page.begin("routedb_requests_total", "counter", "Requests answered.")
        let keys = counts.requests.keys.sorted {
            ($0.endpoint, $0.status) < ($1.endpoint, $1.status)
        }
        for key in keys {
            page.add(
                counts.requests[key] ?? 0,
                [("endpoint", key.endpoint), ("status", String(key.status))])
        }
        page.begin("routedb_requests_in_progress", "gauge", "Requests being answered.")
        page.add(counts.inProgress)
        addDurations(counts.durations, to: &page)
        page.begin("routedb_resolutions_total", "counter", "URLs resolved.")
        for outcome in Resolution.Outcome.allCases {
            page.add(counts.outcomes[outcome] ?? 0, [("outcome", outcome.rawValue)])
        }
        page.begin("routedb_revision", "gauge", "The revision that URLs are resolved against.")
        page.add(Int(health.revision))
        page.begin(
            "routedb_refresh_failed", "gauge", "Whether the registry's file cannot be read now.")
        page.add(health.refreshError == nil ? 0 : 1)
        if let contact { page.add(contact) }
        page.begin(
            "routedb_access_log_dropped_total", "counter", "Entries that were not written.")
        page.add(droppedEntries)
        if let backups = counts.backups { Self.add(backups, to: &page) }
        if let recording { add(recording, to: &page) }
        if let hitsSetAside {
            page.begin(
                "routedb_hub_hits_set_aside_total", "counter",
                "Hits that the hub has refused, or found damaged.")
            page.add(hitsSetAside)
        }
        return page.text
    }

    private static func add(_ backups: Backups, to page: inout MetricsPage) {
        page.begin("routedb_backups_total", "counter", "Backups tried.")
        page.add(backups.made, [("result", "made")])
        page.add(backups.failed, [("result", "failed")])
        page.begin(
            "routedb_backup_timestamp_seconds", "gauge",
            "When the newest backup was made, 0 if there is none.")
        page.add("\(Double(backups.newest.microseconds) / 1_000_000)", [])
    }

    private func addDurations(_ durations: [String: Durations], to page: inout MetricsPage) {
        page.begin("routedb_request_seconds", "histogram", "The time from request to answer.")
        for (endpoint, durations) in durations.sorted(by: { $0.key < $1.key }) {
            let label = ("endpoint", endpoint)
            var sum = 0
            for (bound, count) in zip(Self.bounds, durations.buckets) {
                sum += count
                page.add(
                    sum, [label, ("le", "\(Double(bound) / 1_000_000)")], suffix: "_bucket")
            }
            page.add(durations.count, [label, ("le", "+Inf")], suffix: "_bucket")
            page.add(
                "\(Double(durations.microseconds) / 1_000_000)", [label], suffix: "_sum")
            page.add(durations.count, [label], suffix: "_count")
        }
    }

    private func add(_ recording: HitRecorder.Health, to page: inout MetricsPage) {
        page.begin("routedb_hits_recorded_total", "counter", "Hits taken for the history.")
        page.add(recording.recorded)
        page.begin("routedb_hits_written_total", "counter", "Hits written to the history.")
        page.add(recording.written)
        page.begin("routedb_hits_dropped_total", "counter", "Hits dropped or lost.")
        page.add(recording.dropped + recording.lost)
        page.begin("routedb_hits_queued", "gauge", "Hits that wait to be written.")
        page.add(recording.queued)
    }
}
#endif
