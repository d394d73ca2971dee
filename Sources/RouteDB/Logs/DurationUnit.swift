/// A unit of durations in logs.
public enum DurationUnit: String, CaseIterable, Sendable {
    /// Seconds, as nginx writes them.
    case seconds
    /// Thousandths of a second.
    case milliseconds
    /// Millionths of a second, as Apache writes them.
    case microseconds
    /// Billionths of a second, as Traefik writes them.
    case nanoseconds

    /// How many nanoseconds one is.
    private var nanoseconds: Double {
        switch self {
        case .seconds: 1e9
        case .milliseconds: 1e6
        case .microseconds: 1e3
        case .nanoseconds: 1
        }
    }

    /// A duration in microseconds; `nil` if it is negative or has no such number.
    func microseconds(_ number: Double) -> Int64? {
        let duration = (number * nanoseconds / 1e3).rounded()
        return duration >= 0 ? Int64(exactly: duration) : nil
    }

    /// Reads the unit behind a number, such as the `ms` of `12ms`.
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
