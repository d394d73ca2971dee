import ArgumentParser
import RouteDB
import RouteDBTraffic

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

    /// Returns the limits of a statement.
    func limits(in context: CommandContext) -> SQLLimits {
        let defaults = context.isProcess ? (Self.defaultTime, Self.defaultMemory) : (.zero, 0)
        let time = timeout ?? defaults.0
        let bytes = memory?.bytes ?? defaults.1
        return SQLLimits(
            time: time == .zero ? nil : time, memoryBytes: bytes == 0 ? nil : bytes)
    }

    /// Parses `0`, `30s`, `500ms` or `1h30m`.
    private static func duration(_ text: String) throws -> Duration {
        if text == "0" { return .zero }
        guard let microseconds = DurationText.microseconds(text) else {
            throw ValidationError(
                "'\(text)' is not a valid duration; examples are '30s', '500ms' and '1h30m'.")
        }
        return .microseconds(microseconds)
    }
}
