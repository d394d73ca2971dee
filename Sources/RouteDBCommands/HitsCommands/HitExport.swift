import RouteDB
import RouteDBTraffic

/// The hits that a command applies to, as an SQL condition on `hits`.
struct HitSQLSelection {
    /// The condition, starting with `WHERE`; empty to select all hits.
    private(set) var condition = ""
    private(set) var parameters: [SQLCell] = []

    /// Adds a condition with a `?` for each value.
    mutating func require(_ text: String, _ values: [SQLCell]) {
        condition += (condition.isEmpty ? " WHERE " : " AND ") + text
        parameters += values
    }
}

/// Writes hits in formats that `hits import` reads back.
///
/// - CSV has the column names of `hits` in SQL; NDJSON has them in camel case.
/// - Times are in RFC 3339 format, to the microsecond, and durations in microseconds. If a time
///   cannot be written that way, because its year does not have four digits, `time_us` has it as a
///   number.
/// - If a URL, principal or referrer cannot be restored from its text, its exact bytes are added as
///   `url_bytes`, `principal_bytes` or `referrer_bytes` (``ExactText``).
/// - Parameters are an object in NDJSON, and JSON text elsewhere.
struct HitExport {
    private enum Column: String, CaseIterable {
        case time, url, outcome, namespace, route, target, namespaceID = "namespace_id"
        case routeID = "route_id"
        case revision
        case duration = "duration_us"
        case status, weight, principal, parameters, referrer, source, stream, sequence
        case urlBytes = "url_bytes"
        case principalBytes = "principal_bytes"
        case referrerBytes = "referrer_bytes"
        case exactTime = "time_us"

        /// The key in JSON: `durationUs` for the column `duration_us`.
        var key: String {
            let words = rawValue.split(separator: "_")
            return words.dropFirst().reduce(String(words[0])) {
                $0 + $1.prefix(1).uppercased() + $1.dropFirst()
            }
        }

        /// The column of `hits` that this column shows.
        var source: String {
            switch self {
            case .duration: "duration"
            case .urlBytes: "url"
            case .principalBytes: "principal"
            case .referrerBytes: "referrer"
            case .exactTime: "time"
            default: rawValue
            }
        }

        /// Whether the column is only set for hits that the other columns do not represent exactly.
        var isExact: Bool {
            switch self {
            case .urlBytes, .principalBytes, .referrerBytes, .exactTime: true
            default: false
            }
        }
    }

    let selection: HitSQLSelection
    let session: SQLSession

    private static let select = Column.allCases.map(\.source).joined(separator: ", ")

    /// Writes a JSON object or a CSV record for each hit.
    func write(_ format: HitFileFormat, to output: OutputWriter) throws {
        let columns = Column.allCases
        let keys = RowKeys(columns.map(\.key))
        let writer = try RowWriter(
            columns.map(\.rawValue), in: RowWriter.Frame(key: "hits", isExact: true),
            as: format == .csv ? .csv : .ndjson, to: output)
        try session.run(
            "SELECT \(Self.select) FROM hits\(selection.condition)", selection.parameters
        ) { cells in
            try writer.write({ .text(Self.field(columns[$0], cells[$0])) }) { line in
                keys.append(to: &line) { index in
                    let value = Self.json(columns[index], cells[index])
                    // A mere `nil` would be a `JSONValue`, that of JSON.
                    return columns[index].isExact && value == .null ? JSONValue?.none : value
                }
            }
        }
        try writer.end()
    }

    /// Writes a new SQLite file: the table `hits` with the columns that `routedb sql` has, the live
    /// routes, and what ``ExportedTables`` adds.
    func writeTables(path: String, within limit: FileLimit?) throws {
        let file = try SQLTableFile(path: path, within: limit)
        let routes = ExportedTables.routeColumns
        try file.add("live_route", columns: routes) { write in
            // Without a registry nobody knows a route.
            guard session.hasRegistry else { return }
            let names = routes.map(\.name).joined(separator: ", ")
            try session.run("SELECT \(names) FROM main.live_route ORDER BY route_id", row: write)
        }
        let columns = HitColumn.allCases.map { (name: $0.rawValue, type: $0.type) }
        try file.add("hits", columns: columns) { write in
            let names = columns.map(\.name).joined(separator: ", ")
            try session.run(
                "SELECT \(names) FROM hits\(selection.condition)", selection.parameters,
                row: write)
        }
        try file.execute(ExportedTables.indexes)
        try file.execute(ExportedTables.views)
        try file.finish()
    }

    private static func json(_ column: Column, _ cell: SQLCell) -> JSONValue {
        let field = field(column, cell)
        switch (column, cell) {
        case (_, .null): return .null
        case (_, _) where column.isExact && field.isEmpty: return .null
        case (.time, _): return .string(String(decoding: field, as: UTF8.self))
        case (.parameters, .text(let bytes)):
            if let value = try? JSONValue(parsing: bytes) { return value }
            return .string(String(decoding: field, as: UTF8.self))
        case (_, .integer(let value)): return .int(value)
        default: return .string(String(decoding: field, as: UTF8.self))
        }
    }

    private static func field(_ column: Column, _ cell: SQLCell) -> [UInt8] {
        switch (column, cell) {
        case (.time, .integer(let microseconds)):
            Array(Timestamp(microseconds: microseconds).description.utf8)
        case (.exactTime, .integer(let microseconds)):
            Timestamp(microseconds: microseconds).isReadable
                ? [] : Array(String(microseconds).utf8)
        case (_, .text(let bytes)), (_, .blob(let bytes)):
            column.isExact ? ExactText.digits(of: bytes) ?? [] : ExactText.text(of: bytes)
        default: cell.bytes
        }
    }
}
