import ArgumentParser
import RouteDB

/// Sets default values.
struct DefaultSetCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Set default values.",
        discussion: """
            EXAMPLES:
              routedb default set lang=en --namespace default
              routedb default set page=1 tags='["a","b"]' --namespace web --group shop
              routedb default set code='"007"' --route user

            A value that is valid JSON is stored as JSON, any other value as text.
            """)

    @Argument(
        help: ArgumentHelp("The values.", valueName: "key=value"),
        transform: DefaultAssignment.init)
    var values: [DefaultAssignment]

    @OptionGroup var place: PlaceOptions
    @OptionGroup var write: WriteOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let (place, values) = (try place.requirePlace(), values)
        let registry = try await global.openForAdding(write, in: context)
        let result = try await registry.edit(write, source: "default set", in: context) { editor in
            try values.map { assignment in
                let isNew = try editor.setDefault(
                    assignment.key, to: assignment.value, in: place)
                return DefaultChange(
                    outcome: isNew ? "set" : "unchanged", key: assignment.key,
                    value: assignment.value)
            }
        }
        await registry.close()
        try DefaultChange.write(result, write, global, in: context)
    }
}

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
