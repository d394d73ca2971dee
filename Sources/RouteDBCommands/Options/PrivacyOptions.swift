import ArgumentParser
import RouteDB

/// What of a hit is not written.
struct PrivacyOptions: ParsableArguments {
    @Option(
        name: .customLong("privacy"),
        help: ArgumentHelp(
            """
            What becomes of a parameter or a query key, as 'email=drop': keep, hash, truncate:N \
            or drop; '*' is all others. Hashes take their key from $ROUTEDB_PRIVACY_KEY.
            """, valueName: "name=action"))
    var rules: [String] = []

    /// The rules.
    func rules(in context: CommandContext) throws -> PrivacyRules {
        try PrivacyRules(rules, key: context.variable("ROUTEDB_PRIVACY_KEY").map { Array($0.utf8) })
    }
}
