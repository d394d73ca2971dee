import ArgumentParser

/// The options of commands that list, beside those of every command.
package struct ListingOptions: ParsableArguments {
    @Flag(help: "Write comma-separated values, with a header.")
    package var csv = false

    @Flag(help: "Write one JSON object on each line.")
    package var ndjson = false

    package init() {}

    package func validate() throws {
        if csv && ndjson { throw ValidationError("Use only one of '--csv' and '--ndjson'.") }
    }

    /// The form of the output.
    package func format(_ global: GlobalOptions, in context: CommandContext) throws -> ListingFormat
    {
        let asked: [(Bool, ListingFormat)] = [
            (global.json, .json), (global.table, .table), (csv, .csv), (ndjson, .ndjson),
        ]
        let chosen = asked.filter(\.0).map(\.1)
        guard chosen.count < 2 else {
            throw CommandFailure.usage(
                "Use only one of '--json', '--table', '--csv' and '--ndjson'.")
        }
        return chosen.first ?? (context.output.isTerminal ? .table : .plain)
    }
}
