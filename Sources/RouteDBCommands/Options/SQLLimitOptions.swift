import ArgumentParser
import RouteDB

/// How much a statement of SQL may take.
struct SQLLimitOptions: ParsableArguments {
    private static let usualTime = Duration.seconds(30)
    private static let usualMemory: Int64 = 256 << 20

    @Option(
        help: ArgumentHelp(
            "Stop a statement that runs longer, such as '90s' or '1h30m'; else 30s, 0 never.",
            valueName: "duration"),
        transform: Self.duration)
    var timeout: Duration?

    @Option(
        help: ArgumentHelp(
            "Stop a statement that needs more memory; else 256MB, 0 never.", valueName: "size"),
        transform: ByteSize.init)
    var memory: ByteSize?

    /// The limits of a statement.
    var limits: SQLLimits {
        let time = timeout ?? Self.usualTime
        let bytes = memory?.bytes ?? Self.usualMemory
        return SQLLimits(
            time: time == .zero ? nil : time, memoryBytes: bytes == 0 ? nil : bytes)
    }

    /// Reads `0`, `30s`, `500ms` or `1h30m`.
    private static func duration(_ text: String) throws -> Duration {
        if text == "0" { return .zero }
        guard let microseconds = DurationText.microseconds(text) else {
            throw ValidationError(
                "'\(text)' is not a valid duration; examples are '30s', '500ms' and '1h30m'.")
        }
        return .microseconds(microseconds)
    }
}
