import RouteDB

/// A table of a page: what stands in it, and how it looks.
package struct DataTable: Sendable {
    /// A column.
    package struct Column: Sendable {
        let title: String
        let style: Style

        /// How the cells of a column look.
        package enum Style: String, Sendable {
            /// Prose, at the left.
            case text = ""
            /// Figures, at the right.
            case number = "n"
            /// Patterns, URLs and commands.
            case code = "c"
            /// Times, on one line.
            case time = "t"
            /// A bar that shows the share.
            case bar = "b"
        }

        package init(_ title: String, _ style: Style = .text) {
            (self.title, self.style) = (title, style)
        }
    }

    /// A cell, as markup.
    package struct Cell: Sendable, ExpressibleByStringLiteral {
        let markup: Markup

        // A literal with interpolations is markup, which escapes them; so no tag is shown as text.
        @_disfavoredOverload
        package init(_ text: String) { markup = "\(text)" }
        package init(_ markup: Markup) { self.markup = markup }
        package init(_ count: Int64) { markup = "\(NumberText.grouped(count))" }
        package init(stringLiteral text: String) { markup = Markup(trusted: text) }

        /// A bar for a share of the largest value, in the colour of a class.
        package static func bar(_ share: Double, _ style: String = "matched") -> Cell {
            Cell(DataTable.bar(share, style))
        }
    }

    let caption: String
    let columns: [Column]
    var rows: [[Cell]] = []
    /// The text of an empty table.
    var empty = "Nothing."

    package init(_ caption: String, _ columns: [Column], empty: String = "Nothing.") {
        (self.caption, self.columns, self.empty) = (caption, columns, empty)
    }

    /// Adds a row with a cell for each column.
    package mutating func add(_ cells: [Cell]) { rows.append(cells) }

    /// True if there is no row.
    package var isEmpty: Bool { rows.isEmpty }

    /// The table, in a box that scrolls by itself where the page is narrow.
    package var markup: Markup {
        guard !rows.isEmpty else { return "<p class=\"empty\">\(empty)</p>" }
        var head: Markup = ""
        for column in columns {
            // A bar repeats the figure beside it.
            head +=
                column.style == .bar
                ? "<td class=\"b\"></td>"
                : "<th scope=\"col\" class=\"\(column.style.rawValue)\">\(column.title)</th>"
        }
        var body: Markup = ""
        for row in rows {
            var cells: Markup = ""
            for (column, cell) in zip(columns, row) {
                cells += "<td class=\"\(column.style.rawValue)\">\(cell.markup)</td>"
            }
            body += "<tr>\(cells)</tr>\n"
        }
        return """
            <div class="scroll" tabindex="0" role="group" aria-label="\(caption)">\
            <table><caption class="hidden">\(caption)</caption>
            <thead><tr>\(head)</tr></thead>
            <tbody>
            \(body)</tbody></table></div>
            """
    }

    /// A bar; nothing in it can be read that the figures do not say.
    package static func bar(_ share: Double, _ style: String) -> Markup {
        let width = min(max(0, share.isFinite ? share : 0), 1)
        let percent = (width * 1_000).rounded() / 10
        return """
            <svg class="bar" width="100%" height="8" aria-hidden="true">\
            <rect class="track" width="100%" height="8" rx="2"/>\
            <rect class="\(style)" width="\(Markup(trusted: "\(percent)"))%" height="8" rx="2"/></svg>
            """
    }
}
