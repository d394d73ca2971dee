import RouteDB
import RouteDBTerminal
import RouteDBTraffic

/// Writes hits in formats that `hits import` reads back; see ``HitRows``.
struct HitExport {
    let selection: HitSQLSelection
    let session: SQLSession

    /// Writes a JSON object or a CSV record for each hit.
    func write(_ format: HitFileFormat, to output: OutputWriter) throws {
        let rows = HitRows(selection, in: session)
        let writer = try RowWriter(
            rows.columns.map(\.rawValue), in: RowWriter.Frame(key: "hits", isExact: true),
            as: format == .csv ? .csv : .ndjson, to: output)
        try rows.forEach { cells in
            try writer.write({ .text(HitRows.field(rows.columns[$0], cells[$0])) }) { line in
                rows.append(cells, to: &line)
            }
        }
        try writer.end()
    }

    /// Writes a new SQLite file: the table `hits`, the live routes, and what ``ExportedTables`` adds.
    func writeTables(path: String, within limit: FileLimit?) throws {
        let file = try SQLTableFile(path: path, within: limit)
        let routes = ExportedTables.routeColumns
        try file.add("live_route", columns: routes) { write in
            // Without a registry nobody knows a route.
            guard session.hasRegistry else { return }
            let names = routes.map(\.name).joined(separator: ", ")
            try session.run("SELECT \(names) FROM main.live_route ORDER BY route_id", row: write)
        }
        let columns = ExportedTables.hitColumns
        try file.add("hits", columns: columns.map { ($0.name, $0.type) }) { write in
            let values = columns.map(\.value).joined(separator: ", ")
            try session.run(
                "SELECT \(values) FROM hits\(selection.condition)", selection.parameters,
                row: write)
        }
        try file.execute(ExportedTables.indexes)
        try file.execute(ExportedTables.views)
        try file.finish()
    }
}
