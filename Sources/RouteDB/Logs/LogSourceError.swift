/// An error in reading the bytes of a log.
package struct LogSourceError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The kind of error.
    package enum Code: Sendable {
        /// The system could not read the file.
        case unreadable
        /// The compressed data end prematurely, for example because they are still being written.
        case truncated
        /// The compressed data are damaged.
        case damaged
    }

    /// The kind of error.
    package let code: Code
    /// What is wrong.
    package let message: String
    /// The place, in bytes from the start of the file or of the compressed data.
    package let offset: Int64

    /// Creates an error.
    package init(_ code: Code, _ message: String, at offset: Int64) {
        self.code = code
        self.message = message
        self.offset = offset
    }

    /// The message and the place.
    package var description: String { "\(message), at byte \(offset)" }
}
