/// What became of lines.
package struct ImportCounts: Sendable, Hashable {
    /// Lines whose requests became hits.
    package var imported: Int64 = 0
    /// Lines that were dealt with before.
    package var duplicate: Int64 = 0
    /// Lines that say nothing which could be kept.
    package var rejected: Int64 = 0
    /// Blank lines, comments, and repeated headers.
    package var skipped: Int64 = 0

    package init() {}

    /// How many lines there were, whatever became of them.
    package var lines: Int64 { imported + duplicate + rejected + skipped }
}
