import ArgumentParser
import RouteDB
import RouteDBAppLinks

/// Compares files with the routes of a registry.
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
              routedb app-links prove assetlinks.json --manifest AndroidManifest.xml \\
                --host example.com
              routedb app-links prove apple-app-site-association assetlinks.json

            Compares all links in normal form, with a query or a fragment where the file or
            a route tests one: 'exact' if the app opens for those that routes answer and
            for no others; 'wider' if it opens for others too; 'narrower' if some stay in
            the browser; 'different' for both. Each comes with a link that shows it,
            checked with the platform's rules and with the registry. 'uncertain' depends
            on a rule that the platform does not document; 'undecided' could not be
            compared, or took too long.

            Only the routes that the app includes count (see 'routedb app'): the links of
            all others must stay in the browser. An app that the namespace does not have
            is compared with all routes. On Android a link opens the app if both
            assetlinks.json and the manifest accept it: '--manifest' compares both.

            If one list of components is used for both platforms, and both files are given,
            a warning says where the platforms read it in different ways.

            Exits with status 1 unless every app's verdict is 'exact'.
            """)

    @Argument(
        help: ArgumentHelp("The files, or '-' for standard input.", valueName: "file"),
        completion: .file())
    var files: [String]

    @Option(
        help: ArgumentHelp(
            "Check only this app. A manifest that names no app is taken to be its manifest.",
            valueName: "name"))
    var app: String?

    @Option(
        help: ArgumentHelp(
            "The app's manifest, to check together with assetlinks.json.",
            valueName: "file"), completion: .file())
    var manifest: String?

    @OptionGroup var platform: AppLinkPlatformOption
    @OptionGroup var device: AppLinkDeviceOption
    @OptionGroup var place: LinkedNamespaceOptions
    @OptionGroup var answer: RevisionAnswerOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let (form, registry, snapshot) = try await answer.open(global, in: context)
        await registry.close()
        let host = try place.host(in: snapshot)
        let read = try context.appLinkFiles(files, platform.platform)
        let manifest = try manifest.map { try context.appManifest($0) }
        // A manifest without a file that it limits is an error of the first comparison.
        let isLimited = read.contains { $0.file.isAssetLinks }
        let proofs = try read.flatMap { named in
            let limit = named.file.isAssetLinks || !isLimited ? manifest : nil
            return try snapshot.appLinkProofs(
                of: named.file, apps: apps(of: named.file, limit, among: read, in: snapshot),
                namespace: place.namespace, host: host, apiLevel: device.apiLevel,
                manifest: limit)
        }
        for named in read { context.noteErrors(of: named.file) }
        let warnings = read.flatMap { named in
            named.differences(from: read, host: host).map { (named.path, $0) }
        }
        for (path, warning) in warnings {
            context.printNote("warning: \(path): \(warning.item): \(warning.message)")
        }
        for proof in proofs where !proof.isKnown {
            context.printNote(
                "note: the namespace '\(proof.namespace)' has no app '\(proof.app)' for "
                    + "\(proof.platform.rawValue): it is compared with all routes")
        }
        if let proof = proofs.first, proof.routes.isEmpty {
            context.printNote(
                "note: no route of the namespace '\(proof.namespace)' answers links to \(proof.host)"
            )
        }
        if proofs.isEmpty || proofs.contains(where: { $0.verdict != .exact }) {
            context.setExitStatus(.no)
        }
        let facts = AppLinkProofOutput(proofs: proofs, warnings: warnings)
        try form.write(facts.object, orLines: facts.lines, to: context.output)
    }

    /// The apps of a file that are compared.
    private func apps(
        of file: AppLinkFile, _ manifest: AppLinkFile?, among all: [NamedAppLinkFile],
        in snapshot: RegistrySnapshot
    ) throws -> [String] {
        guard let app else {
            return try snapshot.comparedApps(
                of: file, manifest: manifest, namespace: place.namespace)
        }
        func names(_ file: AppLinkFile) -> Bool { !file.namesApps || file.apps.contains(app) }
        // If no file names the app, the first comparison says so.
        return names(file) || !all.contains { names($0.file) } ? [app] : []
    }
}

/// Proofs as they are written.
struct AppLinkProofOutput {
    let proofs: [AppLinkProof]
    /// Lists that the platforms read in different ways, with the file.
    let warnings: [(file: String, finding: AppLinkFinding)]

    private static func words(_ rules: [PlatformRule]) -> JSONValue {
        .array(rules.map { .string($0.rawValue) })
    }

    var object: JSONObject {
        let proofs = proofs.map { proof -> JSONValue in
            [
                "app": .string(proof.app), "known": .bool(proof.isKnown),
                "platform": .string(proof.platform.rawValue),
                "namespace": .string(proof.namespace), "host": .string(proof.host),
                "verdict": .string(proof.verdict.rawValue),
                "uncertain": Self.words(proof.uncertain),
                "components": .array(
                    proof.components.map { component in
                        [
                            "item": .string(component.item),
                            "verdict": .string(component.verdict.rawValue),
                            "witness": component.witness.map(JSONValue.string) ?? .null,
                            "answeredBy": component.answeredBy.map { .int($0.rawValue) } ?? .null,
                            "typesOnly": .bool(component.isWiderByTypesOnly),
                            "uncertain": Self.words(component.uncertain),
                        ]
                    }),
                "routes": .array(
                    proof.routes.map { route in
                        [
                            "id": .int(route.route.rawValue), "pattern": .string(route.pattern),
                            "opened": .bool(route.isOpened),
                            "verdict": .string(route.verdict.rawValue),
                            "witness": route.witness.map(JSONValue.string) ?? .null,
                            "refusedByManifest": .bool(route.isRefusedByManifest),
                            "uncertain": Self.words(route.uncertain),
                            "notes": .array(route.notes.map(JSONValue.string)),
                        ]
                    }),
                "skipped": .array(proof.skipped.map(JSONValue.string)),
                "unmodelled": .array(proof.unmodelled.map(JSONValue.string)),
                "cutShort": .bool(proof.isCutShort),
            ]
        }
        let warnings = warnings.map { warning -> JSONValue in
            [
                "code": .string(warning.finding.code.rawValue), "file": .string(warning.file),
                "item": .string(warning.finding.item),
                "message": .string(warning.finding.message),
            ]
        }
        return ["schema": 1, "proofs": .array(proofs), "warnings": .array(warnings)]
    }

    /// The proofs for people: what is not exact, with a link that shows it.
    var lines: [String] {
        guard !proofs.isEmpty else { return ["The file names no app."] }
        return proofs.flatMap(Self.lines)
    }

    private static func lines(_ proof: AppLinkProof) -> [String] {
        var lines = ["\(proof.app): \(proof.verdict.rawValue)"]
        if proof.verdict == .manifest {
            lines.append(
                "    there are no components that count: '--manifest' compares the manifest")
        }
        for rule in proof.uncertain {
            lines.append("    uncertain, by rule \(rule.rawValue): \(rule.text)")
        }
        let patterns = Dictionary(
            proof.routes.map { ($0.route, name($0)) }, uniquingKeysWith: { $1 })
        for component in proof.components where component.verdict != .exact {
            let extent = component.isWiderByTypesOnly ? ", by the types of values only" : ""
            let link = component.witness.map { witness in
                let reason =
                    component.answeredBy.map {
                        "although it leaves out \(patterns[$0] ?? "#\($0.rawValue)")"
                    } ?? "and no route answers it"
                return "\(extent): '\(witness)' opens the app, \(reason)"
            }
            let verdict = word(component.verdict, component.uncertain)
            lines.append("    \(component.item) \(verdict)\(link ?? "")")
        }
        for route in proof.routes {
            let name = name(route)
            if route.verdict != .exact, route.verdict != .manifest {
                let what =
                    !route.isOpened
                    ? "opens the app, which leaves the route out"
                    : route.isRefusedByManifest
                        ? "stays in the browser: the manifest does not take it"
                        : "stays in the browser"
                let link = route.witness.map { ": '\($0)' \(what)" }
                lines.append("    \(name) \(word(route.verdict, route.uncertain))\(link ?? "")")
            }
            for note in route.notes { lines.append("    \(name): \(note)") }
        }
        for name in proof.skipped + proof.unmodelled {
            lines.append("    not compared: \(name)")
        }
        if proof.isCutShort {
            lines.append("    the steps for a file ended: what is undecided was not compared to the end")
        }
        return lines.map(PlainText.shown)
    }

    /// A verdict, with the rules that an uncertain one depends on.
    private static func word(
        _ verdict: AppLinkProof.Verdict, _ rules: [PlatformRule]
    ) -> String {
        guard verdict == .uncertain else { return verdict.rawValue }
        return "uncertain, by rule \(rules.map(\.rawValue).joined(separator: ", "))"
    }

    private static func name(_ route: AppLinkProof.Answer) -> String {
        "#\(route.route.rawValue) \(route.pattern)"
    }
}
