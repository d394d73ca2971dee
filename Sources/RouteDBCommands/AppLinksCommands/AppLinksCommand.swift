import ArgumentParser
import RouteDB
import RouteDBAppLinks

/// The commands for the files that decide which web links open an app.
struct AppLinksCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "app-links",
        abstract: "Check and explain the files that decide which links open an app.",
        discussion: """
            EXAMPLES:
              routedb app-links check .well-known/apple-app-site-association
              routedb app-links check .well-known/assetlinks.json --fail-on warning
              routedb app-links explain https://example.com/buy/1 --file assetlinks.json

            Apple reads 'apple-app-site-association', and Android 'assetlinks.json' with
            the intent filters of the app's manifest. Docs/app-links.md lists the rules by
            which the platforms read them, each with its source.
            """,
        subcommands: [AppLinksCheckCommand.self, AppLinksExplainCommand.self])

    @OptionGroup var global: GlobalOptions
}

/// The choice of a platform.
struct AppLinkPlatformOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The platform that reads the file: ios or android (default: by its content).",
            valueName: "name"),
        completion: .list(AppLinkPlatform.allCases.map(\.rawValue)),
        transform: WordArgument.read)
    var platform: AppLinkPlatform?
}

extension CommandContext {
    /// Reads a file that decides which links open an app.
    func appLinkFile(_ path: String, _ platform: AppLinkPlatform?) throws -> AppLinkFile {
        let bytes = try reading(path) { reader throws(InputProblem) in
            try reader.rest(limit: AppLinkFile.byteLimit)
        }
        return AppLinkFile(bytes, platform: platform)
    }
}
