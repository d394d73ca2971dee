/// A resolution to be written to the history.
///
/// Texts are kept as bytes, since a URL may not be valid UTF-8. The writer assigns the hit's stream
/// and sequence number.
package struct Hit: Hashable, Sendable {
    /// The longest duration and the greatest weight that are stored, so that sums over the hits of
    /// a bucket stay far from overflow.
    package static let (maximumDuration, maximumWeight): (Int64, Int64) = (1 << 36, 1 << 32)

    /// Microseconds since 1970-01-01T00:00:00Z.
    package var timeMicroseconds: Int64
    /// The URL as requested.
    package var url: [UInt8]
    package var outcome: HitOutcome
    /// The id of the namespace, a positive number.
    package var namespace: Int64?
    /// The id of the route, a positive number.
    package var route: Int64?
    /// The registry's revision that resolved the URL; 0 if none did.
    package var revision: Int64 = 0
    /// From 0 to about 19 hours; other values are clamped.
    package var durationMicroseconds: Int64?
    /// The status of the HTTP response, a positive number.
    package var status: Int64?
    /// The number of hits that this one represents: 1 unless only a sample is recorded.
    package var weight: Int64 = 1
    /// The origin of the hit: 0 if this program resolved the URL, or the id of an import.
    package var source: Int64 = 0
    package var principal: [UInt8]?
    /// The parameters as a JSON object.
    package var parameters: [UInt8]?
    package var referrer: [UInt8]?

    /// Creates a hit with the required values; the others can be set afterwards.
    package init(timeMicroseconds: Int64, url: [UInt8], outcome: HitOutcome) {
        self.timeMicroseconds = timeMicroseconds
        self.url = url
        self.outcome = outcome
    }
}
