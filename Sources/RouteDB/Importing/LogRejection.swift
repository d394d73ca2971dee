/// A line of a log that could not be imported.
public struct LogRejection: Sendable {
    /// The name of the log, such as the path of its file.
    public let name: String
    /// The id of the log in the history; `nil` if none of its lines was written yet.
    public let log: Int64?
    /// The number of the line, from 1.
    public let line: Int64
    /// The offset of the line's first byte in the decompressed log.
    public let offset: Int64
    /// Why the line was rejected.
    public let reason: String
    /// The offset of the mistake in the line, in bytes.
    public let place: Int
    /// The bytes of the line without its line ending, cut after 1 MiB.
    ///
    /// Empty if the log is imported with privacy rules.
    public let text: [UInt8]
}
