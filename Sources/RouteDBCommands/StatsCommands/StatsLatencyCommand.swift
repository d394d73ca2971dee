import ArgumentParser
import RouteDB
import RouteDBTraffic

/// Reports how long resolving took.
struct StatsLatencyCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "latency",
        abstract: "Show how long resolving took: median, percentiles and maximum.",
        discussion: """
            EXAMPLES:
              routedb stats latency --since 7d --compare previous
              routedb stats latency --by route --limit 10
              routedb stats latency --since 24h --bucket 1h --csv

            For imported hits, durations are those in the log. Percentiles are within 0.4%
            of the exact values. '--by route' lists the slowest routes first, by p95, for
            each bucket if '--bucket' is given. Otherwise '--bucket' groups hits by time,
            and '--limit' is the maximum number of buckets; the latest are shown.

            TSV fields: bucket or route, hits with a duration, mean, p50, p90, p95, p99,
            p99.9 and maximum, in microseconds; with '--compare' also the p95 of the
            preceding window.
            """)

    @Option(
        help: "Group hits by bucket or by route.", transform: WordArgument.read)
    var by: LatencyReport.Division?

    @OptionGroup var stats: StatsOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        var run = try await stats.open(global, limit: by == .route ? 20 : nil, in: context)
        // A report whose rows are buckets already has all of them.
        if by != .route { run.bucket = nil }
        let division = by ?? (stats.bucket == nil ? nil : .bucket)
        let (history, zone) = (run.history, run.zone)
        let sheets = try await run.write(in: context, { _ in Self.listing(run) }) { query in
            let report = try await history.latency(
                query, by: division, bucket: stats.bucket, zone: zone)
            return StatsSheet(frame: report.frame, rows: report.rows, head: report.head)
        }
        run.notifyTotals(sheets, in: context)
    }

    private static func listing(_ run: StatsRun) -> Listing<LatencyReport.Row> {
        typealias Row = LatencyReport.Row
        let isTable = run.isTable
        @Sendable func text(_ microseconds: Int64?) -> String {
            microseconds.map { isTable ? DurationText.rounded($0) : "\($0)" } ?? ""
        }
        var columns: [Listing<Row>.Column] = [
            .init("what") { $0.label },
            .init("hits") {
                isTable ? NumberText.grouped($0.histogram.count) : "\($0.histogram.count)"
            },
            .init("mean") { text($0.histogram.mean.map { Int64($0.rounded()) }) },
        ]
        for (name, share) in LatencyReport.quantiles {
            columns.append(.init(name) { text($0.histogram.quantile(share)) })
        }
        columns.append(.init("max") { text($0.histogram.maximum) })
        if run.query.comparesPrevious {
            columns.append(.init("p95 before") { text($0.previous?.quantile(0.95)) })
        }
        return Listing("rows", columns: columns) { $0.object }
    }
}
