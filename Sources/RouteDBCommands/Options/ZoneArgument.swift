import ArgumentParser
import RouteDB

/// A time zone as the command line names it.
struct ZoneArgument: Sendable {
    let rules: ZoneRules

    /// Reads a name or an offset.
    static func read(_ text: String) throws -> ZoneArgument {
        if let rules = ZoneRules.named(text) { return ZoneArgument(rules: rules) }
        throw ValidationError(
            "Unknown time zone '\(text)': use one such as 'Europe/Berlin' or '+02:00'."
        )
    }
}
