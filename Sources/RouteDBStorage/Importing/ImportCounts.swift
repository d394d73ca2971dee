/// The numbers of lines by what happened to them.
package struct ImportCounts: Sendable, Hashable {
    /// Lines whose requests became hits.
    package var imported: Int64 = 0
    /// Lines that were imported before.
    package var duplicate: Int64 = 0
    /// Lines that could not be imported.
    package var rejected: Int64 = 0
    /// Blank lines, comments, and repeated headers.
    package var skipped: Int64 = 0

    package init() {}

    /// The total number of lines.
    package var lines: Int64 { imported + duplicate + rejected + skipped }
}
