import ArgumentParser
import RouteDB
import RouteDBTerminal

/// Lists apps.
struct AppListCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the apps that open links.",
        discussion: """
            EXAMPLES:
              routedb app list
              routedb app list --namespace web --json

            TSV fields: namespace, platform, app, name, number in the App Store,
            fingerprints, choices of routes to include, and choices to exclude.
            """)

    @Option(help: "Only apps of this namespace.", completion: NameCompletion.namespaces)
    var namespace: String?

    @OptionGroup var list: RevisionListOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let list = try await list.openItems(
            and: namespace.map(DefaultPlace.namespace), global, in: context)
        let all = AppOutput.all(list.snapshot)
        try list.write(
            AppOutput.listing.rows(all.filter { namespace == nil || $0.namespace == namespace }),
            whenEmpty: EmptyListNote(
                noun: ("app", "apps"), total: all.count, command: "routedb app add"))
    }
}

/// Shows an app.
struct AppShowCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show an app, and the number of routes whose links it opens.",
        discussion: """
            EXAMPLES:
              routedb app show ABCDE12345.com.example.app --namespace web
              routedb app show com.example.app --as-of release-1 --json
            """)

    @OptionGroup var reference: AppReferenceOptions
    @OptionGroup var answer: RevisionAnswerOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let (form, snapshot) = try await answer.open(global, in: context)
        let namespace = try snapshot.namespace(named: reference.namespace)
        let app = try (snapshot.apps[namespace.id] ?? [])
            .named(reference.identifier, on: reference.platform, in: namespace.name)
        let facts = AppOutput(app: app, namespace: namespace.name)
        let spaces = Set(namespace.withFallbacks(among: snapshot.namespaces).map(\.id))
        let routes = snapshot.routes.filter { spaces.contains($0.namespace) }
        let count = routes.count(where: app.opens)
        var object = facts.object
        object["routes"] = .int(Int64(count))
        let whole: JSONObject = [
            "schema": 1, "revision": .int(snapshot.revision), "app": .object(object),
        ]
        try form.write(
            whole,
            orLines: TitledLines.lines(
                facts.titled + [("routes", "\(count) of \(routes.count)")], width: 13),
            to: context.output)
    }
}

// How the tool shows an app.
extension AppOutput {
    static let listing = Listing<AppOutput>(
        "apps",
        columns: [
            .init("namespace") { $0.namespace }, .init("platform") { $0.app.platform.rawValue },
            .init("app") { $0.app.identifier }, .init("name") { $0.app.name ?? "" },
            .init("store") { $0.app.store ?? "" },
            .init("fingerprints") { $0.app.fingerprints.joined(separator: " ") },
            .init("include") { $0.app.includes.joined(separator: " ") },
            .init("exclude") { $0.app.excludes.joined(separator: " ") },
        ], object: { $0.object })

    /// The app as titles and texts.
    fileprivate var titled: [(String, String)] {
        [
            ("app", app.identifier), ("name", app.name ?? "(none)"),
            ("platform", app.platform.rawValue), ("namespace", namespace),
        ] + (app.store.map { [("store", $0)] } ?? [])
            + app.fingerprints.map { ("fingerprint", $0) } + app.includes.map { ("include", $0) }
            + app.excludes.map { ("exclude", $0) }
    }

    /// The app in a line.
    fileprivate var text: String {
        PlainText.shown("app \(app.identifier) for \(app.platform.rawValue) of '\(namespace)'")
    }
}

extension ItemChange {
    /// Describes what was done to an app.
    init(_ outcome: String, _ app: LinkedApp, in namespace: String) {
        let facts = AppOutput(app: app, namespace: namespace)
        self.init(outcome, facts.object, text: facts.text)
    }
}
