import RouteDBRouting

/// One version of a default value, as stored.
struct DefaultRecord {
    /// The row.
    let version: Int64
    let key: String
    /// The value's JSON text.
    let value: String
    let madeBy: Int64
}
