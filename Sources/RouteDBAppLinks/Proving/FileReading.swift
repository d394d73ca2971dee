import RouteDB

/// What a file does for an app, by one reading of the uncertain rules.
struct FileReading {
    let file: AppLinkFile
    /// The manifest of the app, which limits what `assetlinks.json` opens (D10).
    let manifest: AndroidManifest?
    let app: String
    /// The host of the links.
    let host: String
    /// The level of Android's API.
    let apiLevel: Int
    /// The rules that are read the other way.
    var reversed: Set<PlatformRule> = []

    private var reading: AssetLinks.Reading { AssetLinks.Reading(reversed: reversed) }

    /// Whether the files open the app for a link, by the platform's own matcher.
    func opens(_ url: String) -> Bool {
        let link = LinkURL(url)
        switch file.rules {
        case .apple(let association):
            return association.answer(link, app: app, AppleReading(reversed: reversed)).outcome
                == .opens
        case .android(let links):
            let subject = AndroidSubject(link)
            let outcome = links.answer(
                subject, package: app, apiLevel: apiLevel, reading
            ).outcome
            guard let manifest else { return outcome == .opens }
            return (outcome == .opens || outcome == .manifest)
                && manifest.opens(subject, apiLevel: apiLevel, reading)
        case .manifest(let manifest):
            return manifest.opens(AndroidSubject(link), apiLevel: apiLevel, reading)
        }
    }

    /// Whether the manifest takes a link; `true` if only the other file is known.
    func manifestTakes(_ url: String) -> Bool {
        manifest?.opens(AndroidSubject(LinkURL(url)), apiLevel: apiLevel, reading) ?? true
    }

    /// The components of the file as sets of links.
    func compared(in domain: LinkDomain) -> ComparedFile {
        switch file.rules {
        case .apple(let association):
            return association.compared(app: app, AppleReading(reversed: reversed), in: domain)
        case .android(let links):
            guard !leavesAllToManifest else {
                return comparedManifest(in: domain) ?? ComparedFile()
            }
            return links.compared(package: app, reading, in: domain)
        case .manifest(let manifest):
            return manifest.compared(host: host, apiLevel: apiLevel, reading, in: domain)
        }
    }

    /// The paths and groups of the manifest, where both files must open the app; else `nil`.
    func limit(in domain: LinkDomain) -> ComparedFile? {
        leavesAllToManifest ? nil : comparedManifest(in: domain)
    }

    private func comparedManifest(in domain: LinkDomain) -> ComparedFile? {
        manifest?.compared(host: host, apiLevel: apiLevel, reading, in: domain)
    }

    /// Whether the file says nothing about the app, so that its manifest decides (D9).
    private var leavesAllToManifest: Bool {
        guard case .android(let links) = file.rules else { return false }
        return apiLevel < AssetLinks.firstLevel
            || links.components(of: app, reading).isEmpty
    }

    /// The uncertain rules that may decide, and that can be read the other way.
    var doubtfulRules: [PlatformRule] {
        let own = file.doubtfulRules(app: app)
        return own + (manifest?.doubtfulRules ?? []).filter { !own.contains($0) }
    }

    /// Whether a manifest decides that is not known.
    var needsManifest: Bool { leavesAllToManifest && manifest == nil }
}

extension AppLinkFile {
    /// What the file tests for an app apart from paths.
    func testedParts(app: String) -> TestedParts {
        switch rules {
        case .apple(let association): association.testedParts(app: app)
        case .android(let links): links.testedParts(package: app)
        case .manifest(let manifest): manifest.testedParts
        }
    }

    /// The uncertain rules that may decide about an app, and that can be read the other way.
    func doubtfulRules(app: String) -> [PlatformRule] {
        switch rules {
        case .apple(let association): association.doubtfulRules(app: app)
        case .android(let links): links.doubtfulRules(package: app)
        case .manifest(let manifest): manifest.doubtfulRules
        }
    }

    /// The uncertain rules that the file uses, and that have no other reading.
    func unsettledRules(app: String) -> [PlatformRule] {
        guard case .apple(let association) = rules else { return [] }
        return association.unsettledRules(app: app)
    }
}
