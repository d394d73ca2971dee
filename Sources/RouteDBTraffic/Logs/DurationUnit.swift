/// A unit of durations in a log.
public enum DurationUnit: String, CaseIterable, Sendable {
    /// Seconds, as nginx writes them.
    case seconds
    /// Thousandths of a second.
    case milliseconds
    /// Millionths of a second, as Apache writes them.
    case microseconds
    /// Billionths of a second, as Traefik writes them.
    case nanoseconds

    /// The length of the unit in nanoseconds.
    private var nanoseconds: Double {
        switch self {
        case .seconds: 1e9
        case .milliseconds: 1e6
        case .microseconds: 1e3
        case .nanoseconds: 1
        }
    }

    /// Returns a duration in microseconds; `nil` if it is negative or out of range.
    func microseconds(_ number: Double) -> Int64? {
        let duration = (number * nanoseconds / 1e3).rounded()
        return duration >= 0 ? Int64(exactly: duration) : nil
    }

    /// Parses the unit after a number, such as the `ms` of `12ms`.
    init?(suffix: some Collection<UInt8>) {
        switch String(decoding: suffix, as: UTF8.self) {
        case "s": self = .seconds
        case "ms": self = .milliseconds
        case "us", "µs": self = .microseconds
        case "ns": self = .nanoseconds
        default: return nil
        }
    }
}
