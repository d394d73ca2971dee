import ArgumentParser
import RouteDB

/// The confirmation that destructive commands require.
struct Confirmation: ParsableArguments {
    @Flag(name: .shortAndLong, help: "Do not ask for confirmation.")
    var yes = false

    /// Asks the user for confirmation, unless `--yes` was given.
    ///
    /// - Parameters:
    ///   - lines: Lines that describe what would be done.
    ///   - reason: Why confirmation is needed.
    ///   - details: Members for the JSON error object.
    ///   - context: The context of the command.
    /// - Throws: If the user declines, or if there is no terminal to ask on.
    func require(
        _ lines: [String],
        because reason: String = "This cannot easily be undone.",
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
        for line in lines { context.insist("  " + line) }
        guard try context.confirm("Do this?") else {
            throw CommandFailure("cancelled", "Nothing was changed.", status: .no)
        }
    }
}
