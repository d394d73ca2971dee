/// A run of an import over one log, as of one step.
package struct ImportRun: Sendable {
    /// The number of the run within the log, or `nil` before it has written anything.
    package var number: Int64?
    /// When the run began, in microseconds since 1970-01-01T00:00:00Z.
    package let startedAt: Int64
    /// The name of the format of the lines.
    package let format: String
    /// The options of the import: a JSON object in UTF-8.
    package let options: [UInt8]
    /// The number of lines so far that were imported before.
    package var duplicate: Int64 = 0
    /// The times of the earliest and the latest hit of the step, or `nil` without hits.
    package var times: ClosedRange<Int64>?

    package init(startedAt: Int64, format: String, options: [UInt8]) {
        (self.startedAt, self.format, self.options) = (startedAt, format, options)
    }
}
