/// Why a text is not a valid URL.
public struct InvalidURL: Error, Hashable, Sendable, CustomStringConvertible {
    /// A kind of mistake in a URL.
    public enum Reason: String, Hashable, Sendable {
        /// The URL is longer than 1 MiB.
        case tooLong
        /// The URL has more than 2,048 segments.
        case tooManySegments
        /// The URL contains a control character; or, where it is decoded, a percent-encoded control
        /// character before the query, or a NUL.
        case controlCharacter
        /// Its bytes are not valid UTF-8, after percent-decoding where the namespace decodes.
        case invalidUTF8
        /// Its host contains an invalid character, has brackets around anything other than an IPv6
        /// address, or is missing before a port; or there is a backslash before the path.
        case invalidHost
        /// Its port is not a number up to 65535.
        case invalidPort
        /// The URL has no scheme followed by `://`, which its namespace requires.
        case missingScheme
        /// Its query has an item that is not `key=value`, which its namespace requires.
        case invalidQuery
        /// The URL has a segment with an encoded slash that would have a dot segment beside the slash, if
        /// this were decoded.
        case encodedDotSegment
    }

    /// The mistake.
    public let reason: Reason

    /// Where it is, as an offset into the URL's bytes.
    public let offset: Int

    init(_ reason: Reason, at offset: Int) {
        self.reason = reason
        self.offset = offset
    }

    /// The reason and the offset, as text.
    public var description: String {
        let text =
            switch reason {
            case .tooLong: "the URL is longer than \(URLLimits.bytes) bytes"
            case .tooManySegments: "the path has more than \(URLLimits.segments) segments"
            case .controlCharacter: "a control character"
            case .invalidUTF8: "invalid UTF-8"
            case .invalidHost: "the host is not valid"
            case .invalidPort: "the port is not a number up to 65535"
            case .missingScheme: "the URL has no scheme followed by ://"
            case .invalidQuery: "a query item is not key=value"
            case .encodedDotSegment: "a dot segment beside an encoded slash"
            }
        return "\(text), at byte \(offset)"
    }
}

/// The limits of a URL.
///
/// A URL beyond them is invalid, which bounds the cost of a request.
package enum URLLimits {
    /// The maximum length of a URL, in bytes.
    package static let bytes = 1 << 20

    /// The maximum number of segments of a path, before dot segments are resolved.
    package static let segments = 2_048
}

extension InvalidURL {
    /// The mistake as JSON.
    package var json: JSONObject {
        [
            "code": .string(reason.rawValue), "message": .string(description),
            "offset": .int(Int64(offset)),
        ]
    }
}
