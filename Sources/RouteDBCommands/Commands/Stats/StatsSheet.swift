import RouteDB

/// A report on the whole period or on one bucket, ready to be written.
struct StatsSheet<Row: Sendable>: Sendable {
    let frame: ReportFrame
    let rows: [Row]
    /// The hits in rows beyond the limit.
    var others = HitCount()
    /// Members of the JSON object besides the rows.
    let head: JSONObject
    /// The JSON for the rows; `nil` for that of the list.
    var list: JSONValue?

    /// Returns the report as JSON.
    func object(_ listing: Listing<Row>) -> JSONObject {
        var object = head
        object[listing.key] = list ?? .array(rows.map { .object(listing.object($0)) })
        return object
    }
}
