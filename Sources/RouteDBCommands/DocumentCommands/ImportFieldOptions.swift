import ArgumentParser
import RouteDB

/// The options for the fields of imported routes.
struct ImportFieldOptions: ParsableArguments {
    @Option(
        name: .customLong("pattern-column"),
        help: ArgumentHelp("The column or key of the pattern.", valueName: "name"))
    var patternColumn: String?

    @Option(
        name: .customLong("target-column"),
        help: ArgumentHelp("The column or key of the target.", valueName: "name"))
    var targetColumn: String?

    @Option(
        name: .customLong("name-column"),
        help: ArgumentHelp("The column or key of the name.", valueName: "name"))
    var nameColumn: String?

    @Option(
        name: .customLong("group-column"),
        help: ArgumentHelp("The column or key of the group.", valueName: "name"))
    var groupColumn: String?

    @Option(
        name: .customLong("namespace-column"),
        help: ArgumentHelp("The column or key of the namespace.", valueName: "name"))
    var namespaceColumn: String?

    @Option(
        name: .customLong("priority-column"),
        help: ArgumentHelp("The column or key of the priority.", valueName: "name"))
    var priorityColumn: String?

    @Option(
        name: .customLong("syntax-column"),
        help: ArgumentHelp("The column or key of the pattern's syntax.", valueName: "name"))
    var syntaxColumn: String?

    @Option(
        name: .customLong("kind-column"),
        help: ArgumentHelp("The column or key of the kind.", valueName: "name"))
    var kindColumn: String?

    @Option(
        name: .customLong("redirect-column"),
        help: ArgumentHelp(
            "The column or key of the URL that the route redirects to.", valueName: "name"))
    var redirectColumn: String?

    @Option(
        name: .customLong("status-column"),
        help: ArgumentHelp("The column or key of the redirect's status.", valueName: "name"))
    var statusColumn: String?

    @Option(
        help: ArgumentHelp("The target of routes without one in the file.", valueName: "name"))
    var target: String?

    @Option(
        help: ArgumentHelp("The group of routes without one in the file.", valueName: "name"))
    var group: String?

    @Option(
        help: ArgumentHelp("The namespace of routes without one in the file.", valueName: "name"))
    var namespace: String?

    @Option(
        help: ArgumentHelp(
            "The syntax of patterns without one in the file (default: the namespace's).",
            valueName: "syntax"), completion: PatternSyntax.completion,
        transform: PatternSyntax.read)
    var syntax: PatternSyntax?

    @Option(
        help: ArgumentHelp("The kind of routes without one in the file.", valueName: "name"))
    var kind: String?

    @Option(
        help: ArgumentHelp(
            "Comma-separated column names, for CSV or TSV without a header; may be repeated.",
            valueName: "names"))
    var header: [String] = []

    /// The columns whose names differ from those of their fields.
    var columnNames: [RouteField: String] {
        var names: [RouteField: String] = [:]
        names[.pattern] = patternColumn
        names[.target] = targetColumn
        names[.name] = nameColumn
        names[.group] = groupColumn
        names[.namespace] = namespaceColumn
        names[.priority] = priorityColumn
        names[.syntax] = syntaxColumn
        names[.kind] = kindColumn
        names[.redirect] = redirectColumn
        names[.status] = statusColumn
        return names
    }

    /// The names of the columns of a file without a header.
    var headerlessColumns: [String]? {
        guard !header.isEmpty else { return nil }
        return header.joined(separator: ",")
            .split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }

    /// The values of fields that the file does not set.
    var fixed: [RouteField: String] {
        var values: [RouteField: String] = [:]
        values[.target] = target
        values[.group] = group
        values[.namespace] = namespace
        values[.syntax] = syntax?.description
        values[.kind] = kind
        return values
    }
}
