package import RouteDBRouting

/// The outcome of a resolution as stored with a hit.
///
/// The numbers are part of the file format. A file may contain numbers that this version does not
/// know.
package struct HitOutcome: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
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
@dynamicMemberLookup
package struct Hit: Hashable, Sendable {
    package var numbers: HitNumbers
    /// The URL as requested.
    package var url: [UInt8]
    package var principal: [UInt8]?
    /// The parameters as a JSON object.
    package var parameters: [UInt8]?
    package var referrer: [UInt8]?
    /// The kind of route that was wanted, such as the method of an HTTP request.
    package var kind: [UInt8]?
    /// The other properties of the request that decided the resolution, as a JSON object.
    package var attributes: [UInt8]?
    /// The user agent of the client.
    package var userAgent: [UInt8]?

    /// Creates a hit with the required values; the others can be set afterwards.
    package init(time: Timestamp, url: [UInt8], outcome: HitOutcome) {
        numbers = HitNumbers(time: time, outcome: outcome)
        self.url = url
    }

    /// One of the ``numbers``.
    package subscript<Value>(dynamicMember path: WritableKeyPath<HitNumbers, Value>) -> Value {
        get { numbers[keyPath: path] }
        set { numbers[keyPath: path] = newValue }
    }
}

/// The number of hits that a recording process dropped in a 15-minute bucket.
package struct HitLoss: Hashable, Sendable {
    package var time: Timestamp
    package var hits: Int64

    package init(time: Timestamp, hits: Int64) {
        self.time = time
        self.hits = hits
    }
}

/// The text columns of hits, in the order in which a segment stores them.
package enum HitText: Int, CaseIterable, Sendable {
    case url, principal, parameters, referrer, kind, attributes, userAgent

    /// The texts that occur again and again, in the order in which ``NamedTexts`` has them.
    static let named: [HitText] = [.principal, .referrer, .kind, .attributes, .userAgent]
}
