import RouteDB

/// The pages that come with the tool.
///
/// They need no script, ask no other host for anything but the picture of a preview, and are readable on the
/// smallest telephone.
enum UsualLinkPage {
    /// The content security policy of pages: nothing runs, and nothing is sent.
    ///
    /// The style stands in the page, so that it needs no second request. What users wrote is escaped, and cannot
    /// begin an element of style.
    static let policy =
        "default-src 'none'; style-src 'unsafe-inline'; img-src https:; base-uri 'none'; form-action 'none';"
        + " frame-ancestors 'none'"

    private static let style = """
        :root{color-scheme:light dark}body{margin:0;font:17px/1.5 system-ui,sans-serif}\
        main{max-width:26em;margin:12vh auto 0;padding:0 1.2em}h1{font-size:1.5em;line-height:1.25;\
        overflow-wrap:anywhere}img{max-width:100%;border-radius:.6em}ul{list-style:none;padding:0}\
        a{display:block;margin:.7em 0;padding:.7em 1em;border:1px solid;border-radius:.6em;text-align:center;\
        text-decoration:none;color:inherit}
        """

    /// Returns a page as HTML.
    static func html(of page: LinkPage) -> String {
        switch page {
        case .unknown:
            notice("Page not found", "This link leads nowhere. It may be mistyped, or incomplete.")
        case .gone: notice("No longer available", "What this link led to is no longer available.")
        case .invalid:
            notice("Invalid link", "This link is not valid. It may be mistyped, or incomplete.")
        case .refused(let message):
            notice("Access denied", message ?? "This link is not for everybody.")
        case .open(let page): html(of: page)
        }
    }

    private static func notice(_ title: String, _ text: String) -> String {
        html(
            title, meta: "<meta name=\"robots\" content=\"noindex\">\n",
            "<h1>\(title)</h1>\n<p>\(text)</p>")
    }

    private static func html(of page: OpenPage) -> String {
        var meta: Markup = ""
        for (property, text) in page.preview {
            meta += "<meta property=\"\(property)\" content=\"\(text)\">\n"
        }
        var body: Markup = "<h1>\(page.title)</h1>\n"
        if let text = page.description { body += "<p>\(text)</p>\n" }
        if let image = page.image { body += "<p><img src=\"\(image)\" alt=\"\"></p>\n" }
        let choices = page.choices.map { choice in
            "<li><a href=\"\(choice.url)\" rel=\"noreferrer\">\(choice.label)</a></li>" as Markup
        }
        body +=
            choices.isEmpty
            ? "<p>Open this link on a device that has the app.</p>" : "<ul>\(choices.joined())</ul>"
        return html(page.title, meta: meta, body)
    }

    private static func html(_ title: String, meta: Markup, _ body: Markup) -> String {
        let page: Markup = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\(title)</title>
            \(meta)<style>\(Markup(trusted: style))</style>
            </head>
            <body>
            <main>
            \(body)
            </main>
            </body>
            </html>

            """
        return page.html
    }
}
