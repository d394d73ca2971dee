/// The integer columns of hits, in the order in which a segment stores them.
///
/// A missing value is 0, except for a missing duration, which is -1.
package enum HitNumber: Int, CaseIterable, Sendable {
    /// Microseconds since 1970-01-01T00:00:00Z.
    case time
    /// The id of the namespace.
    case namespace
    /// The id of the route.
    case route
    /// The registry's revision that resolved the URL.
    case revision
    /// The ``HitOutcome``.
    case outcome
    /// The duration, in microseconds.
    case duration
    /// The status of the HTTP response.
    case status
    /// The ``HitClient``.
    case client
    /// The number of hits that this one represents.
    case weight
    /// The origin of the hit: 0 if this program resolved the URL, or the id of an import.
    case source
    /// The id of the stream within the file.
    case stream
    /// The sequence number in the stream, from 1.
    case sequence

    /// More hits than any stream can ever have.
    static let maximumHits: Int64 = 1 << 62

    /// The valid values of the column; any other value means that the file is damaged.
    ///
    /// The bounds are slightly wider than what writers write, and far from where sums overflow.
    package var range: ClosedRange<Int64> {
        switch self {
        case .time: .min ... .max
        case .namespace, .route, .revision, .status, .source: 0 ... .max
        case .outcome, .client: 0...0xFFFF
        case .duration: -1...HitNumbers.maximumDuration
        case .weight: 1...HitNumbers.maximumWeight
        case .stream, .sequence: 0...Self.maximumHits
        }
    }
}
