package import RouteDBRouting

/// The properties of a hit beside its texts: values that are copied without counting references.
package struct HitNumbers: Hashable, Sendable, BitwiseCopyable {
    // Sums over the hits of a bucket stay far from overflow.
    /// The longest duration that is stored.
    package static let maximumDuration: Int64 = 1 << 36
    /// The greatest weight that is stored.
    package static let maximumWeight: Int64 = 1 << 32

    package var time: Timestamp
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
    /// The client, as far as its user agent tells.
    package var client: HitClient?
    /// The number of hits that this one represents: 1 unless only a sample is recorded.
    package var weight: Int64 = 1
    /// The origin of the hit: 0 if this program resolved the URL, or the id of an import.
    package var source: Int64 = 0

    /// Creates the numbers with the required values; the others can be set afterwards.
    package init(time: Timestamp, outcome: HitOutcome) {
        self.time = time
        self.outcome = outcome
    }
}
