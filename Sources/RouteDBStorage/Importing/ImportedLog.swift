/// A log that the history knows.
package struct ImportedLog: Sendable {
    /// The id of the log, which is the source of its hits.
    package let id: Int64
    /// The number of lines recorded.
    package let lines: Int64
    /// The length of the last line, in bytes, if it was unterminated.
    package let cut: Int?
}
