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
}
