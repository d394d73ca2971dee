package import ArgumentParser
package import RouteDB
package import RouteDBTerminal

/// The version of the tool.
let toolVersion = "0.1.0"

/// A command of the tool, which accesses the outside world only through its context.
package protocol RegistryCommand: AsyncParsableCommand {
    /// The options of every command.
    var global: GlobalOptions { get }

    /// Runs the command.
    func run(in context: CommandContext) async throws
}

/// The options of every command, which may precede or follow its name.
package struct GlobalOptions: ParsableArguments {
    @Option(
        name: .customLong("db"),
        help: ArgumentHelp(
            "The registry file (default: $ROUTEDB_DB, else ./routes.db).", valueName: "file"),
        completion: .file())
    package var database: String?

    @Option(
        name: .customLong("hub"),
        help: ArgumentHelp(
            "Work on the registry of this hub (default: $ROUTEDB_HUB, if no file is named).",
            valueName: "address"))
    package var hub: String?

    @Flag(help: "Write JSON, including errors.")
    package var json = false

    @Flag(help: "Write a table, even if the output is not a terminal.")
    package var table = false

    @Flag(name: .customLong("no-color"), help: "Do not use colors, as with $NO_COLOR.")
    package var noColor = false

    @Flag(
        name: .customLong("no-pager"),
        help: "Do not show output that is longer than the terminal in a pager.")
    package var noPager = false

    @Flag(
        name: .shortAndLong,
        help: "Write no notes, summaries or progress to standard error; only warnings and errors.")
    package var quiet = false

    @Flag(
        name: .shortAndLong,
        help: "Also write the files, the revision and the time taken to standard error.")
    package var verbose = false

    package init() {}

    package func validate() throws {
        if quiet && verbose {
            throw ValidationError("Use only one of '--quiet' and '--verbose'.")
        }
        if json && table { throw ValidationError("Use only one of '--json' and '--table'.") }
        if hub == "" { throw ValidationError("The address after '--hub' is empty.") }
        if database == "" { throw ValidationError("The path after '--db' is empty.") }
    }

    /// How much is written to standard error.
    var verbosity: CommandContext.Verbosity {
        quiet ? .quiet : verbose ? .verbose : .usual
    }

    /// Returns the colors of the output.
    func style(in context: CommandContext) -> TextStyle {
        TextStyle(isTerminal: context.output.isTerminal, noColor: noColor, in: context)
    }

    /// With `--verbose`, says where the registry is.
    private func detail(
        _ registry: RouteRegistry, at path: String? = nil, in context: CommandContext
    ) {
        let origin =
            path != nil
            ? "as given"
            : WorkingCopy.current != nil
                ? "a copy of the hub's"
                : database != nil
                    ? "--db" : context.variable("ROUTEDB_DB") != nil ? "$ROUTEDB_DB" : "the default"
        let name = path ?? WorkingCopy.current?.hub ?? self.path(in: context)
        context.detail(
            "registry '\(PlainText.shown(name))' (\(origin)),"
                + " revision \(registry.table.revision)")
    }

    /// Returns the path of the registry.
    package func path(in context: CommandContext) -> String {
        WorkingCopy.current?.path ?? database ?? context.variable("ROUTEDB_DB") ?? "./routes.db"
    }

    /// Opens the registry, or the one at a path, for reading; with a table only if URLs are resolved by it.
    package func openForReading(
        _ sieve: RouteSieve? = nil, hasTable: Bool = false, at path: String? = nil,
        in context: CommandContext
    ) async throws -> RouteRegistry {
        var options = RegistryOptions(
            access: .reading, refreshInterval: nil, busyTimeout: context.busyTimeout)
        (options.sieve, options.hasTable) = (sieve, hasTable)
        let registry = try await RouteRegistry.open(
            path ?? self.path(in: context), options: options)
        if let notice = registry.health.refreshError { context.printNote(note: notice) }
        detail(registry, at: path, in: context)
        return registry
    }

    /// Opens an existing registry for writing, with an empty table: an edit resolves no URLs.
    package func openForWriting(in context: CommandContext) async throws -> RouteRegistry {
        var options = RegistryOptions(
            access: .writing, refreshInterval: nil, busyTimeout: context.busyTimeout,
            now: context.now)
        options.hasTable = false
        let registry = try await RouteRegistry.open(path(in: context), options: options)
        detail(registry, in: context)
        return registry
    }

    /// Opens the registry for adding to it, with an empty table, creating it with a message if it does not
    /// exist.
    ///
    /// A dry run does not create the file, but uses a registry in memory.
    package func openForAdding(
        _ write: WriteOptions, in context: CommandContext
    ) async throws -> RouteRegistry {
        let path = path(in: context)
        let isMissing = !RegularFile.hasBytes(at: path)
        var options = RegistryOptions(
            access: .creating, refreshInterval: nil, busyTimeout: context.busyTimeout,
            author: write.author(in: context),
            now: context.now)
        options.hasTable = false
        if isMissing && write.dryRun {
            return try RouteRegistry(inMemory: nil, options: options)
        }
        let registry = try await RouteRegistry.open(path, options: options)
        detail(registry, in: context)
        if isMissing {
            let copy = WorkingCopy.current
            context.atEnd { [unowned context] in Self.keepOrRemove(path, of: copy, context) }
        }
        return registry
    }

    /// Opens a copy of the registry, or of the one at a path, in memory, to try out changes; a missing
    /// registry counts as empty.
    package func openCopy(
        at other: String? = nil, in context: CommandContext
    ) async throws -> RouteRegistry {
        let path = other ?? path(in: context)
        let options = copyOptions(in: context)
        guard RegularFile.hasBytes(at: path) else {
            return try RouteRegistry(inMemory: nil, options: options)
        }
        let registry = try await RouteRegistry.open(path, options: options)
        detail(registry, at: other, in: context)
        return registry
    }

    /// The options of registries in memory.
    func copyOptions(in context: CommandContext) -> RegistryOptions {
        RegistryOptions(
            access: .copying, refreshInterval: nil, busyTimeout: context.busyTimeout,
            now: context.now)
    }

    /// Reads a registry file as a document.
    func document(
        ofRegistry path: String, in context: CommandContext
    ) async throws -> RegistryDocument {
        let registry = try await openForReading(at: path, in: context)
        let document = try await registry.document(named: path)
        await registry.close()
        return document
    }

    /// Tells the user that a registry was created; if the command failed before writing to it,
    /// removes the file instead.
    private static func keepOrRemove(
        _ path: String, of copy: WorkingCopy?, _ context: CommandContext
    ) {
        if context.status != .success, RouteRegistry.removeIfUntouched(path) { return }
        context.printNote(
            copy == nil
                ? "created registry '\(PlainText.shown(path))'" : "created the hub's registry")
    }
}
