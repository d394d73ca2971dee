#if Server
package import RouteDB
package import RouteDBAppLinks
import RouteDBInsight

/// The apps that open the links of each namespace, and the files that devices get, with their proof.
package struct AppLinksPage: Sendable {
    /// A file as it is served, and how it relates to the routes.
    package struct Shown: Sendable {
        /// Which file it is.
        package let file: ServedAppLinks
        /// Its content.
        package let text: String
        /// The proofs of its apps.
        package let proofs: [AppLinkProof]

        package init(file: ServedAppLinks, text: String, proofs: [AppLinkProof]) {
            (self.file, self.text, self.proofs) = (file, text, proofs)
        }
    }

    /// A file that somebody pasted.
    package struct Pasted: Sendable {
        package let text: String
        /// The manifest of the app, which limits an `assetlinks.json`; empty if it is not compared.
        package let manifest: String
        package let namespace: String
        package let host: String
        /// How its apps relate to the routes.
        package var proofs: [AppLinkProof] = []
        /// The findings about the file.
        package var findings: [AppLinkFinding] = []
        /// The lines that only the pasted file has, and those that only the served one has.
        package var lines: (pasted: [String], served: [String]) = ([], [])
        package var problem: FormProblem?

        package init(text: String, manifest: String = "", namespace: String, host: String) {
            (self.text, self.manifest) = (text, manifest)
            (self.namespace, self.host) = (namespace, host)
        }
    }

    /// The most lines of a list that are shown.
    private static let most = 40

    private let apps: [AppOutput]
    private let namespaces: [String]
    private let files: [Shown]
    private let pasted: Pasted?

    /// Creates the page.
    package init(_ snapshot: RegistrySnapshot, files: [Shown], pasted: Pasted? = nil) {
        apps = AppOutput.all(snapshot)
        namespaces = snapshot.namespaces.map(\.name)
        (self.files, self.pasted) = (files, pasted)
    }

    /// The page.
    package func page(in frame: ConsoleFrame) -> ConsolePage {
        var table = DataTable(
            "Apps",
            [
                .init("namespace", .code), .init("platform"), .init("app", .code), .init("name"),
                .init("opens the links of", .code),
            ], empty: "No app opens links. 'routedb app add' adds one.")
        for facts in apps {
            let app = facts.app
            let includes = app.includes.isEmpty ? "all routes" : app.includes.joined(separator: " ")
            let excludes = app.excludes.map { "not \($0)" }.joined(separator: " ")
            table.add([
                .init(facts.namespace), .init(app.platform.rawValue), .init(app.identifier),
                .init(app.name ?? ""),
                .init(excludes.isEmpty ? includes : "\(includes), \(excludes)"),
            ])
        }
        var sections: Markup = ""
        for shown in files { sections += section(shown) }
        if files.isEmpty, !apps.isEmpty {
            sections += """
                <p class="aside">No namespace with an app is bound to a host, so there is no file to \
                show. 'routedb namespace set' binds one.</p>
                """
        }
        return ConsolePage(
            "App links", place: "/app-links",
            """
            \(table.markup)
            \(sections)
            \(form)
            \(ConsoleLink.command(frame.commands.line(["app", "list"])))
            """)
    }

    private func section(_ shown: Shown) -> Markup {
        let file = shown.file
        let path = file.platform == .ios ? ServedAppLinks.applePath : ServedAppLinks.androidPath
        return """
            <section><h2>https://\(file.host)\(path)</h2>
            <p class="aside">The links of the namespace \(file.namespace).</p>
            \(Self.proofs(shown.proofs))
            <details><summary>The file as it is served</summary>\
            <pre>\(Self.lines(of: shown.text))</pre></details></section>
            """
    }

    private static func lines(of text: String) -> String {
        text.split(separator: "},{\"/\":", omittingEmptySubsequences: false)
            .joined(separator: "},\n{\"/\":")
    }

    private static func proofs(_ proofs: [AppLinkProof]) -> Markup {
        var table = DataTable(
            "Proof", [.init("app", .code), .init("routes"), .init("verdict")])
        var lists: Markup = ""
        for proof in proofs {
            let style = proof.verdict == .exact ? "good" : "bad"
            let badge: Markup = "<span class=\"badge \(style)\">\(proof.verdict.rawValue)</span>"
            table.add([
                .init(proof.app), .init(proof.isKnown ? "of the app" : "all"), .init(badge),
            ])
            let differences = differences(proof)
            if differences.isEmpty { continue }
            lists += list("What differs for \(proof.app)", differences, most: 8)
        }
        return "\(table.markup)\(lists)"
    }

    /// Returns the differences that make a proof inexact, each with a link that shows it.
    private static func differences(_ proof: AppLinkProof) -> [String] {
        let rules = proof.uncertain.map { rule in
            "uncertain, by rule \(rule.rawValue): \(rule.text) "
                + rule.sources.map(\.text).joined(separator: ", ")
        }
        let wider = proof.components.compactMap { component in
            component.witness.map { witness in
                "\(component.item) opens the app for \(witness)"
                    + (component.isWiderByTypesOnly ? ", by the types of values only" : "")
            }
        }
        let others = proof.routes.compactMap { route in
            route.witness.map { witness in
                route.isOpened
                    ? "\(route.pattern) stays in the browser for \(witness)"
                        + (route.isRefusedByManifest ? ", which the manifest does not take" : "")
                    : "\(route.pattern), which the app leaves out, opens it for \(witness)"
            }
        }
        return rules + wider + others
    }

    // MARK: Comparing

    private var form: Markup {
        var options: Markup = ""
        for name in namespaces {
            let mark: Markup = name == pasted?.namespace ? " selected" : ""
            options += "<option value=\"\(name)\"\(mark)>\(name)</option>"
        }
        return """
            <section><h2>Compare a file</h2>
            <form class="ask" action="/app-links" method="post">\
            <label>Namespace<select name="namespace">\(options)</select></label>\
            <label>Host<input class="code" name="host" type="text" required \
            value="\(PageText.field(pasted?.host ?? ""))" placeholder="example.com"></label>\
            <label class="wide">An apple-app-site-association, assetlinks.json or AndroidManifest.xml\
            <textarea class="code" name="file" rows="8" required spellcheck="false">\
            \(PageText.field(pasted?.text ?? ""))</textarea></label>\
            <label class="wide">The app's AndroidManifest.xml, to compare an assetlinks.json together \
            with it (optional)\
            <textarea class="code" name="manifest" rows="4" spellcheck="false">\
            \(PageText.field(pasted?.manifest ?? ""))</textarea></label>\
            <button type="submit">Compare</button></form>
            \(result)</section>
            """
    }

    private var result: Markup? {
        guard let pasted else { return nil }
        if let problem = pasted.problem { return problem.markup }
        var findings = DataTable(
            "Findings", [.init("line", .number), .init("severity"), .init("what is wrong")],
            empty: "Nothing is wrong with the file itself.")
        for finding in pasted.findings.prefix(Self.most) {
            findings.add([
                .init(Int64(finding.line ?? 1)), .init(finding.severity.rawValue),
                .init(finding.message),
            ])
        }
        return """
            <h3>Beside the routes</h3>\(Self.proofs(pasted.proofs))
            <h3>The file</h3>\(findings.markup)
            <h3>Beside the file that is served</h3>
            \(Self.list("Only in the pasted file", pasted.lines.pasted))
            \(Self.list("Only in the served file", pasted.lines.served))
            """
    }

    private static func list(
        _ title: String, _ lines: [String], most: Int = Self.most
    ) -> Markup {
        guard !lines.isEmpty else { return "<p class=\"aside\">\(title): nothing.</p>" }
        var items: Markup = ""
        for line in lines.prefix(most) { items += "<li><code>\(line)</code></li>" }
        let more: Markup? =
            lines.count > most ? "<li>and \(lines.count - most) more</li>" : nil
        return "<p>\(title):</p><ul class=\"plain\">\(items)\(more)</ul>"
    }
}
#endif
