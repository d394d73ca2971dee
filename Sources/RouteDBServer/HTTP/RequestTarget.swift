#if Server
import HTTPTypes
import RouteDB

/// The path and the query of a request, decoded.
///
/// The path is split before it is decoded, so that `%2F` is a part of a name, and nothing in it is
/// resolved: a segment `..` is a name that no endpoint has.
package struct RequestTarget: Sendable {
    /// The segments of the path, without the empty one before the first slash.
    package let segments: [String]
    /// The query's keys and values, in order.
    package let query: [(key: String, value: String)]

    /// Reads the target of a request line.
    package init(_ target: String) throws(Problem) {
        guard target.utf8.first == UInt8(ascii: "/") else {
            throw Problem(
                .badRequest, "invalidRequest", "The request's target is not a path.",
                hint: "Request a path, such as '/api/v1/routes'.")
        }
        let parts = target.utf8.split(
            separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
        var segments: [String] = []
        for part in parts[0].dropFirst().split(
            separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        {
            segments.append(try Self.decoded(Substring(part)))
        }
        self.segments = segments
        query = parts.count > 1 ? try Self.fields(Substring(parts[1])) : []
    }

    /// Reads the query of a target alone.
    static func query(of target: String) throws(Problem) -> [(key: String, value: String)] {
        try fields(target[path(of: target).endIndex...].dropFirst())
    }

    /// Reads the keys and values of a query, or of the form in a body, which has the same syntax.
    package static func fields(
        _ text: Substring
    ) throws(Problem) -> [(key: String, value: String)] {
        let bytes = Array(text.utf8)
        var fields: [(key: String, value: String)] = []
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: UInt8(ascii: "&")) ?? bytes.count
            if end > start {
                let equals = bytes[start..<end].firstIndex(of: UInt8(ascii: "=")) ?? end
                let value = equals < end ? try field(bytes[(equals + 1)..<end]) : ""
                fields.append((key: try field(bytes[start..<equals]), value: value))
            }
            start = end + 1
        }
        return fields
    }

    /// The path as it may be written to a log: without the query, which may hold a secret.
    package static func path(of target: String) -> Substring {
        Substring(target.utf8.prefix { $0 != UInt8(ascii: "?") })
    }

    /// A key or a value, where a `+` is a space, as forms write it.
    private static func field(_ bytes: ArraySlice<UInt8>) throws(Problem) -> String {
        guard let field = PercentCoding.decoded(bytes, plusIsSpace: true) else { throw notText }
        return field
    }

    private static func decoded(_ text: some StringProtocol) throws(Problem) -> String {
        guard let decoded = PercentCoding.decoded(text) else { throw notText }
        return decoded
    }

    private static let notText = Problem(
        .badRequest, "invalidRequest", "The request's target or form is not UTF-8.",
        hint: "Percent-encode the bytes of UTF-8 text.")
}
#endif
