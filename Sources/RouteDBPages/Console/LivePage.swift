#if Server
import RouteDB
package import RouteDBTraffic

/// The hits that were appended last, the newest first.
package struct LivePage: Sendable {
    /// How many hits are shown.
    package static let limit = 50
    /// The names of the table's columns, which the script fills in the same order.
    private static let columns: [DataTable.Column] = [
        .init("time", .time), .init("outcome"), .init("URL", .code), .init("route", .code),
    ]
    /// The outcome that is chosen; empty for all.
    private let outcome: String
    private let hits: [AppendedHits.Hit]
    /// The number after which the script follows.
    private let last: Int64

    /// Creates the page.
    package init(_ found: AppendedHits, outcome: String = "") {
        self.outcome = outcome
        last = found.last
        hits = found.hits.reversed().filter { outcome.isEmpty || $0.outcome == outcome }
            .prefix(Self.limit).map(\.self)
    }

    /// The page; the script adds each hit as the service tells it.
    package func page(in frame: ConsoleFrame) -> ConsolePage {
        let events = ConsoleLink.path(
            "/api/v1/events/hits", [("after", "\(last)"), ("outcome", outcome)])
        let choices = ConsoleLink.choices(
            "Outcome",
            ([""] + Resolution.Outcome.allCases.map(\.rawValue)).map {
                ($0.isEmpty ? "all" : $0, ConsoleLink.path("/live", [("outcome", $0)]))
            },
            chosen: outcome.isEmpty ? "all" : outcome)
        return ConsolePage(
            "Live hits", place: "/history",
            """
            <div class="lead"><p class="summary">The newest hits. <span id="live-state"></span></p>\
            \(choices)</div>
            <div id="live" data-events="\(events)">\(list)</div>
            """)
    }

    private var list: Markup {
        var table = DataTable(
            "The newest hits", Self.columns,
            empty: outcome.isEmpty ? "There are no hits." : "None of the newest hits is \(outcome)."
        )
        for hit in hits {
            let route = hit.routeID.map { ConsoleLink.route(hit.route ?? "#\($0)", $0) }
            let time = "\(Timestamp(microseconds: hit.time))"
            table.add([
                .init(String(time.utf8.dropFirst(11).prefix(8)) ?? time),
                .init(Pieces.outcome(hit.outcome)), .init(ConsoleLink.trying(hit.url)),
                .init(route ?? ""),
            ])
        }
        return table.markup
    }
}
#endif
