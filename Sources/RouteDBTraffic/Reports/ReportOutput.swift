import RouteDB
package import RouteDBRouting

/// A report as every surface shows it: the selection with its totals, and rows with columns.
package protocol ReportOutput: Sendable {
    /// The selection of the report, with its totals.
    var frame: ReportFrame { get }
    /// The members of the JSON besides the rows.
    var head: JSONObject { get }
    /// The key of the rows.
    var key: String { get }
    /// The rows as JSON.
    var objects: [JSONObject] { get }
    /// The rows as JSON objects that need no others.
    var lines: [JSONObject] { get }
    /// The columns of the rows.
    var columns: [ReportColumn] { get }
    /// The number of rows.
    var rowCount: Int { get }
    /// The hits in the rows that the limit of the query leaves out.
    var omittedHits: HitCount { get }
}

extension ReportOutput {
    package var lines: [JSONObject] { objects }
    package var omittedHits: HitCount { HitCount() }

    /// True if the report compares with the previous window.
    var isCompared: Bool { frame.previousSelection != nil }

    /// The report as JSON.
    package var object: JSONObject {
        let schema: JSONObject = ["schema": 1]
        return schema.merging(content)
    }

    /// The report as a part of other JSON.
    package var content: JSONObject {
        var object = head
        object[key] = .array(objects.map(JSONValue.object))
        return object
    }
}

extension HitCount {
    /// The count as JSON.
    package var json: JSONValue { ["hits": .int(hits), "weight": .int(weight)] }

    /// Returns the count of the previous window as JSON, with the change since then.
    package func json(since previous: HitCount?) -> JSONValue {
        guard let previous else { return .null }
        return [
            "hits": .int(previous.hits), "weight": .int(previous.weight),
            "delta": .int(weight &- previous.weight),
            "change": change(since: previous).map(JSONValue.double) ?? .null,
        ]
    }
}

extension ReportFrame {
    /// The members of a report's JSON that are common to all reports.
    package var head: JSONObject {
        func window(_ selection: HitSelection) -> JSONValue {
            ["since": Self.json(selection.since), "until": Self.json(selection.until)]
        }
        return [
            "window": window(selection),
            "previousWindow": previousSelection.map(window) ?? .null,
            "revision": .int(revision), "regrouped": .bool(isRegrouped),
            "total": total.json, "previousTotal": total.json(since: previousTotal),
            "pruned": [
                "hits": .int(pruned.hits), "weight": .int(pruned.weight),
                "counted": .bool(countsPruned),
            ],
            "omitted": .int(Int64(omittedRows)),
        ]
    }

    static func json(_ time: Timestamp?) -> JSONValue {
        time.map { .string("\($0)") } ?? .null
    }
}
