import RouteDB

/// A file as it works for an app, by one reading of the uncertain rules.
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
    private(set) var reversed: Set<PlatformRule> = []

    private var reading: AssetLinks.Reading { AssetLinks.Reading(reversed: reversed) }

    /// The reading with one rule read the other way.
    func reversing(_ rule: PlatformRule) -> FileReading {
        var other = self
        other.reversed = [rule]
        return other
    }

    /// The decider of what a device does with links, by the platform's own matcher.
    var decider: LinkDecider {
        let manifest = manifest.map { ManifestList($0, host: host, apiLevel: apiLevel, reading) }
        switch file.rules {
        case .apple(let association):
            let reading = AppleReading(reversed: reversed)
            return .apple(
                AppleComponentList(
                    association.components(of: app, reading), association.variables, reading))
        case .android(let links):
            guard !leavesAllToManifest else { return .android(nil, manifest) }
            return .android(ComponentList(links.components(of: app, reading), reading), manifest)
        case .manifest(let own):
            return .manifest(ManifestList(own, host: host, apiLevel: apiLevel, reading))
        }
    }

    /// Sample links of the components, each with the place of its component; none with a `.` or `..` segment,
    /// which no link has.
    var samples: [(item: String, link: String)] {
        let paths: [(item: String, path: String)]
        switch file.rules {
        case .apple(let association):
            paths = association.components(of: app, AppleReading(reversed: reversed)).filter {
                !$0.isExclude && $0.patterns.allSatisfy { $0.isCompilable(association.variables) }
            }.map { ($0.place.text, $0.sample(association.variables)) }
        case .android(let links):
            paths =
                leavesAllToManifest
                ? manifest?.samples(host: host, apiLevel: apiLevel) ?? []
                : links.components(of: app, reading).filter { !$0.isExclude }
                    .map { ($0.place.text, $0.sample) }
        case .manifest(let own): paths = own.samples(host: host, apiLevel: apiLevel)
        }
        return paths.map { ($0.item, "https://\(host)\($0.path)") }.filter {
            !LinkURL($0.1).hasDotSegment
        }
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

    /// True if the file says nothing about the app, so that its manifest decides (D9).
    private var leavesAllToManifest: Bool {
        guard case .android(let links) = file.rules else { return false }
        return apiLevel < AssetLinks.firstLevel
            || links.components(of: app, reading).isEmpty
    }

    /// The uncertain rules that may decide about links of a domain, and that can be read the other way.
    func doubtfulRules(about domain: LinkDomain) -> [PlatformRule] {
        let own = file.doubtfulRules(app: app)
        let slashes: [PlatformRule] =
            file.platform == .ios && domain.slashes.repeated ? [.a15] : []
        return own + slashes + (manifest?.doubtfulRules ?? []).filter { !own.contains($0) }
    }

    /// True if a manifest decides that is not known.
    var needsManifest: Bool { leavesAllToManifest && manifest == nil }
}

extension AppLinkFile {
    /// Returns the parts that the file tests for an app apart from paths.
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
