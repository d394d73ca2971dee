import ArgumentParser
import RouteDB

/// The limits of an SQL statement.
struct SQLLimitOptions: ParsableArguments {
    private static let defaultTime = Duration.seconds(30)
    private static let defaultMemory: Int64 = 256 << 20

    @Option(
        help: ArgumentHelp(
            "The time limit, such as '90s' or '1h30m' (default: 30s; 0: none).",
            valueName: "duration"),
        transform: Self.duration)
    var timeout: Duration?

    @Option(
        help: ArgumentHelp(
            "The memory limit, such as '1G' (default: 256MB; 0: none).", valueName: "size"),
        transform: ByteSize.init)
    var memory: ByteSize?

    /// The limits of a statement.
    var limits: SQLLimits {
        let time = timeout ?? Self.defaultTime
        let bytes = memory?.bytes ?? Self.defaultMemory
        return SQLLimits(
            time: time == .zero ? nil : time, memoryBytes: bytes == 0 ? nil : bytes)
    }

    /// Parses `0`, `30s`, `500ms` or `1h30m`.
    private static func duration(_ text: String) throws -> Duration {
        if text == "0" { return .zero }
        let problem = ValidationError(
            "'\(text)' is not a valid duration; examples are '30s', '500ms' and '1h30m'.")
        var rest = text.utf8[...]
        var total: Int64 = 0
        while !rest.isEmpty {
            let digits = rest.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
            rest = rest.dropFirst(digits.count)
            let unit = rest.prefix { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }
            rest = rest.dropFirst(unit.count)
            guard let number = Int64(Substring(digits)),
                let milliseconds = Self.milliseconds(of: String(Substring(unit))),
                case let (part, isTooLong) = number.multipliedReportingOverflow(by: milliseconds),
                case let (sum, overflows) = total.addingReportingOverflow(part),
                !isTooLong, !overflows, sum <= Self.longest
            else { throw problem }
            total = sum
        }
        guard !text.isEmpty else { throw problem }
        return .milliseconds(total)
    }

    /// A thousand years.
    private static let longest: Int64 = 1_000 * 366 * 86_400_000

    private static func milliseconds(of unit: String) -> Int64? {
        switch unit {
        case "ms": 1
        case "s": 1_000
        case "m": 60_000
        case "h": 3_600_000
        case "d": 86_400_000
        default: nil
        }
    }
}
