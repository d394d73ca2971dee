package import ArgumentParser
package import RouteDB

/// Where the history is.
package struct HistoryOptions: ParsableArguments {
    @Option(
        name: .customLong("history"),
        help: ArgumentHelp(
            "The history's file; else $ROUTEDB_HISTORY, else beside the registry.",
            valueName: "file"),
        completion: .file())
    package var history: String?

    package init() {}

    package func validate() throws {
        if history == "" { throw ValidationError("The path after '--history' is empty.") }
    }

    /// The path of the history's file.
    package func path(_ global: GlobalOptions, in context: CommandContext) -> String {
        history ?? context.variable("ROUTEDB_HISTORY")
            ?? HitHistory.path(besideRegistry: global.path(in: context))
    }

    /// Opens the history to read it.
    package func open(
        _ global: GlobalOptions, in context: CommandContext
    ) async throws -> HitHistory {
        try await HitHistory.open(
            path(global, in: context), busyTimeoutMilliseconds: context.busyTimeoutMilliseconds)
    }
}
