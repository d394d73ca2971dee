/// A line of a log that could not be imported.
package struct ImportReject: Sendable, Hashable {
    /// The number of bytes of a line that are stored.
    package static let keptBytes = 4_096

    /// The number of the line, from 1.
    package let line: Int64
    /// The offset of its first byte in the decompressed log.
    package let offset: Int64
    /// Why the line was rejected.
    package let reason: String
    /// The offset of the problem in the line, in bytes.
    package let place: Int
    /// The line, truncated if it is long.
    package let text: [UInt8]

    package init(line: Int64, offset: Int64, reason: String, place: Int, text: [UInt8]) {
        self.line = line
        self.offset = offset
        self.reason = reason
        self.place = place
        self.text = text
    }
}
