#if Server
extension ConsolePage {
    /// The pages of the navigation, by path.
    private static let places = [
        ("/", "Overview"), ("/routes", "Routes"), ("/links", "Links"), ("/history", "History"),
        ("/changes", "Changes"),
        ("/access", "Access"), ("/app-links", "App links"), ("/tests", "Tests"), ("/sql", "SQL"),
    ]

    /// The HTML in a frame.
    package func html(in frame: ConsoleFrame) -> String {
        let page: Markup = """
            <!DOCTYPE html>
            <html lang="en">
            \(head(frame))
            <body class="console" data-revision="\(frame.revision)">
            <a class="skip" href="#content">Skip to the content</a>
            \(top(frame))
            \(navigation)
            <main id="content" tabindex="-1"\(isRefreshed ? " data-refresh" : "" as Markup)>
            <h1>\(heading)</h1>
            \(body)
            </main>
            </body>
            </html>

            """
        return page.html
    }

    private func head(_ frame: ConsoleFrame) -> Markup {
        """
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>\(title) – \(frame.registry.isEmpty ? "routedb" : frame.registry)</title>
        <link rel="icon" type="image/svg+xml" href="/assets/icon.svg">
        <link rel="stylesheet" href="/assets/pages.css">
        <script src="/assets/console.js" defer></script>
        </head>
        """
    }

    private func top(_ frame: ConsoleFrame) -> Markup {
        let health = frame.trouble == nil ? "good" : "bad"
        let state = "rev \(frame.revision)"
        let role: Markup? = frame.role.map { " <span class=\"badge\">\($0)</span>" }
        let rights: Markup? = frame.isWriting ? nil : " <span class=\"badge\">read only</span>"
        let logout: Markup? =
            frame.canLogOut
            ? " <form action=\"/logout\" method=\"post\"><button type=\"submit\">Log out</button></form>"
            : nil
        return """
            <header class="top">
            <p class="brand"><a href="/">routedb</a> <span class="where">\(frame.registry)</span> \
            <a class="health \(health)" href="/changes">\(state)<span class="word"> \
            \(frame.trouble ?? "up to date")</span></a>\
            <span id="newer" class="newer" role="status"></span></p>
            <form class="try" action="/try" role="search">
            <label class="hidden" for="try-url">Try a URL</label>
            <input id="try-url" class="code" name="url" type="text" \
            placeholder="Try a URL …  ( / )" autocomplete="off" spellcheck="false">
            <button type="submit">Try</button>
            </form>
            <div class="who">\(frame.user)\(role)\(rights)\(logout)</div>
            </header>
            """
    }

    private var navigation: Markup {
        var links: Markup = ""
        for (path, name) in Self.places {
            let current: Markup? = path == place ? " aria-current=\"page\"" : nil
            links += "<li><a href=\"\(path)\"\(current)>\(name)</a></li>\n"
        }
        return """
            <nav class="side" aria-label="Pages">
            <ul>
            \(links)</ul>
            </nav>
            """
    }
}
#endif
