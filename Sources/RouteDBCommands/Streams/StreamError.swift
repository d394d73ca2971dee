/// Why bytes could not be read or written.
package enum StreamError: Error, Hashable, Sendable {
    /// The reader has closed the stream.
    case closed
    /// A signal arrived while waiting.
    case interrupted
    /// The input is text in the named encoding instead of UTF-8.
    case notUTF8(String)
    /// An error of the system, with its text.
    case failed(String)
}
