package import ArgumentParser
package import RouteDB
package import RouteDBTerminal

/// The confirmation that destructive commands require.
struct Confirmation: ParsableArguments {
    @Flag(name: .shortAndLong, help: "Do not ask for confirmation.")
    var yes = false

    /// The reason for an edit of the registry, which can be reverted.
    static func edit(of revision: Int64) -> String {
        "This needs confirmation; 'routedb revert @\(revision + 1)' would take it back."
    }

    /// Asks the user for confirmation, unless `--yes` was given.
    func require(
        _ lines: [String],
        because reason: String = "This cannot be undone.",
        details: JSONObject = [:],
        in context: CommandContext
    ) throws {
        guard !yes else { return }
        guard context.input.isTerminal, context.diagnostics.isTerminal else {
            var failure = CommandFailure(
                "confirmationRequired", reason,
                hint: "Add '--yes' to confirm, or '--dry-run' to see what would be done.",
                status: .usage, illustration: lines.map { "  " + $0 })
            failure.details = details
            throw failure
        }
        for line in lines { context.printError("  " + line) }
        guard try context.confirm("Do this?") else {
            throw CommandFailure("cancelled", "Nothing was changed.", status: .no)
        }
    }
}

/// The options of commands that create a revision.
package struct WriteOptions: ParsableArguments {
    @Flag(
        name: [.customShort("n"), .customLong("dry-run")],
        help: "Show what would be done, and change nothing.")
    package var dryRun = false

    @Option(
        name: .shortAndLong, help: ArgumentHelp("The message for the log.", valueName: "text"))
    package var message: String = ""

    @Option(
        help: ArgumentHelp(
            "The author for the log (default: $ROUTEDB_AUTHOR, else the user).", valueName: "name"))
    var author: String?

    @Option(
        name: .customLong("if-revision"),
        help: ArgumentHelp("Fail unless this is the newest revision.", valueName: "number"))
    package var expectedRevision: Int64?

    package init() {}

    /// Returns the author of the revision.
    package func author(in context: CommandContext) -> String {
        author ?? context.author()
    }
}

extension RouteRegistry {
    /// Edits the registry with the options of a command.
    package func edit<Value: Sendable>(
        _ options: WriteOptions, source: String, in context: CommandContext,
        _ body: @Sendable (RegistryEditor) throws -> Value
    ) async throws -> EditResult<Value> {
        try await edit(
            options.message, author: options.author(in: context), source: source,
            expecting: options.expectedRevision, dryRun: options.dryRun, body)
    }
}
