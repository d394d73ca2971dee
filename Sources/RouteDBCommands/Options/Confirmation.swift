import ArgumentParser

/// The consent that a destroying command needs.
struct Confirmation: ParsableArguments {
    @Flag(name: .shortAndLong, help: "Do not ask for confirmation.")
    var yes = false

    /// Asks the user, unless that was answered already.
    ///
    /// - Parameters:
    ///   - lines: What would be done.
    ///   - reason: Why somebody must agree.
    ///   - context: The context of the command.
    /// - Throws: If the answer is no, or nobody can be asked.
    func require(
        _ lines: [String],
        because reason: String = "This cannot easily be undone.",
        in context: CommandContext
    ) throws {
        guard !yes else { return }
        guard context.input.isTerminal, context.diagnostics.isTerminal else {
            throw CommandFailure(
                "confirmationRequired", reason,
                hint: "Add '--yes' to confirm, or '--dry-run' to see what would be done.",
                status: .usage, illustration: lines.map { "  " + $0 })
        }
        for line in lines { context.insist("  " + line) }
        guard try context.confirm("Do this?") else {
            throw CommandFailure("cancelled", "Nothing was changed.", status: .no)
        }
    }
}
