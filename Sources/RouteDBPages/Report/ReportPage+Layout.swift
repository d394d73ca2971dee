import RouteDB
import RouteDBTraffic

extension ReportPage {
    /// The HTML; equal reports give equal bytes.
    package var html: String {
        let page: Markup = """
            <!DOCTYPE html>
            <html lang="en">
            \(head)
            <body class="report">
            \(header)
            \(main)
            </body>
            </html>

            """
        return page.html
    }

    private var head: Markup {
        """
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="referrer" content="no-referrer">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
        style-src 'unsafe-inline'; img-src data:">
        <title>\(report.request.title): link report</title>
        <style>
        \(Markup(trusted: PageStyle.css))
        </style>
        </head>
        """
    }

    private var header: Markup {
        let facts = facts.map { fact -> Markup in
            "<div><dt>\(fact.name)</dt><dd>\(fact.value)</dd></div>\n"
        }
        return """
            <header class="report-head">
            <p class="kind">Link report</p>
            <h1>\(report.request.title)</h1>
            <p class="summary">\(summary)</p>
            <dl class="facts">
            \(facts.joined())</dl>
            <pre class="command">\(command)</pre>
            </header>
            """
    }

    private var main: Markup {
        let sections = sections
        let contents = sections.map { section -> Markup in
            "<li><a href=\"#\(section.id)\">\(section.name)</a></li>\n"
        }
        return """
            <main>
            <ul class="tiles">
            \(tiles.joined())
            </ul>
            \(news)
            <nav class="contents" aria-label="Contents">
            <ol>
            \(contents.joined())</ol>
            </nav>
            \(sections.map(part).joined())</main>
            """
    }

    /// The changes that were made and the fixes to make, as lists of sentences.
    private var news: Markup {
        let findings = ReportFindings(report: report)
        let compares = report.timeline.frame.previousSelection != nil
        return """
            <div class="news">
            <section aria-labelledby="what-changed">
            <h2 id="what-changed">What changed</h2>
            \(list(findings.changes(), "Nothing that is worth a line."))\(compares ? nil : hint)
            </section>
            <section aria-labelledby="what-to-fix">
            <h2 id="what-to-fix">What to fix</h2>
            \(list(findings.fixes(), "Nothing to fix."))
            </section>
            </div>
            """
    }

    private func part(_ section: PageSection) -> Markup {
        let command: Markup? = section.command.map { "<pre class=\"command\">\($0)</pre>\n" }
        return """
            <section class="part" id="\(section.id)" aria-labelledby="\(section.id)-title">
            <p class="kind">\(section.name)</p>
            <h2 id="\(section.id)-title">\(section.title)</h2>
            \(section.body)
            \(command)</section>

            """
    }
}
