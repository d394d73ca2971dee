/// A line of a log that says nothing which could be kept.
public struct LogRejection: Sendable {
    /// The name of the log, such as the path of its file.
    public let name: String
    /// The id of the log in the history; `nil` while it is new there.
    public let log: Int64?
    /// The number of the line, from 1.
    public let line: Int64
    /// The offset of the line's first byte in the log, decompressed.
    public let offset: Int64
    /// What is wrong.
    public let reason: String
    /// Where in the line that is, in bytes.
    public let place: Int
    /// The bytes of the line, without its end; of one over a MiB, the beginning.
    ///
    /// Empty if the log is imported with privacy rules.
    public let text: [UInt8]
}
