import ArgumentParser
import RouteDB

/// A time zone in an argument.
struct ZoneArgument: Sendable {
    let rules: ZoneRules

    /// Parses the name of a zone or an offset.
    static func read(_ text: String) throws -> ZoneArgument {
        if let rules = ZoneRules.named(text) { return ZoneArgument(rules: rules) }
        throw ValidationError(
            "Unknown time zone '\(text)': use one such as 'Europe/Berlin' or '+02:00'."
        )
    }
}
