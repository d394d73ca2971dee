import ArgumentParser
import RouteDB
import RouteDBTerminal

/// The commands for the apps that open links.
struct AppCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "app",
        abstract: "Add, change and remove the apps that open the links of a namespace.",
        discussion: """
            EXAMPLES:
              routedb app add ios ABCDE12345.com.example.app --namespace web
              routedb app add android com.example.app --fingerprint 14:6D:E9:…:44:E5 \\
                --namespace web --include group:shop --exclude label:web-only
              routedb app list
              routedb app-links generate ios --namespace web

            'app-links generate' makes the files of these apps, and 'serve' serves them.
            """,
        subcommands: [
            AppAddCommand.self, AppSetCommand.self, AppListCommand.self, AppShowCommand.self,
            AppRemoveCommand.self,
        ])

    @OptionGroup var global: GlobalOptions
}

/// The options for what is said about an app.
struct AppOptions: ParsableArguments {
    @Option(help: ArgumentHelp("What people call the app.", valueName: "text"))
    var name: String?

    @Option(
        name: .customLong("app-store"),
        help: ArgumentHelp(
            "The number of an iOS app in the App Store, for people who do not have the app.",
            valueName: "digits"))
    var store: String?

    @Option(
        name: .customLong("fingerprint"),
        help: ArgumentHelp(
            "The SHA-256 fingerprint of an Android app's certificate; may be repeated.",
            valueName: "hex"))
    var fingerprints: [String] = []

    @Option(
        name: .customLong("include"),
        help: ArgumentHelp(
            """
            Open the links of these routes only: group:NAME, label:KEY, label:KEY=VALUE or \
            route:NAME; may be repeated.
            """, valueName: "choice"))
    var includes: [String] = []

    @Option(
        name: .customLong("exclude"),
        help: ArgumentHelp(
            "Do not open the links of these routes, even if they are included; may be repeated.",
            valueName: "choice"))
    var excludes: [String] = []

    var isEmpty: Bool {
        name == nil && store == nil && fingerprints.isEmpty && includes.isEmpty && excludes.isEmpty
    }
}

/// Which app a command is about.
struct AppReferenceOptions: ParsableArguments {
    @Argument(help: ArgumentHelp("The app: team and bundle, or package.", valueName: "app"))
    var identifier: String

    @Option(
        help: ArgumentHelp("Its platform, if both have it: ios or android.", valueName: "name"),
        completion: .list(LinkedApp.Platform.allCases.map(\.rawValue)),
        transform: EnumArgument.read)
    var platform: LinkedApp.Platform?

    @Option(
        help: ArgumentHelp("The namespace (default: default).", valueName: "name"),
        completion: NameCompletion.namespaces)
    var namespace = RouteNamespace.defaultName
}

/// Adds an app.
struct AppAddCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add an app that opens the links of a namespace.",
        discussion: """
            EXAMPLES:
              routedb app add ios ABCDE12345.com.example.app --namespace web
              routedb app add android com.example.app --fingerprint 14:6D:E9:…:44:E5
              routedb app add ios ABCDE12345.com.example.shop --include group:shop \\
                --exclude label:web-only --exclude route:checkout

            The app opens the links of all routes of the namespace and its fallbacks. With
            '--include', it opens only the links of the routes that you include. It never
            opens the links of a route that you exclude.
            """)

    @Argument(
        help: "The platform: ios or android.",
        completion: .list(LinkedApp.Platform.allCases.map(\.rawValue)),
        transform: EnumArgument.read)
    var platform: LinkedApp.Platform

    @Argument(
        help: ArgumentHelp(
            "Team and bundle, as in ABCDE12345.com.example.app, or the package.",
            valueName: "app"))
    var identifier: String

    @Option(
        help: ArgumentHelp("The namespace (default: default).", valueName: "name"),
        completion: NameCompletion.namespaces)
    var namespace = RouteNamespace.defaultName

    @OptionGroup var options: AppOptions
    @OptionGroup var write: WriteOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let app = LinkedApp(
            platform, identifier, name: options.name, store: options.store,
            fingerprints: options.fingerprints,
            includes: options.includes, excludes: options.excludes)
        let namespace = namespace
        try await context.edit(write, global, source: "app add", creating: true) { editor in
            let outcome = try editor.addApp(app, in: namespace)
            return CommandEdit("apps", [ItemChange(outcome.word, outcome.item, in: namespace)])
        }
    }
}

/// Changes an app.
struct AppSetCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Change settings of an app.",
        discussion: """
            EXAMPLES:
              routedb app set com.example.app --namespace web --fingerprint 14:6D:…:E5
              routedb app set ABCDE12345.com.example.app --include group:shop
              routedb app set ABCDE12345.com.example.app --all-routes --unname

            Settings that you do not give stay as they are. '--fingerprint' replaces all
            fingerprints of the app, '--include' all inclusions and '--exclude' all
            exclusions.
            """)

    @OptionGroup var reference: AppReferenceOptions
    @OptionGroup var options: AppOptions

    @Flag(help: "Remove the name.")
    var unname = false

    @Flag(
        name: .customLong("all-routes"),
        help: "Remove the choices of routes, before adding those given.")
    var allRoutes = false

    @OptionGroup var write: WriteOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if options.name != nil && unname {
            throw ValidationError("Use only one of '--name' and '--unname'.")
        }
        if options.isEmpty && !unname && !allRoutes {
            throw ValidationError("Nothing to change: give an option.")
        }
    }

    func run(in context: CommandContext) async throws {
        let (identifier, platform) = (reference.identifier, reference.platform)
        let (namespace, change) = (reference.namespace, change)
        try await context.edit(write, global, source: "app set") { editor in
            var app = try editor.apps(in: namespace)
                .named(identifier, on: platform, in: namespace)
            change(&app)
            let outcome = try editor.addApp(app, in: namespace, replacing: true)
            return CommandEdit("apps", [ItemChange(outcome.word, outcome.item, in: namespace)])
        }
    }

    /// The change that the options describe.
    private var change: @Sendable (inout LinkedApp) -> Void {
        let (name, store, fingerprints) = (options.name, options.store, options.fingerprints)
        let (includes, excludes) = (options.includes, options.excludes)
        let (unname, allRoutes) = (unname, allRoutes)
        return { app in
            app.name = unname ? nil : name ?? app.name
            app.store = store ?? app.store
            if !fingerprints.isEmpty { app.fingerprints = fingerprints }
            if allRoutes || !includes.isEmpty { app.includes = includes }
            if allRoutes || !excludes.isEmpty { app.excludes = excludes }
        }
    }
}

/// Removes an app.
struct AppRemoveCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove an app from a namespace.",
        discussion: """
            EXAMPLES:
              routedb app remove com.example.app --namespace web
            """)

    @OptionGroup var reference: AppReferenceOptions
    @OptionGroup var write: WriteOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let (identifier, platform) = (reference.identifier, reference.platform)
        let namespace = reference.namespace
        try await context.edit(write, global, source: "app remove") { editor in
            let app = try editor.removeApp(identifier, on: platform, in: namespace)
            return CommandEdit("apps", [ItemChange("removed", app, in: namespace)])
        }
    }
}
