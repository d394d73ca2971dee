import ArgumentParser
import RouteDB

/// The commands for converters.
struct ConverterCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "converter",
        abstract: "Set, list and remove converters: parameter types defined by a namespace.",
        discussion: """
            EXAMPLES:
              routedb converter set region --namespace app --allow kr,jp,us
              routedb add 'myapp://shop/<region:where>' --target shop --namespace app
              routedb converter list --namespace app
              routedb converter remove region --namespace app

            A converter is a parameter type. If it has the name of a built-in type,
            patterns written from then on use the converter.
            """,
        subcommands: [
            ConverterSetCommand.self, ConverterListCommand.self, ConverterRemoveCommand.self,
        ])

    @OptionGroup var global: GlobalOptions
}
