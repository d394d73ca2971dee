import RouteDB
import RouteDBTraffic

/// A table of a page with columns of a report.
struct ReportTable {
    /// A column of the table.
    enum Column {
        /// The report's column with this title, if it has one, under another title if one is given.
        case of(String, as: String? = nil, orElse: String = "")
        /// The labels of buckets of time, as they are read.
        case labels(String, as: String = "time")
        /// A bar for the hits, in the colour of a class.
        case bar(String)
        /// A column of the page's own, with a cell for each row.
        case own(DataTable.Column, [Markup])
    }

    /// The columns of the report.
    let columns: [ReportColumn]
    private let rows: Range<Int>
    private let time: (Timestamp) -> String

    init(
        _ report: any ReportOutput, from first: Int = 0,
        time: @escaping (Timestamp) -> String = { "\($0)" }
    ) {
        columns = report.columns
        rows = min(first, report.rowCount)..<report.rowCount
        self.time = time
    }

    /// Returns the table with some columns.
    func table(_ caption: String, _ wanted: [Column], empty: String = "Nothing.") -> DataTable {
        let parts = wanted.compactMap(part)
        var table = DataTable(caption, parts.map(\.column), empty: empty)
        for row in rows { table.add(parts.map { $0.cell(row) }) }
        return table
    }

    private func part(
        _ wanted: Column
    ) -> (column: DataTable.Column, cell: (Int) -> DataTable.Cell)? {
        switch wanted {
        case .own(let column, let cells): return (column, { DataTable.Cell(cells[$0]) })
        case .bar(let style):
            guard let hits = column("hits") else { return nil }
            let weights = rows.map { row in
                if case .number(let weight) = hits.value(row) { weight } else { 0 as Int64 }
            }
            let largest = Double(max(1, weights.max() ?? 1))
            return (
                .init("", .bar), { .bar(Double(weights[$0 - rows.lowerBound]) / largest, style) }
            )
        case .of(let title, let shown, let other):
            return column(title).map { column in
                (
                    .init(shown ?? title, Self.style(column.style)),
                    { cell(column.value($0), orElse: other) }
                )
            }
        case .labels(let title, let shown):
            return column(title).map { column in
                (.init(shown), { .init(TimeAxis.long(column.value($0).exact)) })
            }
        }
    }

    private func column(_ title: String) -> ReportColumn? { columns.first { $0.title == title } }

    private func cell(_ value: ReportValue, orElse other: String) -> DataTable.Cell {
        switch value {
        case .empty: .init(other)
        case .route(let label, let id): .init(Pieces.route(label, id.rawValue))
        case .outcome(let outcome): .init(Pieces.outcome(outcome.rawValue))
        case .number(let number): .init(number)
        case .change(let count, let previous): Pieces.change(count, since: previous)
        case .time(let moment): .init(time(moment))
        default: .init(value.shown(in: .utc))
        }
    }

    private static func style(_ style: ReportColumn.Style) -> DataTable.Column.Style {
        switch style {
        case .text: .text
        case .code: .code
        case .number: .number
        case .time: .time
        case .bar: .bar
        }
    }
}
