import RouteDBRouting

/// A stored version of a default value.
struct DefaultRecord {
    /// The id of the row.
    let version: Int64
    let key: String
    /// The value's JSON text.
    let value: String
    let madeBy: Int64
}
