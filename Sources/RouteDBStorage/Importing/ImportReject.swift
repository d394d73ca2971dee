/// A line of a log that could not be kept.
package struct ImportReject: Sendable, Hashable {
    /// How many bytes of a line are kept.
    package static let keptBytes = 4_096

    /// The number of the line, from 1.
    package let line: Int64
    /// The offset of its first byte in the log, decompressed.
    package let offset: Int64
    /// What is wrong.
    package let reason: String
    /// Where in the line, in bytes.
    package let place: Int
    /// The line, or the beginning of a long one.
    package let text: [UInt8]

    package init(line: Int64, offset: Int64, reason: String, place: Int, text: [UInt8]) {
        self.line = line
        self.offset = offset
        self.reason = reason
        self.place = place
        self.text = text
    }
}
