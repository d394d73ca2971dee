import ArgumentParser
import RouteDB

/// Removes a converter.
struct ConverterRemoveCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a converter that no route uses.",
        discussion: """
            EXAMPLES:
              routedb converter remove region --namespace app
            """)

    @Argument(help: "The name.")
    var name: String

    @Option(help: "The namespace.", completion: NameCompletion.namespaces)
    var namespace = Namespace.defaultName

    @OptionGroup var write: WriteOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let (name, namespace) = (name, namespace)
        let registry = try await global.openForWriting(in: context)
        let result = try await registry.edit(write, source: "converter remove", in: context) {
            try $0.removeConverter(name, in: namespace)
        }
        await registry.close()
        try WriteReport.write(
            "removed", "converter", name, result.revision, write, global, in: context)
    }
}
