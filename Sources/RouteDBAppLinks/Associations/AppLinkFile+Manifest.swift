package import RouteDB

extension AppLinkFile {
    /// The manifest that the file is; `nil` if it is another file.
    var manifest: AndroidManifest? {
        if case .manifest(let manifest) = rules { manifest } else { nil }
    }

    /// True if the file is `assetlinks.json`, which the manifest of an app limits.
    package var isAssetLinks: Bool { if case .android = rules { true } else { false } }

    /// Returns whether the file is a manifest that takes all links to a host, as Google recommends beside
    /// rules of `assetlinks.json`.
    package func takesWholeHost(_ host: String) -> Bool {
        let subject = AndroidSubject(LinkURL("https://\(host)/"))
        return manifest?.filters.contains { $0.takesWholeHosts && $0.filter.takesHost(of: subject) }
            ?? false
    }

    /// This manifest, if it is that of an app of an `assetlinks.json`: one that names no app is that
    /// of the only one.
    package func limit(of app: String, in links: AppLinkFile) -> AppLinkFile? {
        guard let manifest else { return nil }
        return (manifest.hasPackage ? manifest.package == app : links.apps.count == 1) ? self : nil
    }

    /// Finds the filters of this manifest that take whole hosts, which only the rules of an
    /// `assetlinks.json` limit, and only on some devices.
    ///
    /// - Parameters:
    ///   - other: The `assetlinks.json`.
    ///   - name: The name of that file, for messages.
    /// - Returns: A finding for each filter; none if the other file has no rules for the app.
    public func hostOnlyFilters(beside other: AppLinkFile, named name: String) -> [AppLinkFinding] {
        guard let manifest, case .android(let links) = other.rules,
            links.statements.contains(where: { statement in
                !statement.components.isEmpty
                    && (!manifest.hasPackage || statement.package == manifest.package)
            })
        else { return [] }
        return manifest.filters.filter(\.takesWholeHosts).map { filter in
            AppLinkFinding(
                code: .hostOnly, item: filter.item,
                message:
                    "The filter takes all links to \(filter.filter.hosts.joined(separator: ", ")), "
                    + "which the rules in \(name) limit from Android 15 on.",
                in: .manifest)
        }
    }

    /// The manifest that limits what this `assetlinks.json` opens (D10).
    package func limit(
        by manifest: AppLinkFile, of app: String? = nil
    ) throws(RouteDBError) -> AndroidManifest {
        guard case .android = rules, let limit = manifest.manifest else {
            throw RouteDBError(
                .invalidInput, "Only an assetlinks.json is compared together with a manifest.",
                hint: "Give the assetlinks.json first, and an AndroidManifest.xml as the manifest.")
        }
        let wanted = app.map { [$0] } ?? apps
        guard !limit.hasPackage || wanted.isEmpty || wanted.contains(limit.package) else {
            let names = wanted.prefix(8).joined(separator: "' or '")
            throw RouteDBError(
                .invalidInput, "The manifest is that of '\(limit.package)', not of '\(names)'.",
                hint: "Give the manifest of '\(names)', or choose the other app.")
        }
        return limit
    }

    /// Returns what a device does with a URL for each app of the file, by the rules as they are stated, and
    /// if the answer is whole, with the uncertain rules that it depends on.
    ///
    /// - Complexity: At most the size of the file times the length of the URL, for each uncertain rule, and
    ///   the size of the answers.
    package func answers(
        _ link: LinkURL, apiLevel: Int, limit: AndroidManifest? = nil, isWhole: Bool = false
    ) -> [AppLinkExplanation.App] {
        let subject = AndroidSubject(link)
        switch rules {
        case .apple(let association): return association.answers(link, isWhole: isWhole)
        case .android(let links):
            let taken = limit?.answer(subject, apiLevel: apiLevel)
            return links.byPackage.map { package, own in
                let answer =
                    isWhole
                    ? own.answer(link, package: package, apiLevel: apiLevel)
                    : own.answer(subject, package: package, apiLevel: apiLevel, .init())
                let isLimited = limit.map { !$0.hasPackage || $0.package == package } ?? false
                return answer.limited(by: isLimited ? taken : nil)
            }
        case .manifest(let manifest): return [manifest.answer(subject, apiLevel: apiLevel)]
        }
    }
}

extension AppLinkExplanation.App {
    /// The answer of `assetlinks.json` with that of the manifest: both must open the app (D10), and the
    /// manifest decides where there are no components (D9).
    func limited(by manifest: Self?) -> Self {
        guard let manifest, outcome == .opens || outcome == .manifest else { return self }
        return Self(
            name: name, outcome: manifest.outcome, steps: steps + manifest.steps,
            untested: untested + manifest.untested,
            uncertain: uncertain + manifest.uncertain.filter { !uncertain.contains($0) })
    }
}
