package import RouteDBRouting

/// The outcome of a resolution as stored with a hit.
///
/// The numbers are part of the file format. A file may contain numbers that this version does not
/// know.
package struct HitOutcome: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let matched = HitOutcome(rawValue: 1)
    package static let unmatched = HitOutcome(rawValue: 2)
    package static let denied = HitOutcome(rawValue: 3)
    package static let challenged = HitOutcome(rawValue: 4)
    package static let invalid = HitOutcome(rawValue: 5)
}

extension HitOutcome {
    /// The number for a resolution's outcome.
    package init(_ outcome: Resolution.Outcome) {
        self =
            switch outcome {
            case .matched: .matched
            case .unmatched: .unmatched
            case .denied: .denied
            case .challenged: .challenged
            case .invalid: .invalid
            }
    }

    /// The outcome for the number, or `nil` if the number is unknown.
    package var outcome: Resolution.Outcome? {
        switch self {
        case .matched: .matched
        case .unmatched: .unmatched
        case .denied: .denied
        case .challenged: .challenged
        case .invalid: .invalid
        default: nil
        }
    }
}

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

/// The number of hits that a recording process dropped in a 15-minute bucket.
package struct HitLoss: Hashable, Sendable {
    package var timeMicroseconds: Int64
    package var hits: Int64

    package init(timeMicroseconds: Int64, hits: Int64) {
        self.timeMicroseconds = timeMicroseconds
        self.hits = hits
    }
}

/// The text columns of hits, in the order in which a segment stores them.
package enum HitText: Int, CaseIterable, Sendable {
    case url, principal, parameters, referrer
}
