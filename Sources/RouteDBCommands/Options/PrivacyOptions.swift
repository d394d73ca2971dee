import ArgumentParser
import RouteDB

/// What of a hit is not written.
struct PrivacyOptions: ParsableArguments {
    @Option(
        name: .customLong("privacy"),
        help: ArgumentHelp(
            """
            What becomes of a parameter or a query key, as 'email=drop': keep, hash, truncate:N \
            or drop; '*' is all others. Else the rules of $ROUTEDB_PRIVACY, with spaces between. \
            Hashes take their key from $ROUTEDB_PRIVACY_KEY.
            """, valueName: "name=action"))
    var rules: [String] = []

    /// The rules.
    func rules(in context: CommandContext) throws -> PrivacyRules {
        let usual = context.variable("ROUTEDB_PRIVACY")?.split(separator: " ").map(String.init)
        return try PrivacyRules(
            rules.isEmpty ? usual ?? [] : rules,
            key: context.variable("ROUTEDB_PRIVACY_KEY").map { Array($0.utf8) })
    }
}
