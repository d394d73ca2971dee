package import RouteDB
package import RouteDBTraffic

/// A part of a page: a title that says what was found, the figures, and the command for them.
package struct PageSection: Sendable {
    /// The anchor.
    let id: String
    /// The subject of the part, for the table of contents.
    let name: String
    /// The title, which says what was found.
    let title: Markup
    let body: Markup
    /// The command line that gives the same figures.
    let command: String?

    package init(
        _ id: String, _ name: String, title: Markup, command: String? = nil, _ body: Markup
    ) {
        (self.id, self.name, self.title) = (id, name, title)
        (self.body, self.command) = (body, command)
    }
}

/// JSON values as texts of pages.
package enum PageValue {
    /// A value as text: strings without quotes, and nothing for `null`.
    package static func text(_ value: JSONValue?) -> String {
        switch value {
        case nil, .null?: ""
        case .string(let text)?: text
        case let other?: other.description
        }
    }
}

/// Pieces that several parts of pages have.
package enum Pieces {
    /// A word for an outcome, in its colour and with its shape.
    package static func outcome(_ outcome: String) -> Markup {
        "<span class=\"outcome \(outcome)\">\(outcome)</span>"
    }

    /// A change since before, with its sign; `new` if there was nothing before.
    package static func change(_ count: HitCount, since previous: HitCount?) -> DataTable.Cell {
        guard let previous else { return "" }
        guard let change = count.change(since: previous) else {
            return DataTable.Cell(
                count.weight == 0 ? "" : "<span class=\"badge\">new</span>" as Markup)
        }
        return DataTable.Cell(relative(change))
    }

    /// A relative change with its sign: `+12.3%`, `−4.0%`, `×21`, `=`.
    package static func relative(_ change: Double) -> String {
        if abs(change) < 0.0005 { return "=" }
        if change >= 9.5, change < 1e15 { return "×\(NumberText.grouped(Int64(change + 1.5)))" }
        return (change < 0 ? "−" : "+") + NumberText.percent(abs(change))
    }

    /// A table that is folded away below a chart.
    package static func folded(_ table: DataTable) -> Markup {
        "<details><summary>The numbers</summary>\(table.markup)</details>"
    }

    /// A route by its label, with its number.
    package static func route(_ label: String, _ id: Int64?) -> Markup {
        // Without a name or pattern, the label is the number.
        guard let id, label != "#\(id)" else { return "<code>\(label)</code>" }
        return "<code>\(label)</code> <span class=\"id\">#\(id)</span>"
    }
}
