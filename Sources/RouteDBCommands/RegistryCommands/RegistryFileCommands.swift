import ArgumentParser
import RouteDB
import RouteDBTerminal

/// Creates a registry.
struct InitCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Create a registry, unless it exists.",
        discussion: """
            EXAMPLES:
              routedb init
              routedb init app.db
            """)

    @Argument(
        help: "The registry file (default: that of '--db').", completion: .file())
    var file: String?

    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if file != nil, global.database != nil {
            throw ValidationError("Give the file once: as an argument, or with '--db'.")
        }
        if file == "" { throw ValidationError("The path of the file is empty.") }
    }

    func run(in context: CommandContext) async throws {
        let path = file ?? global.path(in: context)
        let isNew = !RegularFile.hasBytes(at: path)
        let registry = try await RouteRegistry.open(
            path,
            options: RegistryOptions(
                access: .creating, refreshInterval: nil,
                author: context.author(),
                now: context.now))
        let revision = registry.table.revision
        await registry.close()
        guard !global.json else {
            let object: JSONObject = [
                "schema": 1, "db": .string(path), "outcome": isNew ? "created" : "exists",
                "revision": .int(revision),
            ]
            try context.output.writeLine(object.description)
            return
        }
        let shown = PlainText.shown(path)
        try context.output.writeLine(
            isNew
                ? "created registry '\(shown)', revision \(revision)"
                : "exists: registry '\(shown)', revision \(revision)")
    }
}

/// Copies the registry.
struct BackupCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copy the registry with all its revisions, while it is in use.",
        discussion: """
            EXAMPLES:
              routedb backup routes-monday.db
              routedb backup /backups/app.db --db app.db
              routedb backup /backups --keep 7 --quiet

            Readers continue and writers wait. An existing file is never overwritten.

            With '--keep', the backup gets a dated name in the directory, such as
            'routes-20260131T083000Z.db', and is checked. Only if it is sound are the
            oldest backups of this registry removed; other files and damaged ones stay.
            """)

    @Argument(
        help: "The path of the backup; with '--keep', of a directory.", completion: .file())
    var file: String

    @Option(
        help: ArgumentHelp(
            "Keep this number of dated backups of the registry.", valueName: "number"))
    var keep: Int?

    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if let keep, keep < 1 { throw ValidationError("'--keep' must be at least 1.") }
    }

    func run(in context: CommandContext) async throws {
        let registry = try await global.openForReading(in: context)
        var (path, removed) = (file, [String]())
        if let keep {
            let rotation = try BackupRotation(of: global.path(in: context), in: file)
            (path, removed) = try await rotation.backUp(registry, at: context.now(), keeping: keep)
        } else {
            try await registry.backUp(to: path)
        }
        let revision = registry.table.revision
        if global.json {
            var object: JSONObject = [
                "schema": 1, "file": .string(path), "revision": .int(revision),
            ]
            if keep != nil { object["removed"] = .array(removed.map { .string($0) }) }
            try context.output.writeLine(object.description)
        } else {
            try context.output.writeLine(
                "copied to '\(PlainText.shown(path))', revision \(revision)")
            for path in removed {
                try context.output.writeLine("removed '\(PlainText.shown(path))'")
            }
        }
    }
}

/// Checks the registry for damage.
struct CheckCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check the registry file for damage.",
        discussion: """
            EXAMPLES:
              routedb check
              routedb check --db app.db --json

            Reads the whole file. Exits with status 1 if it finds damage, and with 2 if the
            file cannot be read at all.
            """)

    @OptionGroup var listing: ListingOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let format = try listing.format(global, in: context)
        let registry = try await global.openForReading(in: context)
        let report = CheckReport(
            findings: try await registry.check(), listing: Self.listing,
            additions: try await registry.schemaAdditions())
        try report.write(as: format, in: context, revision: registry.table.revision)
    }

    private static let listing = Listing<RegistryFinding>(
        "findings", columns: [.init("rule") { $0.rule.rawValue }, .init("message") { $0.message }],
        object: { ["rule": .string($0.rule.rawValue), "message": .string($0.message)] })
}
