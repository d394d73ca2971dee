import ArgumentParser
import RouteDB

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
                author: context.user,
                currentTimeMicroseconds: context.currentTimeMicroseconds))
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
