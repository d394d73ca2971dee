import ArgumentParser
import RouteDB
import RouteDBTraffic

/// Reports how long resolving took.
struct StatsLatencyCommand: StatsReport {
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
            each bucket if '--bucket' is given. Otherwise '--bucket' groups hits by time.

            TSV fields: bucket or route, hits with a duration, mean, p50, p90, p95, p99,
            p99.9 and maximum, in microseconds; with '--compare' also the p95 of the
            preceding window.
            """)

    @Option(
        help: "Group hits by bucket or by route.", transform: EnumArgument.read)
    var by: LatencyReport.Division?

    @Option(limitOf: .latency) var limit: Int?

    @OptionGroup var stats: StatsOptions
    @OptionGroup var global: GlobalOptions

    var kind: ReportKind { .latency(by: by) }
}
