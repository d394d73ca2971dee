/// Why the bytes of a log could not be read on.
package struct LogSourceError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The kind of a failure.
    package enum Code: Sendable {
        /// The system refused to read.
        case unreadable
        /// The compressed data end too early, as while they are being written.
        case truncated
        /// The compressed data are damaged.
        case damaged
    }

    /// The kind of the failure.
    package let code: Code
    /// What is wrong.
    package let message: String
    /// Where, in bytes from the start of the compressed data or of the file.
    package let offset: Int64

    /// Makes an error.
    package init(_ code: Code, _ message: String, at offset: Int64) {
        self.code = code
        self.message = message
        self.offset = offset
    }

    /// The message and the place.
    package var description: String { "\(message), at byte \(offset)" }
}
