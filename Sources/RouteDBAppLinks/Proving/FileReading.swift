import RouteDB

/// What a file does for an app, by one reading of the uncertain rules.
struct FileReading {
    let file: AppLinkFile
    let app: String
    /// The host of the links.
    let host: String
    /// The level of Android's API.
    let apiLevel: Int
    /// The rules that are read the other way.
    var reversed: Set<PlatformRule> = []

    /// Whether the file opens the app for a link, by the platform's own matcher.
    func opens(_ url: String) -> Bool {
        let link = LinkURL(url)
        switch file.rules {
        case .apple(let association):
            return association.answer(link, app: app, AppleReading(reversed: reversed)).outcome
                == .opens
        case .android(let links):
            return links.answer(
                AndroidSubject(link), package: app, apiLevel: apiLevel,
                AssetLinks.Reading(reversed: reversed)
            ).outcome == .opens
        case .manifest(let manifest):
            let subject = AndroidSubject(link)
            return manifest.filters.contains { $0.filter.matches(subject, apiLevel: apiLevel) }
        }
    }

    /// The components of the file as sets of links.
    func compared(in domain: LinkDomain) -> ComparedFile {
        switch file.rules {
        case .apple(let association):
            association.compared(app: app, AppleReading(reversed: reversed), in: domain)
        case .android(let links):
            apiLevel < AssetLinks.firstLevel
                ? ComparedFile()
                : links.compared(package: app, AssetLinks.Reading(reversed: reversed), in: domain)
        case .manifest(let manifest):
            manifest.compared(host: host, apiLevel: apiLevel, in: domain)
        }
    }

    /// Whether the file says nothing about the app, so that its manifest decides (D9).
    var leavesAllToManifest: Bool {
        guard case .android(let links) = file.rules else { return false }
        if apiLevel < AssetLinks.firstLevel { return true }
        return links.statements.allSatisfy { statement in
            statement.package != app || statement.components.isEmpty
                || statement.isDiscarded && !reversed.contains(.d8)
        }
    }
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
        case .manifest: []
        }
    }

    /// The uncertain rules that the file uses, and that have no other reading.
    func unsettledRules(app: String) -> [PlatformRule] {
        guard case .apple(let association) = rules else { return [] }
        return association.unsettledRules(app: app)
    }
}
