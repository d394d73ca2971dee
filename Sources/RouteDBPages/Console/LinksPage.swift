#if Server
package import RouteDB
package import RouteDBInsight

/// The short links, and the form that makes one.
package struct LinksPage: Sendable {
    private let links: [LinkOutput]
    private let total: Int
    private let traffic: RouteTraffic?
    private let canAdd: Bool

    /// Shows the newest links, of all that there are.
    package init(
        _ links: [LinkOutput], of total: Int, traffic: RouteTraffic?, canAdd: Bool
    ) {
        (self.links, self.total, self.traffic, self.canAdd) = (links, total, traffic, canAdd)
    }

    /// The page.
    package var page: ConsolePage {
        let add: Markup? =
            canAdd
            ? "<p class=\"buttons\"><a class=\"button\" href=\"/links/new\">Make a link</a></p>"
            : nil
        let rest: Markup? =
            links.count < total
            ? "<p class=\"aside\">The newest \(links.count) of \(total) links. \(all)</p>" : nil
        return ConsolePage("Links", place: "/links", "\(add)\(table.markup)\(rest)")
    }

    private var all: Markup {
        let path = ConsoleLink.path("/routes", [("group", LinkDraft.group)])
        return "<a href=\"\(path)\">All of them</a>"
    }

    private var table: DataTable {
        var table = DataTable(
            "Links",
            [
                .init("link", .code), .init("leads to", .code), .init("hits in 30 days", .number),
                .init("ever", .number), .init("until", .time), .init("state"),
            ], empty: "There is no link yet.")
        for link in links {
            let (route, hits) = (link.route, traffic?.hits(of: link.route.id))
            table.add([
                .init(ConsoleLink.route(link.url, route.id.rawValue)), .init(link.destination),
                Self.count(hits?.recent), Self.count(hits?.ever),
                .init(route.period.ends?.inSeconds ?? ""),
                .init(route.isEnabled ? "" : "disabled"),
            ])
        }
        return table
    }

    private static func count(_ count: Int64?) -> DataTable.Cell { count.map { .init($0) } ?? "" }
}
#endif
