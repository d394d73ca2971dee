import ArgumentParser
import RouteDB
import RouteDBAppLinks
import RouteDBTerminal

/// The routes of a namespace that links are compared with, or files are made of.
struct LinkedNamespaceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The namespace whose routes answer the links (default: default).", valueName: "name"),
        completion: NameCompletion.namespaces)
    var namespace = RouteNamespace.defaultName

    @Option(
        help: ArgumentHelp(
            "The host that serves the file (default: the first that the namespace is bound to).",
            valueName: "name"))
    var host: String?

    /// The host of the links.
    func host(in snapshot: RegistrySnapshot) throws -> String {
        let bound = try snapshot.namespace(named: namespace).hosts.first { !$0.hasPrefix("*") }
        guard let host = host ?? bound else {
            throw CommandFailure.usage(
                "The namespace '\(namespace)' is not bound to a host.",
                hint: "Name the host that serves the file: --host example.com.")
        }
        return host
    }
}

/// Makes a file that opens an app for the links that routes answer.
struct AppLinksGenerateCommand: RegistryCommand {
    /// The kinds of files.
    enum Kind: String, CaseIterable, ExpressibleByArgument {
        case ios
        case android
        case manifest
    }

    static let configuration = CommandConfiguration(
        commandName: "generate",
        abstract: "Make a file that opens an app for the links that routes answer.",
        discussion: """
            EXAMPLES:
              routedb app-links generate ios --namespace web \\
                -o apple-app-site-association
              routedb app-links generate android --app com.example.app \\
                --fingerprint 14:6D:E9:…:44:E5 --host example.com
              routedb app-links generate manifest --host example.com

            'ios' makes apple-app-site-association, 'android' assetlinks.json with
            components for Android 15, and 'manifest' intent filters. Without '--app', the
            file is for the apps that 'routedb app' has added to the namespace, each with
            its choice of routes; an app that was not added opens all of them.

            A value of a route becomes a wildcard, whatever its type; 'app-links prove'
            says where the file is wider than the routes. What the file cannot say of a
            route is noted, such as that an item of the query must be absent.
            """)

    @Argument(help: "The kind of file: ios, android or manifest.")
    var kind: Kind

    @Option(
        name: .customLong("app"),
        help: ArgumentHelp(
            "Only this app; may be repeated (default: those of the namespace).",
            valueName: "name"))
    var apps: [String] = []

    @Option(
        name: .customLong("fingerprint"),
        help: ArgumentHelp(
            "The SHA-256 fingerprint of the certificate, in place of that of the app; may be "
                + "repeated.", valueName: "hex"))
    var fingerprints: [String] = []

    @OptionGroup var place: LinkedNamespaceOptions
    @OptionGroup var asOf: AsOfOption

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp("Write to this file; '-' is standard output.", valueName: "file"),
        completion: .file())
    var output: String?

    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let registry = try await global.openForReading(in: context)
        let all = try await asOf.snapshot(of: registry)
        await registry.close()
        let now = context.now()
        let snapshot = all.inEffect(at: now)
        let host = try place.host(in: snapshot)
        let generator = try AppLinkGenerator(snapshot, namespace: place.namespace, host: host)
        if generator.routeCount == 0 {
            context.printNote(
                "note: no route of the namespace '\(place.namespace)' answers links to \(host)")
        }
        let apps =
            kind == .manifest
            ? [try manifestApp(generator)].compactMap(\.self) : try chosen(generator)
        note(generator, apps, in: context)
        if let next = all.nextStartOrEnd(after: now) {
            context.printNote(
                "note: the file has the routes in effect now; the next one starts or ends at"
                    + " \(next): make it again then")
        }
        let text =
            switch kind {
            case .ios: Self.lines(.object(generator.appleAssociation(of: apps)))
            case .android: Self.lines(generator.assetLinks(of: apps))
            case .manifest: generator.manifest(of: apps.first)
            }
        guard let output, output != "-" else { return try context.output.write(text) }
        try OutputFile.write(to: output, within: nil) { try $0.write(text) }
    }

    /// Says what the file cannot say, and what older devices make of it; a manifest says that itself.
    private func note(
        _ generator: AppLinkGenerator, _ apps: [LinkedApp], in context: CommandContext
    ) {
        for app in apps where generator.routeCount > 0 && !generator.opensAny(app) {
            context.printNote("note: the app '\(app.identifier)' opens the links of no route")
        }
        let typed = generator.typedRoutes(of: apps)
        if let first = typed.first {
            let name = "#\(first.id.rawValue) \(first.pattern?.description ?? "")"
            let others =
                typed.count == 1
                ? " opens"
                : typed.count == 2
                    ? " and 1 other route open" : " and \(typed.count - 1) other routes open"
            context.printNote(
                "note: the file cannot say the types of values: \(name)\(others) the app with any "
                    + "value")
        }
        noteLosses(generator, apps, in: context)
        if kind == .android {
            context.printNote(
                "note: devices before Android 15 (API level 35) ignore the components: the manifest "
                    + "alone decides")
        }
    }

    /// The most routes that are named with what the file cannot say of them.
    private static let mostLosses = 10

    /// Names the routes of which the file cannot say all.
    private func noteLosses(
        _ generator: AppLinkGenerator, _ apps: [LinkedApp], in context: CommandContext
    ) {
        let platform = kind == .ios ? LinkedApp.Platform.ios : .android
        let all = apps.isEmpty ? [nil] : apps.map(Optional.some)
        var seen: Set<AppLinkGenerator.Loss> = []
        let losses = all.flatMap { generator.losses(of: $0, on: platform) }
            .filter { seen.insert($0).inserted }
        for loss in losses.prefix(Self.mostLosses) {
            let name = "#\(loss.route.id.rawValue) \(loss.route.pattern?.description ?? "")"
            let what = loss.isLeftOut ? "leaves out" : "says only a part of"
            context.printNote("note: the file \(what) \(name): \(loss.reason)")
        }
        if losses.count > Self.mostLosses {
            context.printNote("note: and \(losses.count - Self.mostLosses) more")
        }
    }

    /// The apps that the file is for: those that are named, or all that the registry has.
    private func chosen(_ generator: AppLinkGenerator) throws -> [LinkedApp] {
        let platform = kind == .ios ? LinkedApp.Platform.ios : .android
        let known = generator.apps(on: platform)
        let wanted =
            apps.isEmpty
            ? known
            : apps.map { name in
                known.first { $0.identifier == name } ?? LinkedApp(platform, name)
            }
        guard !wanted.isEmpty else {
            throw CommandFailure.usage(
                "The namespace '\(place.namespace)' has no app for \(platform.rawValue).",
                hint: "Name one with '--app', or add it: routedb app add \(platform.rawValue) ….")
        }
        return try wanted.map { app in
            var app = app
            if !fingerprints.isEmpty { app.fingerprints = fingerprints }
            guard platform == .ios || !app.fingerprints.isEmpty else {
                throw CommandFailure.usage(
                    "The app '\(app.identifier)' has no fingerprint.",
                    hint: "Give it with '--fingerprint', or add the app: routedb app add.")
            }
            return app
        }
    }

    /// The app that the intent filter is for; `nil` for all routes.
    private func manifestApp(_ generator: AppLinkGenerator) throws -> LinkedApp? {
        let known = generator.apps(on: .android)
        let wanted = apps.isEmpty ? known.map(\.identifier) : apps
        guard wanted.count < 2 else {
            throw CommandFailure.usage(
                "A manifest is that of one app.",
                hint: "Name it with '--app': \(wanted.joined(separator: ", ")).")
        }
        return known.first { $0.identifier == wanted.first }
    }

    /// JSON with a line for each component, so that changes are easy to read.
    private static func lines(_ value: JSONValue) -> String {
        value.description
            .split(separator: "},{\"/\":", omittingEmptySubsequences: false)
            .joined(separator: "},\n{\"/\":") + "\n"
    }
}
