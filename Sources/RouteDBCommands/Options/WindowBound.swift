import ArgumentParser
import RouteDB

/// One end of a window of time, as the command line gives it.
enum WindowBound: Hashable, Sendable {
    /// A moment, in microseconds since 1970-01-01T00:00:00Z.
    case time(Int64)
    /// The first moment of a day, in microseconds since 1970-01-01T00:00:00 of the zone's clocks.
    case date(Int64)
    /// So many microseconds before now.
    case age(Int64)

    /// Reads `2026-01-31T09:30:00Z`, `2026-01-31`, or an age such as `7d`.
    init(_ text: String) throws {
        if let age = Self.age(text) {
            self = .age(age)
            return
        }
        guard let time = Timestamp(text) else {
            throw ValidationError(
                """
                '\(text)' is not a valid time: use a date, 2026-01-31, a time, 2026-01-31T09:30:00Z, \
                or an age, 30m, 12h, 7d or 2w.
                """)
        }
        self = text.utf8.count == 10 ? .date(time.microseconds) : .time(time.microseconds)
    }

    /// The moment, in microseconds since 1970-01-01T00:00:00Z.
    func microseconds(now: Int64, zone: ZoneRules) -> Int64 {
        switch self {
        case .time(let microseconds): microseconds
        case .date(let local): zone.seconds(ofLocal: local / 1_000_000) * 1_000_000
        case .age(let age): now - age
        }
    }

    /// The microseconds of an age, of a thousand years at most.
    private static func age(_ text: String) -> Int64? {
        guard let unit = text.utf8.last, let seconds = seconds(of: unit),
            text.utf8.dropLast().allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
            let count = Int64(text.dropLast())
        else { return nil }
        let (age, overflows) = count.multipliedReportingOverflow(by: seconds)
        guard !overflows, age <= 1_000 * 366 * 86_400 else { return nil }
        return age * 1_000_000
    }

    private static func seconds(of unit: UInt8) -> Int64? {
        switch unit {
        case UInt8(ascii: "s"): 1
        case UInt8(ascii: "m"): 60
        case UInt8(ascii: "h"): 3_600
        case UInt8(ascii: "d"): 86_400
        case UInt8(ascii: "w"): 7 * 86_400
        default: nil
        }
    }
}
