import Testing

@testable import RouteDBPages

@Suite("Tables of pages")
struct DataTableTests {
    @Test("a table has a caption, heads with a scope, and escaped cells")
    func markup() {
        var table = DataTable(
            "Routes & hits", [.init("route", .code), .init("", .bar), .init("hits", .number)])
        let hostile = String("<b>")
        table.add([.init(hostile), .bar(0.5), .init(12_345)])
        let html = table.markup.html
        #expect(html.contains("<caption class=\"hidden\">Routes &amp; hits</caption>"))
        #expect(html.contains("<th scope=\"col\" class=\"n\">hits</th>"))
        #expect(html.contains("<td class=\"c\">&lt;b&gt;</td>"))
        #expect(html.contains("<td class=\"n\">12,345</td>"))
        #expect(html.contains("width=\"50.0%\""))
        #expect(HTMLCheck(html).problems.isEmpty)
    }

    @Test("an empty table says so")
    func empty() {
        let table = DataTable("Routes", [.init("route")], empty: "No route.")
        #expect(table.markup.html == "<p class=\"empty\">No route.</p>")
    }

    @Test("a bar is within its track", arguments: [-1, 0, 0.25, 1, 7, .nan, .infinity])
    func bars(_ share: Double) {
        let html = DataTable.bar(share, "matched").html
        let widths = ["0.0", "25.0", "100.0"].map { "class=\"matched\" width=\"\($0)%\"" }
        #expect(widths.contains { html.contains($0) })
    }
}
