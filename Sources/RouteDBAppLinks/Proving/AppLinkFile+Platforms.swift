import RouteDBRouting

extension AppLinkFile {
    /// Finds lists of components that this file, of Android, has in common with a file of Apple, and
    /// that the platforms read in different ways.
    ///
    /// - Parameters:
    ///   - other: The file of Apple.
    ///   - name: The name of that file, for messages.
    ///   - host: The host of the links that show it.
    /// - Returns: A finding for each list, with a link that shows it.
    /// - Complexity: Limited to 40 million steps for each list.
    public func platformDifferences(
        from other: AppLinkFile, named name: String, host: String = "example.com"
    ) -> [AppLinkFinding] {
        guard case .android(let links) = rules, case .apple(let association) = other.rules else {
            return []
        }
        var findings: [AppLinkFinding] = []
        for statement in links.statements where !statement.components.isEmpty {
            let texts = statement.components.map(\.rule)
            guard
                let entry = association.entries.first(where: { $0.components.map(\.rule) == texts })
            else { continue }
            var (one, two) = (AppleAssociation(), AssetLinks())
            one.variables = association.variables
            one.entries = [entry]
            one.entries[0].apps = [""]
            two.statements = [statement]
            two.statements[0].package = ""
            let pair = PlatformPair(apple: one, android: two, host: host.lowercased())
            guard let (url, platform) = pair.difference else { continue }
            let item = statement.path.text
            findings.append(
                AppLinkFinding(
                    code: .platformsDiffer, item: item,
                    message: "The components are those of \(entry.path.text) in "
                        + "\(name), but '\(url)' opens the app on \(platform.rawValue) only.",
                    in: .assetLinks))
        }
        return findings
    }
}

/// The rule of a component, as it is written.
private struct WrittenRule: Equatable {
    let path: String?
    let query: [String]
    let fragment: String?
    let isExclude: Bool
}

extension AppleComponent {
    fileprivate var rule: WrittenRule {
        let items: [String] =
            switch query {
            case nil: []
            case .whole(let pattern): [pattern.text]
            case .items(let items, _): items.map { "\($0.name)=\($0.value.text)" }
            }
        return WrittenRule(
            path: url?.text, query: items, fragment: fragment?.text, isExclude: isExclude)
    }
}

extension DynamicComponent {
    fileprivate var rule: WrittenRule {
        WrittenRule(
            path: url?.text, query: query.map(\.text), fragment: fragment?.text,
            isExclude: isExclude)
    }
}

/// One list as both platforms read it.
private struct PlatformPair {
    let apple: AppleAssociation
    let android: AssetLinks
    let host: String

    private func opensOnApple(_ url: String) -> Bool {
        apple.answer(LinkURL(url), app: "", AppleReading()).outcome == .opens
    }

    private func opensOnAndroid(_ url: String) -> Bool {
        android.answer(
            AndroidSubject(LinkURL(url)), package: "", apiLevel: AssetLinks.firstLevel,
            AssetLinks.Reading()
        ).outcome == .opens
    }

    /// A link that opens the app on one platform only, with the name of the platform.
    var difference: (url: String, platform: LinkedApp.Platform)? {
        let parts = (apple.testedParts(app: ""), android.testedParts(package: ""))
        let domain = LinkDomain(
            names: parts.0.names.union(parts.1.names),
            hasFragment: parts.0.testsFragment || parts.1.testsFragment, .basic)
        let files = (
            apple.compared(app: "", AppleReading(), in: domain),
            android.compared(package: "", AssetLinks.Reading(), in: domain)
        )
        let expressions = (files.0.components + files.1.components).map(\.expression)
        let prover = AppLinkProver(domain.comparing(expressions), host: host)
        let sides = (prover.opened(files.0.components), prover.opened(files.1.components))
        for set in sides.0.sets {
            let outcome = prover.link(in: set, outside: sides.1) {
                opensOnApple($0) && !opensOnAndroid($0)
            }
            if case .found(let url) = outcome { return (url, .ios) }
        }
        for set in sides.1.sets {
            let outcome = prover.link(in: set, outside: sides.0) {
                opensOnAndroid($0) && !opensOnApple($0)
            }
            if case .found(let url) = outcome { return (url, .android) }
        }
        return nil
    }
}
