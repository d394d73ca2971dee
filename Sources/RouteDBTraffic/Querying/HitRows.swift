package import RouteDB
import RouteDBRouting

/// Some of the hits, as an SQL condition on `hits`.
package struct HitSQLSelection {
    /// The condition, starting with `WHERE`; empty to select all hits.
    package private(set) var condition = ""
    package private(set) var parameters: [SQLCell] = []

    package init() {}

    /// Adds a condition with a `?` for each value.
    package mutating func require(_ text: String, _ values: [SQLCell]) {
        condition += (condition.isEmpty ? " WHERE " : " AND ") + text
        parameters += values
    }
}

/// The hits of a session as rows of a file that `hits import` reads back.
///
/// - CSV has the column names of `hits` in SQL; NDJSON has them in camel case.
/// - Times are in RFC 3339 format, to the microsecond, and durations in microseconds. If a time
///   cannot be written that way, because its year does not have four digits, `time_us` has it as a
///   number.
/// - If a URL, principal, referrer or user agent cannot be restored from its text, its exact bytes are
///   added as `url_bytes`, `principal_bytes`, `referrer_bytes` or `user_agent_bytes` (``ExactText``).
package struct HitRows {
    package enum Column: String, CaseIterable {
        case time, url, outcome, namespace, route, target, namespaceID = "namespace_id"
        case routeID = "route_id"
        case revision
        case duration = "duration_us"
        case status, weight, principal, parameters, referrer, kind, attributes
        case userAgent = "user_agent"
        case bot, platform
        case source, stream, sequence
        case urlBytes = "url_bytes"
        case principalBytes = "principal_bytes"
        case referrerBytes = "referrer_bytes"
        case userAgentBytes = "user_agent_bytes"
        case exactTime = "time_us"

        /// The key in JSON: `durationUs` for the column `duration_us`.
        var key: String {
            let words = rawValue.split(separator: "_")
            return words.dropFirst().reduce(String(words[0])) {
                $0 + $1.prefix(1).uppercased() + $1.dropFirst()
            }
        }

        /// The part of `hits` that this column shows, as an expression of SQL.
        ///
        /// A recorded hit without attributes has an empty object, since of the requests in other logs
        /// nothing is known.
        var source: String {
            switch self {
            case .attributes: "coalesce(attributes, iif(source = 0, '{}', NULL))"
            case .duration: "duration"
            case .urlBytes: "url"
            case .principalBytes: "principal"
            case .referrerBytes: "referrer"
            case .userAgentBytes: "user_agent"
            case .exactTime: "time"
            default: rawValue
            }
        }

        /// True if the column is only set for hits that the other columns do not represent exactly.
        var isExact: Bool {
            switch self {
            case .urlBytes, .principalBytes, .referrerBytes, .userAgentBytes, .exactTime: true
            default: false
            }
        }
    }

    package let columns = Column.allCases
    private let keys = RowKeys(Column.allCases.map(\.key))
    private let selection: HitSQLSelection
    private let session: SQLSession

    package init(_ selection: HitSQLSelection, in session: SQLSession) {
        self.selection = selection
        self.session = session
    }

    private static let select = Column.allCases.map(\.source).joined(separator: ", ")

    /// Reads the rows.
    package func forEach(_ rest: String = "", _ row: ([SQLCell]) throws -> Void) throws {
        try session.run(
            "SELECT \(Self.select) FROM hits\(selection.condition)\(rest)", selection.parameters,
            row: row)
    }

    /// Appends a row as a JSON object.
    package func append(_ cells: [SQLCell], to line: inout [UInt8]) {
        keys.append(to: &line) { index in
            let value = Self.json(columns[index], cells[index])
            // A mere `nil` would be a `JSONValue`, that of JSON.
            return columns[index].isExact && value == .null ? JSONValue?.none : value
        }
    }

    private static func json(_ column: Column, _ cell: SQLCell) -> JSONValue {
        let field = field(column, cell)
        switch (column, cell) {
        case (_, .null): return .null
        case (_, _) where column.isExact && field.isEmpty: return .null
        case (.time, _): return .string(String(decoding: field, as: UTF8.self))
        case (.parameters, .text(let bytes)), (.attributes, .text(let bytes)):
            if let value = try? JSONValue(parsing: bytes) { return value }
            return .string(String(decoding: field, as: UTF8.self))
        case (_, .integer(let value)): return .int(value)
        default: return .string(String(decoding: field, as: UTF8.self))
        }
    }

    /// The value of a column as a field of delimited text.
    package static func field(_ column: Column, _ cell: SQLCell) -> [UInt8] {
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
