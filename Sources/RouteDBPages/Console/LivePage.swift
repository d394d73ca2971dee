#if Server
package import RouteDB

/// The last hits, the newest first.
package struct LivePage: Sendable {
    /// How many hits are shown.
    package static let limit = 50

    private let hits: [RecordedHit]
    private let names: SnapshotNames

    /// Creates the page of the last hits, the newest first.
    package init(_ hits: [RecordedHit], of snapshot: RegistrySnapshot) {
        (self.hits, names) = (hits, SnapshotNames(snapshot))
    }

    /// The page; the script asks for its list again and again, unless it is paused.
    package func page(in frame: ConsoleFrame) -> ConsolePage {
        ConsolePage(
            "Live hits", place: "/history",
            """
            <p class="summary">The newest hits of the last hour. <span id="live-state"></span></p>
            <div id="live" data-live="/live?fragment=true">\(list(in: frame))</div>
            """)
    }

    /// The list by itself.
    package func list(in frame: ConsoleFrame) -> Markup {
        var table = DataTable(
            "The newest hits",
            [.init("time", .time), .init("outcome"), .init("URL", .code), .init("route", .code)],
            empty: "There were no hits in the last hour.")
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
