/// The integer columns of hits, in the order of their places in a segment.
///
/// What is not there is 0, except for a duration, where it is -1.
package enum HitNumber: Int, CaseIterable, Sendable {
    /// Microseconds since 1970-01-01T00:00:00Z.
    case time
    /// The namespace's id.
    case namespace
    /// The route's id.
    case route
    /// The registry's revision that answered.
    case revision
    /// The ``HitOutcome``.
    case outcome
    /// Microseconds.
    case duration
    /// The status of the HTTP answer.
    case status
    /// How many hits this one stands for.
    case weight
    /// Where the hit came from: 0 for a resolution of this program's, or the id of an import.
    case source
    /// The id of the stream in the file.
    case stream
    /// The place in the stream, from 1.
    case sequence

    /// The numbers that a file may have here; any other one is damage.
    ///
    /// The bounds are a little wider than what writers write, and far from where sums overflow.
    package var range: ClosedRange<Int64> {
        switch self {
        case .time: .min ... .max
        case .namespace, .route, .revision, .status, .source: 0 ... .max
        case .outcome: 0...0xFFFF
        case .duration: -1...Hit.maximumDuration
        case .weight: 1...Hit.maximumWeight
        case .stream, .sequence: 0...StreamRecords.maximumHits
        }
    }
}
