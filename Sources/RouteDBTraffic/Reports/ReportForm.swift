package import RouteDBDatabase
import RouteDBRouting

/// A parameter of a report.
package struct ReportParameter: Sendable {
    /// The values that a parameter takes.
    package enum Kind: Sendable {
        case text
        case time
        case number(ClosedRange<Int>)
        case word([String])
        case flag
    }

    /// The name, in camel case.
    package let name: String
    /// The values.
    package let kind: Kind
    /// The meaning, as a sentence.
    package let summary: String
    /// True if the parameter may be given more than once.
    package let isRepeated: Bool

    init(_ name: String, _ summary: String, _ kind: Kind = .text, isRepeated: Bool = false) {
        (self.name, self.kind, self.summary) = (name, kind, summary)
        self.isRepeated = isRepeated
    }
}

/// A report as it is offered: its name, its parameters and their limits and defaults.
package struct ReportForm: Sendable {
    /// The values of a parameter, by its name.
    package typealias Words = (_ name: String) -> [String]

    /// The name, as in `stats top`.
    package let name: String
    /// The content, as a sentence.
    package let summary: String
    /// The key of the rows in JSON; `nil` if it depends on a parameter.
    package let key: String?
    /// The meaning of the limit, with its default; the argument says where that applies.
    private let limit: @Sendable (_ place: String) -> String
    /// The parameters that only this report has.
    private let own: [ReportParameter]
    private let read: @Sendable (Words) throws(RouteDBError) -> ReportKind

    private init(
        _ name: String, _ summary: String, key: String?,
        limit: @escaping @Sendable (String) -> String = Self.rows, _ own: [ReportParameter] = [],
        _ read: @escaping @Sendable (Words) throws(RouteDBError) -> ReportKind
    ) {
        (self.name, self.summary, self.key, self.limit) = (name, summary, key, limit)
        (self.own, self.read) = (own, read)
    }

    private static let rows: @Sendable (String) -> String = {
        "The maximum number of rows (0: all; default: \(ReportKind.rows)\($0))."
    }

    /// Returns the report that parameters ask for, whose values are of their kinds.
    package func kind(_ words: Words) throws(RouteDBError) -> ReportKind { try read(words) }

    /// The meaning of the limit of tables, which are for people: other formats have all rows.
    package var tableLimit: String { limit(" in a table, otherwise all") }

    /// All parameters.
    package var parameters: [ReportParameter] {
        [
            ReportParameter(
                "since", "The start, inclusive: a time, or how long ago, such as 7d.", .time),
            ReportParameter("until", "The end, exclusive (default: now, if compared).", .time),
            ReportParameter("namespace", "Only hits of this namespace."),
            ReportParameter("route", "Only hits of this route."),
            ReportParameter(
                "bots", "What to do with hits of bots, by their user agents (default: include).",
                .word(BotChoice.allCases.map(\.rawValue))),
            ReportParameter(
                "where",
                "Only hits with this value of a field, FIELD=VALUE: \(ReportConditions.names). Of"
                    + " several for one field, one must hold.", isRepeated: true),
            ReportParameter(
                "compare", "Compare with the window before, of the same length.",
                .word(["previous"])),
            ReportParameter(
                "limit", "\(limit("")) 'omitted' in the answer is the number of further ones.",
                .number(0...10_000)),
            ReportParameter(
                "asOf",
                "Resolve every URL again at this revision: a number, a tag, a time, or 'now'."),
        ] + own + [
            ReportParameter("bucket", "The length of time buckets: 15m, 1h, 1d, 1w or 1mo."),
            ReportParameter("tz", "The time zone, such as Europe/Berlin (default: UTC)."),
        ]
    }
}

extension ReportForm {
    package static let top = ReportForm(
        "top", "The most frequent routes, targets and more.", key: nil,
        [
            ReportParameter(
                "by", "\(HitDimension.words) (default: routes).")
        ]
    ) { words throws(RouteDBError) in
        try .top(by: words("by").last ?? "routes")
    }

    package static let timeline = ReportForm(
        "timeline", "Hits over time, by outcome or by route.", key: "buckets",
        limit: { _ in
            """
            The maximum number of buckets, the latest of which are kept (0: all, the default); by \
            route, that of routes counted separately (default: \(ReportKind.series)).
            """
        },
        [
            ReportParameter(
                "by", "What to divide hits by (default: outcome).",
                .word(TimelineReport.Division.allCases.map(\.rawValue)))
        ]
    ) { words in .timeline(by: words("by").last.flatMap(TimelineReport.Division.init) ?? .outcome) }

    package static let unmatched = ReportForm(
        "unmatched",
        "URLs that matched no route, in groups of similar ones, with suggested routes.",
        key: "clusters",
        [
            ReportParameter(
                "cause", "Only URLs with this cause.",
                .word(UnmatchedReport.Cause.allCases.map(\.rawValue)), isRepeated: true)
        ]
    ) { words in .unmatched(causes: words("cause").compactMap(UnmatchedReport.Cause.init)) }

    package static let dead = ReportForm(
        "dead", "Routes that were never hit.", key: "dead",
        limit: { _ in "The maximum number of rows (0: all, the default)." }
    ) { _ in .dead }

    package static let denied = ReportForm(
        "denied", "Routes to which access was denied or challenged.", key: "denied"
    ) { _ in .denied }

    package static let latency = ReportForm(
        "latency", "How long resolving took.", key: "rows",
        limit: {
            """
            The maximum number of buckets, the latest of which are kept (0: all, the default); by \
            route, that of rows (default: \(ReportKind.rows)\($0)).
            """
        },
        [
            ReportParameter(
                "by", "What to divide hits by (default: nothing).",
                .word(LatencyReport.Division.allCases.map(\.rawValue)))
        ]
    ) { words in .latency(by: words("by").last.flatMap(LatencyReport.Division.init)) }

    package static let params = ReportForm(
        "params", "The values of a route's parameters.", key: "parameters",
        limit: {
            """
            The maximum number of values for each parameter (0: all; default: \
            \(ReportKind.values)\($0)).
            """
        },
        [
            ReportParameter(
                "unmatched",
                "Whether to include URLs that the route would match but for the type of a value.",
                .flag)
        ]
    ) { words in
        .parameters(countingUnmatched: words("unmatched").last.map { $0 != "false" } ?? false)
    }

    /// All reports.
    package static let all = [top, timeline, unmatched, dead, denied, latency, params]
}
