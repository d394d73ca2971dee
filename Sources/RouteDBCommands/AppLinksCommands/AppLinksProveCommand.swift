import ArgumentParser
import RouteDB
import RouteDBAppLinks

/// Compares a file with the routes of a registry.
struct AppLinksProveCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "prove",
        abstract: "Prove how a file that opens an app relates to the routes.",
        discussion: """
            EXAMPLES:
              routedb app-links prove .well-known/apple-app-site-association \\
                --namespace web
              routedb app-links prove assetlinks.json --host example.com --json
              routedb app-links prove AndroidManifest.xml --host example.com --api-level 30

            Compares all links in normal form, with a query or a fragment where the file or
            a route tests one: 'exact' if the app opens for those that routes answer and
            for no others; 'wider' if it opens for others too; 'narrower' if some stay in
            the browser; 'different' for both. Each comes with a link that shows it,
            checked with the platform's rules and with the registry. 'uncertain' is what a
            rule decides that the platform does not document, and 'undecided' what cannot
            be compared, or took too long. The choices of apps do not count.

            Exits with status 1 unless every app's verdict is 'exact'.
            """)

    @Argument(help: "The file, or '-' for standard input.", completion: .file())
    var file: String

    @Option(help: ArgumentHelp("Only this app of the file.", valueName: "name"))
    var app: String?

    @OptionGroup var platform: AppLinkPlatformOption
    @OptionGroup var device: AppLinkDeviceOption
    @OptionGroup var place: LinkedNamespaceOptions
    @OptionGroup var answer: RevisionAnswerOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let (form, registry, snapshot) = try await answer.open(global, in: context)
        await registry.close()
        let host = try place.host(in: snapshot)
        let file = try context.appLinkFile(file, platform.platform)
        let apps = app.map { [$0] } ?? file.apps
        let space = try snapshot.namespace(named: place.namespace)
        for app in snapshot.apps[space.id] ?? [] where app.hasChoices {
            guard app.platform == file.platform, apps.contains(app.identifier) else { continue }
            context.notify(
                "note: '\(app.identifier)' opens the links of chosen routes, and is compared with all"
                    + " routes")
        }
        let proofs = try apps.map { app in
            try snapshot.appLinkProof(
                of: file, app: app, namespace: place.namespace, host: host,
                apiLevel: device.apiLevel)
        }
        if proofs.isEmpty || proofs.contains(where: { $0.verdict != .exact }) {
            context.conclude(.no)
        }
        let facts = AppLinkProofFacts(proofs: proofs)
        try form.write(facts.object, orLines: facts.lines, to: context.output)
    }
}

/// Proofs as they are written.
struct AppLinkProofFacts {
    let proofs: [AppLinkProof]

    private static func words(_ rules: [PlatformRule]) -> JSONValue {
        .array(rules.map { .string($0.rawValue) })
    }

    var object: JSONObject {
        let proofs = proofs.map { proof -> JSONValue in
            [
                "app": .string(proof.app), "platform": .string(proof.platform.rawValue),
                "namespace": .string(proof.namespace), "host": .string(proof.host),
                "verdict": .string(proof.verdict.rawValue),
                "uncertain": Self.words(proof.uncertain),
                "components": .array(
                    proof.components.map { component in
                        [
                            "item": .string(component.item),
                            "verdict": .string(component.verdict.rawValue),
                            "witness": component.witness.map(JSONValue.string) ?? .null,
                            "uncertain": Self.words(component.uncertain),
                        ]
                    }),
                "routes": .array(
                    proof.routes.map { route in
                        [
                            "id": .int(route.route.rawValue), "pattern": .string(route.pattern),
                            "verdict": .string(route.verdict.rawValue),
                            "witness": route.witness.map(JSONValue.string) ?? .null,
                            "uncertain": Self.words(route.uncertain),
                            "notes": .array(route.notes.map(JSONValue.string)),
                        ]
                    }),
                "skipped": .array(proof.skipped.map(JSONValue.string)),
            ]
        }
        return ["schema": 1, "proofs": .array(proofs)]
    }

    /// The proofs for people: what is not exact, with a link that shows it.
    var lines: [String] {
        guard !proofs.isEmpty else { return ["The file names no app."] }
        return proofs.flatMap(Self.lines)
    }

    private static func lines(_ proof: AppLinkProof) -> [String] {
        var lines = ["\(proof.app): \(proof.verdict.rawValue)"]
        for rule in proof.uncertain {
            lines.append("    uncertain, by rule \(rule.rawValue): \(rule.text)")
        }
        for component in proof.components where component.verdict != .exact {
            let link = component.witness.map { ": '\($0)' opens the app, and no route answers it" }
            lines.append("    \(component.item) \(component.verdict.rawValue)\(link ?? "")")
        }
        for route in proof.routes {
            let name = "#\(route.route.rawValue) \(route.pattern)"
            if route.verdict != .exact {
                let link = route.witness.map { ": '\($0)' stays in the browser" }
                lines.append("    \(name) \(route.verdict.rawValue)\(link ?? "")")
            }
            for note in route.notes { lines.append("    \(name): \(note)") }
        }
        for name in proof.skipped { lines.append("    not compared: \(name)") }
        return lines.map(PlainText.shown)
    }
}
