import ArgumentParser
import RouteDB

/// The commands about converters.
struct ConverterCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "converter",
        abstract: "Set, list and remove converters, the types that namespaces define.",
        discussion: """
            EXAMPLES:
              routedb converter set region --namespace app --allow kr,jp,us
              routedb add 'myapp://shop/<region:where>' --target shop --namespace app
              routedb converter list --namespace app
              routedb converter remove region --namespace app

            A converter is a type of parameters. A name that is also that of a built-in
            type stands for the converter in patterns that are written from then on.
            """,
        subcommands: [
            ConverterSetCommand.self, ConverterListCommand.self, ConverterRemoveCommand.self,
        ])

    @OptionGroup var global: GlobalOptions
}
