#if Server
package import RouteDB

/// The frame that all pages of the console show around their content.
package struct ConsoleFrame: Sendable {
    /// The name of the registry.
    package var registry: String
    /// The revision that URLs are resolved against.
    package var revision: Int64
    /// The trouble of the registry, in a few words; `nil` if there is none.
    package var trouble: String?
    /// The user who looks.
    package var user: String
    /// The role of the user, if the scopes have one.
    package var role: String?
    /// True if they have a session, and can end it.
    package var canLogOut: Bool
    /// True if the registry may be changed, and by them.
    package var isWriting: Bool
    /// The command lines that give the same figures.
    package var commands: ReportCommandLine
    /// The zone of the times on pages.
    package var zone: PageZone

    /// Creates a frame.
    package init(
        registry: String, revision: Int64, trouble: String? = nil, user: String,
        role: String? = nil, canLogOut: Bool = false, isWriting: Bool,
        commands: ReportCommandLine = ReportCommandLine(), zone: PageZone = .utc
    ) {
        (self.registry, self.revision, self.trouble) = (registry, revision, trouble)
        (self.user, self.role, self.canLogOut) = (user, role, canLogOut)
        (self.isWriting, self.commands, self.zone) = (isWriting, commands, zone)
    }

    /// A time as the console shows it: in its zone, to the minute.
    package func text(_ time: Timestamp) -> String { zone.text(time) }
}

/// A page of the console.
package struct ConsolePage: Sendable {
    let title: String
    let heading: Markup
    /// The path of the navigation that the page belongs to; `nil` for none.
    let place: String?
    let body: Markup
    /// True if the page is asked for again while nobody reads further below or types: its period ends now.
    let isRefreshed: Bool

    package init(
        _ title: String, heading: Markup? = nil, place: String?, isRefreshed: Bool = false,
        _ body: Markup
    ) {
        (self.title, self.place, self.body) = (title, place, body)
        self.isRefreshed = isRefreshed
        self.heading = heading ?? "\(title)"
    }

    /// A page that says what went wrong.
    package static func problem(
        _ message: String, way: Markup?, code: String
    ) -> ConsolePage {
        ConsolePage(
            "That did not work", place: nil,
            "<div class=\"notice bad\" role=\"alert\" data-problem=\"\(code)\"><p><strong>\(message)</strong></p>\(way)"
                + "<p class=\"aside\">\(code)</p></div>")
    }
}

extension Markup {
    /// Returns two pieces of markup, one after the other.
    package static func + (left: Markup, right: Markup) -> Markup {
        Markup(trusted: left.html + right.html)
    }
}

/// Links between the pages of the console.
package enum ConsoleLink {
    /// Returns a path with a query; empty values are left out.
    package static func path(_ path: String, _ query: [(String, String)] = []) -> String {
        let items = query.filter { !$0.1.isEmpty }.map {
            "\($0.percentEncoded)=\($1.percentEncoded)"
        }
        return items.isEmpty ? path : "\(path)?\(items.joined(separator: "&"))"
    }

    /// A link to the page of a route.
    package static func route(_ label: String, _ id: Int64) -> Markup {
        "<a href=\"/routes/\(id)\">\(Pieces.route(label, id))</a>"
    }

    /// A link that tries a URL.
    package static func trying(_ url: String) -> Markup {
        "<a href=\"\(path("/try", [("url", url)]))\"><code>\(url)</code></a>"
    }

    /// A link to a revision.
    package static func revision(_ number: Int64) -> Markup {
        "<a href=\"/changes/\(number)\">\(number)</a>"
    }

    /// A command line that can be copied.
    package static func command(_ line: String) -> Markup { "<pre class=\"command\">\(line)</pre>" }

    /// Links of which one is chosen, such as those of a period.
    package static func choices(
        _ label: String, _ links: [(name: String, path: String)], chosen: String
    ) -> Markup {
        var items: Markup = ""
        for link in links {
            let current: Markup = link.name == chosen ? " aria-current=\"true\"" : ""
            items += "<li><a href=\"\(link.path)\"\(current)>\(link.name)</a></li>"
        }
        return "<ul class=\"choices\" aria-label=\"\(label)\">\(items)</ul>"
    }
}
#endif
