import ArgumentParser
import RouteDB

/// Renames a route.
struct RenameCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Rename a route, or remove its name.",
        discussion: """
            EXAMPLES:
              routedb rename user profile
              routedb rename '#12' profile
              routedb rename profile --unname
            """)

    @Argument(help: "The route.", completion: NameCompletion.routes)
    var route: String

    @Argument(help: "The new name.")
    var name: String?

    @Flag(help: "Remove the name.")
    var unname = false

    @OptionGroup var write: WriteOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if (name == nil) != unname {
            throw ValidationError("Give a new name or '--unname'.")
        }
    }

    func run(in context: CommandContext) async throws {
        let (reference, name) = (RouteReference(route), name)
        let registry = try await global.openForWriting(in: context)
        let result = try await registry.edit(write, source: "rename", in: context) { editor in
            let outcome = try editor.rename(reference, to: name)
            return [try RouteChange(outcome, renamingReplacedTo: "renamed", in: editor)]
        }
        await registry.close()
        try result.write(write, global, in: context)
    }
}
