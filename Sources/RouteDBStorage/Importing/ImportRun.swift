/// A run of an import over one log, as far as a step takes it.
package struct ImportRun: Sendable {
    /// Its number among the runs of the log; nil: it has not written anything yet.
    package var number: Int64?
    /// When it began, in microseconds since 1970-01-01T00:00:00Z.
    package let startedAt: Int64
    /// The name of the format of the lines.
    package let format: String
    /// How the log is imported: a JSON object in UTF-8.
    package let options: [UInt8]
    /// How many lines it has met so far that were dealt with before.
    package var duplicate: Int64 = 0
    /// The times of the earliest and the latest hit of the step; nil without hits.
    package var times: ClosedRange<Int64>?

    package init(startedAt: Int64, format: String, options: [UInt8]) {
        (self.startedAt, self.format, self.options) = (startedAt, format, options)
    }
}
