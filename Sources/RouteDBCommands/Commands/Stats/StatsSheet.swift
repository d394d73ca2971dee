import RouteDB

/// A report as it is written: on the window, or on one bucket of it.
struct StatsSheet<Row: Sendable>: Sendable {
    let frame: ReportFrame
    let rows: [Row]
    /// Hits in rows beyond the limit.
    var others = HitCount()
    /// What JSON says beside the rows.
    let head: JSONObject
    /// What JSON says for the rows; `nil`: what the listing says of each.
    var list: JSONValue?

    /// All that JSON says.
    func object(_ listing: Listing<Row>) -> JSONObject {
        var object = head
        object[listing.key] = list ?? .array(rows.map { .object(listing.object($0)) })
        return object
    }
}
