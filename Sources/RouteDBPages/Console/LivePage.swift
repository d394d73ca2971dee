#if Server
package import RouteDB

/// The last hits, the newest first.
package struct LivePage: Sendable {
    /// How many hits are shown.
    package static let limit = 50
    /// The names of the table's columns, which the script fills in the same order.
    private static let columns: [DataTable.Column] = [
        .init("time", .time), .init("outcome"), .init("URL", .code), .init("route", .code),
    ]

    private let hits: [RecordedHit]
    private let names: SnapshotNames

    /// Creates the page of the last hits, the newest first.
    package init(_ hits: [RecordedHit], of snapshot: RegistrySnapshot) {
        (self.hits, names) = (hits, SnapshotNames(snapshot))
    }

    /// The page; the script adds each hit as the service tells it.
    package func page(in frame: ConsoleFrame) -> ConsolePage {
        ConsolePage(
            "Live hits", place: "/history",
            """
            <p class="summary">The newest hits of the last hour. <span id="live-state"></span></p>
            <div id="live" data-events="/api/v1/events/hits">\(list)</div>
            """)
    }

    private var list: Markup {
        var table = DataTable(
            "The newest hits", Self.columns, empty: "There were no hits in the last hour.")
        for hit in hits {
            let url = String(decoding: hit.url, as: UTF8.self)
            let route: Markup? = hit.route.map { id in
                let route = names.routes[id]
                return ConsoleLink.route(
                    route?.name ?? route?.patternText ?? "#\(id.rawValue)", id.rawValue)
            }
            let time = "\(hit.time)"
            table.add([
                .init(String(time.utf8.dropFirst(11).prefix(8)) ?? time),
                .init(Pieces.outcome(hit.outcome.rawValue)), .init(ConsoleLink.trying(url)),
                .init(route ?? ""),
            ])
        }
        return table.markup
    }
}
#endif
