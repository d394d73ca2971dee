package import RouteDB

/// The statements of `assetlinks.json` that are about opening links.
package struct AssetLinks: Sendable {
    /// A statement about an app.
    package struct Statement: Sendable {
        package var package: String
        /// The fingerprints of the app's certificates, as written.
        package var fingerprints: [String] = []
        package var components: [DynamicComponent]
        /// True if a value in the list cannot be read, so that the list counts as absent (D8).
        package var isDiscarded = false
        /// The path to the statement in the file.
        package let path: [JSONStep]
    }

    package var statements: [Statement] = []

    package init() {}

    /// The packages of the file, each once, in the order of the file.
    package var packages: [String] {
        var seen: Set<String> = []
        return statements.map(\.package).filter { seen.insert($0).inserted }
    }

    /// How the uncertain rules are read.
    package struct Reading: Hashable, Sendable {
        package var reversed: Set<PlatformRule> = []

        package init(reversed: Set<PlatformRule> = []) { self.reversed = reversed }

        /// The uncertain rules that can be read the other way.
        package static let rules: [PlatformRule] = [.d3, .d8, .m6]

        func follows(_ rule: PlatformRule) -> Bool { !reversed.contains(rule) }
    }

    /// The first level of Android's API that reads components (D11).
    package static let firstLevel = 35

    /// Returns what the file does with a URL for an app.
    ///
    /// - Complexity: At most the size of the components times the length of the URL.
    package func answer(
        _ url: LinkURL, package: String, apiLevel: Int
    ) -> AppLinkExplanation.App {
        let subject = AndroidSubject(url)
        let answer = answer(subject, package: package, apiLevel: apiLevel, Reading())
        let uncertain = Reading.rules.filter { rule in
            self.answer(
                subject, package: package, apiLevel: apiLevel, Reading(reversed: [rule])
            ).outcome != answer.outcome
        }
        return AppLinkExplanation.App(
            name: package, outcome: answer.outcome, steps: answer.steps,
            untested: answer.untested, uncertain: uncertain)
    }

    /// The components of an app, in the order in which they are tried, by a reading of the uncertain
    /// rules.
    func components(of package: String, _ reading: Reading) -> [DynamicComponent] {
        statements.filter { $0.package == package }.flatMap { statement in
            statement.isDiscarded && reading.follows(.d8) ? [] : statement.components
        }
    }

    package func answer(
        _ subject: AndroidSubject, package: String, apiLevel: Int, _ reading: Reading
    ) -> AppLinkExplanation.App {
        let components = components(of: package, reading)
        guard apiLevel >= Self.firstLevel, !components.isEmpty else {
            return AppLinkExplanation.App(
                name: package, outcome: .manifest, steps: [], untested: components.count)
        }
        return AppLinkExplanation.App(name: package, testing: components) { component in
            component.refusal(subject, reading).map { refusal in
                AppLinkRefusal(
                    part: refusal.part, wanted: refusal.wanted,
                    found: refusal.found.map { String(decoding: $0, as: UTF16.self) })
            }
        }
    }
}

extension DynamicComponent {
    /// The first part that refuses a URL; `nil` if all match.
    func refusal(
        _ subject: AndroidSubject, _ reading: AssetLinks.Reading
    ) -> (part: AppLinkExplanation.Part, wanted: String?, found: [UInt16]?)? {
        guard !isEmpty else { return (.nothing, nil, nil) }
        func matches(_ expression: Expression, _ text: [UInt16]) -> Bool {
            expression.matcher(reading).matches(text)
        }
        if let url, !matches(url, subject.path) { return (.path, url.text, subject.path) }
        if !query.isEmpty {
            let items = subject.items ?? []
            // D6: each entry must be found.
            let isMatch = query.allSatisfy { wanted in items.contains { matches(wanted, $0) } }
            if !isMatch {
                let text = subject.items?.joined(separator: [UInt16(UInt8(ascii: "&"))])
                return (
                    .query, query.map(\.text).joined(separator: "&"), text.map(Array.init)
                )
            }
        }
        guard let fragment else { return nil }
        guard let found = subject.fragment, matches(fragment, found) else {
            return (.fragment, fragment.text, subject.fragment)
        }
        return nil
    }
}
