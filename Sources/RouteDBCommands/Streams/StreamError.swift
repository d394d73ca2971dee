/// Why bytes could not be read or written.
package enum StreamError: Error, Hashable, Sendable {
    /// Nobody reads them any more.
    case closed
    /// A signal came while waiting.
    case interrupted
    /// The input is text in another encoding, which has this name.
    case notUTF8(String)
    /// The system's reason.
    case failed(String)
}
