import ArgumentParser
import RouteDB

/// The options for removing personal data before hits are written.
struct PrivacyOptions: ParsableArguments {
    @Option(
        name: .customLong("privacy"),
        help: ArgumentHelp(
            """
            How to store the values of a parameter or query key, such as 'email=drop': keep, \
            hash, truncate:N or drop; '*' stands for all others (default: $ROUTEDB_PRIVACY, \
            separated by spaces). The key for hashes is $ROUTEDB_PRIVACY_KEY.
            """, valueName: "name=action"))
    var rules: [String] = []

    /// Returns the rules.
    func rules(in context: CommandContext) throws -> PrivacyRules {
        let usual = context.variable("ROUTEDB_PRIVACY")?.split(separator: " ").map(String.init)
        return try PrivacyRules(
            rules.isEmpty ? usual ?? [] : rules,
            key: context.variable("ROUTEDB_PRIVACY_KEY").map { Array($0.utf8) })
    }
}
