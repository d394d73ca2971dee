import ArgumentParser
import RouteDB

/// Removes default values.
struct DefaultUnsetCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "unset",
        abstract: "Remove default values.",
        discussion: """
            EXAMPLES:
              routedb default unset lang --namespace default
              routedb default unset tab page --route user
            """)

    @Argument(help: ArgumentHelp("The keys.", valueName: "key"))
    var keys: [String]

    @OptionGroup var place: PlaceOptions
    @OptionGroup var write: WriteOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let (place, keys) = (try place.requirePlace(), keys)
        let registry = try await global.openForWriting(in: context)
        let result = try await registry.edit(write, source: "default unset", in: context) {
            editor in
            try keys.map { key in
                let wasThere = try editor.unsetDefault(key, in: place)
                return DefaultChange(
                    outcome: wasThere ? "unset" : "unchanged", key: key, value: nil)
            }
        }
        await registry.close()
        try DefaultChange.write(result, write, global, in: context)
    }
}
