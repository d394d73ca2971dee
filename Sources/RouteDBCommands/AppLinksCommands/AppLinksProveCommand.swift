import ArgumentParser
import RouteDB
import RouteDBAppLinks
import RouteDBTerminal

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
              routedb app-links prove apple-app-site-association assetlinks.json \\
                AndroidManifest.xml --accept types --fail-on narrower,wider

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
            assetlinks.json and the manifest accept it: '--manifest', or a manifest among
            the files, compares both. A manifest may take whole hosts, and leave the paths
            to assetlinks.json, as Google recommends.

            If one list of components is used for both platforms, and both files are given,
            a warning says where the platforms read it in different ways.

            Exits with status 1 unless every app's verdict is 'exact', or, with
            '--fail-on', if a verdict is one of those. '--accept types' counts what is
            wider by the types of values only as exact, since globs cannot say types.
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
    @OptionGroup var gate: AppLinkGateOptions
    @OptionGroup var answer: RevisionAnswerOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let (form, all) = try await answer.open(global, in: context)
        let snapshot = all.inEffect(at: context.now())
        let host = try place.host(in: snapshot)
        let read = try context.appLinkFiles(files, platform.platform)
        let manifest = try manifest.map { try context.appManifest($0) }
        let compared = try comparisons(of: read, manifest, in: snapshot)
        let links = try LinkedRoutes(snapshot, namespace: place.namespace, host: host)
        // All apps of a file share one budget.
        var budgets = Array(repeating: AppLinkProof.budget, count: read.count)
        let proofs = try compared.map { one in
            try snapshot.appLinkProof(
                of: one.file, app: one.app, with: links, apiLevel: device.apiLevel,
                manifest: one.manifest, budget: &budgets[one.place])
        }
        for named in read { context.noteErrors(of: named.file) }
        let warnings = read.flatMap { named in
            named.differences(from: read, host: host).map { (named.path, $0) }
        }
        for (path, warning) in warnings {
            context.printNote("warning: \(path): \(warning.item): \(warning.message)")
        }
        for note in Self.notes(compared, proofs, host: host, apiLevel: device.apiLevel) {
            context.printNote("note: \(note)")
        }
        let gate = gate.gate
        let failed = proofs.map(gate.fails)
        // A file that names no app opens none.
        if proofs.isEmpty ? !gate.failing.isEmpty : failed.contains(true) {
            context.setExitStatus(.no)
        }
        let output = AppLinkProofOutput(proofs: proofs, failed: failed, warnings: warnings)
        try form.write(output.object, orLines: output.lines, to: context.output)
    }

    /// A file that is compared for an app, with the manifest that limits it.
    private struct Comparison {
        /// The place of the file among all.
        let place: Int
        let file: AppLinkFile
        let app: String
        let manifest: AppLinkFile?
    }

    /// The comparisons of some files; a manifest among them limits an `assetlinks.json` of its app.
    private func comparisons(
        of all: [NamedAppLinkFile], _ manifest: AppLinkFile?, in snapshot: RegistrySnapshot
    ) throws -> [Comparison] {
        let files = all.map(\.file)
        // A manifest without a file that it limits is an error of the first comparison.
        let isLimited = files.contains(where: \.isAssetLinks)
        let manifests = files.filter(\.isManifest)
        let among = manifest == nil && isLimited && manifests.count == 1 ? manifests.first : nil
        var comparisons: [Comparison] = []
        for (place, file) in files.enumerated() {
            let limit = file.isAssetLinks || !isLimited ? manifest : nil
            comparisons += try apps(of: file, limit, among: files, in: snapshot).map { app in
                let own = file.isAssetLinks ? among?.limit(of: app, in: file) : nil
                return Comparison(
                    place: place, file: file, app: app, manifest: limit ?? own)
            }
        }
        // What a manifest limits is compared together with it.
        let isPaired = among != nil && comparisons.contains { $0.manifest != nil }
        return isPaired ? comparisons.filter { !$0.file.isManifest } : comparisons
    }

    /// The apps of a file that are compared.
    private func apps(
        of file: AppLinkFile, _ manifest: AppLinkFile?, among all: [AppLinkFile],
        in snapshot: RegistrySnapshot
    ) throws -> [String] {
        guard let app else {
            return try snapshot.comparedApps(
                of: file, manifest: manifest, namespace: place.namespace)
        }
        func names(_ file: AppLinkFile) -> Bool { !file.namesApps || file.apps.contains(app) }
        // If no file names the app, the first comparison says so.
        return names(file) || !all.contains(where: names) ? [app] : []
    }

    /// Returns the notes for people about the comparisons.
    private static func notes(
        _ compared: [Comparison], _ proofs: [AppLinkProof], host: String, apiLevel: Int
    ) -> [String] {
        var notes: [String] = []
        for proof in proofs where !proof.isKnown {
            notes.append(
                "the namespace '\(proof.namespace)' has no app '\(proof.app)' for "
                    + "\(proof.platform.rawValue): it is compared with all routes")
        }
        if let proof = proofs.first, proof.routes.isEmpty {
            notes.append(
                "no route of the namespace '\(proof.namespace)' answers links to \(proof.host)")
        }
        for one in compared {
            if one.file.takesWholeHost(host) {
                notes.append(
                    "the manifest takes all links to \(host): compare it together with the rules "
                        + "of assetlinks.json, if there are any")
            } else if apiLevel >= AssetLinks.firstLevel,
                one.manifest?.takesWholeHost(host) ?? false
            {
                notes.append(
                    "before Android 15 (API level 35), the manifest opens the app for all links to "
                        + host)
            }
        }
        return notes
    }
}

/// Proofs as they are written.
struct AppLinkProofOutput {
    let proofs: [AppLinkProof]
    /// True at the index of each proof that fails.
    let failed: [Bool]
    /// Lists that the platforms read in different ways, with the file.
    let warnings: [(file: String, finding: AppLinkFinding)]

    var object: JSONObject {
        let rules = proofs.flatMap { proof in
            proof.uncertain + proof.components.flatMap(\.uncertain)
                + proof.routes.flatMap(\.uncertain)
        }
        let proofs = zip(proofs, failed).map { proof, hasFailed -> JSONValue in
            [
                "app": .string(proof.app), "known": .bool(proof.isKnown),
                "platform": .string(proof.platform.rawValue),
                "namespace": .string(proof.namespace), "host": .string(proof.host),
                "verdict": .string(proof.verdict.rawValue),
                "verdictIgnoringTypes": .string(proof.verdictIgnoringTypes.rawValue),
                "failed": .bool(hasFailed),
                "uncertain": UncertainRules(proof.uncertain).names,
                "components": .array(
                    proof.components.map { component in
                        [
                            "item": .string(component.item),
                            "verdict": .string(component.verdict.rawValue),
                            "witness": component.witness.map(JSONValue.string) ?? .null,
                            "answeredBy": component.answeredBy.map { .int($0.rawValue) } ?? .null,
                            "typesOnly": .bool(component.isWiderByTypesOnly),
                            "uncertain": UncertainRules(component.uncertain).names,
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
                            "uncertain": UncertainRules(route.uncertain).names,
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
        return [
            "schema": 1, "proofs": .array(proofs), "warnings": .array(warnings),
            "rules": UncertainRules(rules).objects,
        ]
    }

    /// The proofs for people: what is not exact, with a link that shows it.
    var lines: [String] {
        guard !proofs.isEmpty else { return ["The file names no app."] }
        return proofs.flatMap(Self.lines)
    }

    private static func lines(_ proof: AppLinkProof) -> [String] {
        let extent =
            proof.verdict != .exact && proof.verdictIgnoringTypes == .exact
            ? ", by the types of values only" : ""
        var lines = ["\(proof.app): \(proof.verdict.rawValue)\(extent)"]
        if proof.verdict == .manifest {
            lines.append(
                "    there are no components that count: '--manifest' compares the manifest")
        }
        lines += UncertainRules(proof.uncertain).lines
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
            lines.append(
                "    the steps for a file ended: what is undecided was not compared to the end")
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
