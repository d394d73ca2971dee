/// The forms in which a list can be written.
package enum ListingFormat: Sendable {
    /// One JSON object with everything.
    case json
    /// One JSON object on each line.
    case ndjson
    /// Comma-separated values with a header (RFC 4180).
    case csv
    /// Aligned columns with a header.
    case table
    /// Values with tabs between them, without a header.
    case plain
}
