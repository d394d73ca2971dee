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
                .init(route.period.ends.map { Timestamp(microseconds: $0).inSeconds } ?? ""),
                .init(route.isEnabled ? "" : "disabled"),
            ])
        }
        return table
    }

    private static func count(_ count: Int64?) -> DataTable.Cell { count.map { .init($0) } ?? "" }
}

/// The form that makes a link.
package struct LinkForm: Sendable {
    /// The texts that stand in the form.
    package struct Fields: Sendable {
        package var destination = ""
        package var slug = ""
        package var host = ""
        package var until = ""
        package var variants = ""
        package var message = "Add a link"

        package init() {}

        /// Returns the link.
        package func draft() throws(RouteDBError) -> LinkDraft {
            var draft = LinkDraft(to: destination)
            draft.slug = slug.isEmpty ? nil : slug
            draft.host = host.isEmpty ? nil : host
            draft.variants = try RedirectVariant.list(lines: variants)
            guard !until.isEmpty else { return draft }
            guard let time = Timestamp(until) else {
                throw RouteDBError(
                    .invalidValue, "The end '\(until)' is not a time.",
                    hint: "Give a date, '2026-01-31', or a time, '2026-01-31T09:30:00Z'.")
            }
            draft.ends = time.microseconds
            return draft
        }
    }

    private let fields: Fields
    private let revision: Int64
    private let hosts: [String]
    private let answer: EditForm.Answer

    /// Creates the form for links of some hosts.
    package init(
        _ fields: Fields, at revision: Int64, hosts: [String], answer: EditForm.Answer = .none
    ) {
        (self.fields, self.revision, self.hosts, self.answer) = (fields, revision, hosts, answer)
    }

    /// The form.
    package var form: EditForm {
        EditForm(
            title: "Make a link", place: "/links", action: "/links/new", revision: revision,
            inputs: inputs, message: fields.message, answer: answer)
    }

    private var inputs: Markup {
        let host: Markup? =
            hosts.count < 2
            ? nil
            : "<label>Host<select name=\"host\">\(FormField.options(hosts, fields.host))</select></label>"
        return """
            \(FormField.text(
                "to", "Leads to", fields.destination, hint: "https://www.example.com/spring",
                isCode: true, isWide: true))
            \(host)
            \(FormField.text("slug", "End of the link (made, if empty)", fields.slug, hint: "spring"))
            \(FormField.text("until", "Until", fields.until, hint: "2026-12-31"))
            <label class="wide">Leads elsewhere for some visitors, one a line<textarea class="code" \
            name="variants" rows="2" spellcheck="false" \
            placeholder="context.platform = ios => https://apps.apple.com/app/id42">\
            \(PageText.field(fields.variants))</textarea></label>
            """
    }
}
#endif
