import ArgumentParser
import RouteDB

/// What a log does not say, and its reader must know.
struct LogFormatOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            The format: \(LogImportOptions.formats.joined(separator: ", ")); else as the first \
            lines tell.
            """, valueName: "format"),
        completion: .list(LogImportOptions.formats))
    var format: String?

    @Option(help: "The host, with its port if it has one, of requests whose log has none.")
    var host: String?

    @Option(help: "The scheme of requests whose log does not tell it; https unless given.")
    var scheme: String?

    @Option(
        name: .customLong("duration-unit"),
        help: ArgumentHelp(
            """
            The unit of durations: seconds, milliseconds, microseconds or nanoseconds; else \
            each format has its own.
            """, valueName: "unit"),
        completion: .list(DurationUnit.allCases.map(\.rawValue)), transform: unit)
    var durationUnit: DurationUnit?

    /// Sets what was given.
    func set(_ options: inout LogImportOptions) {
        options.format = format
        options.host = host
        if let scheme { options.scheme = scheme }
        options.durationUnit = durationUnit
    }

    private static func unit(_ text: String) throws -> DurationUnit {
        guard let unit = DurationUnit(rawValue: text) else {
            let units = DurationUnit.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("There is no unit \(text.excerpt); there are \(units).")
        }
        return unit
    }
}
