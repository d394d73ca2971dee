import ArgumentParser
import RouteDB

/// Copies the registry.
struct BackupCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copy the registry with all its revisions, while it is in use.",
        discussion: """
            EXAMPLES:
              routedb backup routes-monday.db
              routedb backup /backups/app.db --db app.db

            Readers continue and writers wait. An existing file is never overwritten.
            """)

    @Argument(help: "The path of the backup.", completion: .file())
    var file: String

    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let registry = try await global.openForReading(in: context)
        try await registry.backUp(to: file)
        let revision = registry.table.revision
        if global.json {
            let object: JSONObject = [
                "schema": 1, "file": .string(file), "revision": .int(revision),
            ]
            try context.output.writeLine(object.description)
        } else {
            try context.output.writeLine(
                "copied to '\(PlainText.shown(file))', revision \(revision)")
        }
    }
}
