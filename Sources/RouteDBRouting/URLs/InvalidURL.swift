/// Why a text is no URL that could be resolved.
public struct InvalidURL: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong.
    public enum Reason: String, Hashable, Sendable {
        /// It is longer than ``URLLimits/bytes``.
        case tooLong
        /// It has more segments than ``URLLimits/segments``.
        case tooManySegments
        /// It has a control character as such; or, where it is decoded, percent-encoded before the
        /// query, or a NUL.
        case controlCharacter
        /// Its bytes, percent-decoded where the namespace does that, are not UTF-8.
        case invalidUTF8
        /// Its host has a character that hosts do not have, or is no IPv6 address in brackets, or
        /// is missing before a port.
        case invalidHost
        /// Its port is not a number up to 65,535.
        case invalidPort
        /// It has no scheme and `://`, but its namespace wants them.
        case missingScheme
        /// Its query has a piece that is not `key=value`, which is all that its namespace takes.
        case invalidQuery
    }

    /// What is wrong.
    public let reason: Reason

    /// Where it is: an offset into the URL's bytes.
    public let offset: Int

    init(_ reason: Reason, at offset: Int) {
        self.reason = reason
        self.offset = offset
    }

    /// The reason in a sentence.
    public var description: String {
        let text =
            switch reason {
            case .tooLong: "the URL is longer than \(URLLimits.bytes) bytes"
            case .tooManySegments: "the path has more than \(URLLimits.segments) segments"
            case .controlCharacter: "a control character"
            case .invalidUTF8: "bytes that are not UTF-8"
            case .invalidHost: "the host is not one"
            case .invalidPort: "the port is not a number up to 65535"
            case .missingScheme: "there is no scheme with ://"
            case .invalidQuery: "a piece of the query is not key=value"
            }
        return "\(text), at byte \(offset)"
    }
}
