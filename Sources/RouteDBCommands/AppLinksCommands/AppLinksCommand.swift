import ArgumentParser
import RouteDB
import RouteDBAppLinks

/// The commands for the files that decide which web links open an app.
struct AppLinksCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "app-links",
        abstract: "Check, explain, make and prove the files that open apps for links.",
        discussion: """
            EXAMPLES:
              routedb app-links check .well-known/apple-app-site-association
              routedb app-links check .well-known/assetlinks.json --fail-on warning
              routedb app-links explain https://example.com/buy/1 --file assetlinks.json
              routedb app-links generate ios --app ABCDE12345.com.example.app -o aasa.json
              routedb app-links prove aasa.json --namespace web

            Apple reads 'apple-app-site-association', and Android 'assetlinks.json' with
            the intent filters of the app's manifest. Docs/app-links.md lists the rules by
            which the platforms read them, each with its source.
            """,
        subcommands: [
            AppLinksCheckCommand.self, AppLinksExplainCommand.self, AppLinksGenerateCommand.self,
            AppLinksProveCommand.self,
        ])

    @OptionGroup var global: GlobalOptions
}

/// The choice of a platform.
struct AppLinkPlatformOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The platform that reads the file: ios or android (default: by its content).",
            valueName: "name"),
        completion: .list(LinkedApp.Platform.allCases.map(\.rawValue)),
        transform: EnumArgument.read)
    var platform: LinkedApp.Platform?
}

/// The choice of a device.
struct AppLinkDeviceOption: ParsableArguments {
    @Option(
        name: .customLong("api-level"),
        help: ArgumentHelp("The level of Android's API on the device.", valueName: "number"))
    var apiLevel = 35
}
