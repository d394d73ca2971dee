/// A resolution that is written to history.
///
/// Its bytes are kept as they are: a URL need not be UTF-8. Which stream it belongs to, and its
/// place there, is the writer's to say.
package struct Hit: Hashable, Sendable {
    /// The longest duration and the greatest weight that are kept: sums over the hits of a
    /// quarter of an hour then stay far from overflow.
    package static let (maximumDuration, maximumWeight): (Int64, Int64) = (1 << 36, 1 << 32)

    /// Microseconds since 1970-01-01T00:00:00Z.
    package var timeMicroseconds: Int64
    /// The URL as it was given.
    package var url: [UInt8]
    package var outcome: HitOutcome
    /// The id of the namespace, a positive number.
    package var namespace: Int64?
    /// The id of the route, a positive number.
    package var route: Int64?
    /// The registry's revision that answered; 0 if none did.
    package var revision: Int64 = 0
    /// From 0 to about 19 hours; anything else is kept as the nearest of these.
    package var durationMicroseconds: Int64?
    /// The status of the HTTP answer, a positive number.
    package var status: Int64?
    /// How many hits it stands for: 1 unless only a sample is recorded.
    package var weight: Int64 = 1
    /// Where it came from: 0 for a resolution of this program's, or the id of an import.
    package var source: Int64 = 0
    package var principal: [UInt8]?
    /// The parameters as a JSON object.
    package var parameters: [UInt8]?
    package var referrer: [UInt8]?

    /// Creates a hit of what every hit has; the rest is set where it is known.
    package init(timeMicroseconds: Int64, url: [UInt8], outcome: HitOutcome) {
        self.timeMicroseconds = timeMicroseconds
        self.url = url
        self.outcome = outcome
    }
}
