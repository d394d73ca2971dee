/// The intent filters of an Android app's manifest that open links of the web.
package struct AndroidManifest: Sendable {
    /// An intent filter, with the places of its parts in the file.
    package struct Filter: Sendable {
        /// The place of the filter, such as `application.activity[0].intent-filter[1]`.
        package let item: String
        package var filter: IntentFilter
        /// The places of the filter's paths.
        package var pathItems: [String] = []
        /// The places of the filter's groups.
        package var groupItems: [String] = []
        /// True if a value stands in another file, as `@string/host` does.
        package var isUnresolved = false
        /// True if the file asks Android to verify the hosts of the filter.
        package var isVerified = false

        /// True if the filter takes all links to its hosts, as Google recommends beside rules of
        /// `assetlinks.json`.
        package var takesWholeHosts: Bool {
            !filter.hosts.isEmpty && filter.paths.isEmpty && filter.groups.isEmpty
                && filter.schemes.contains("https") && !isUnresolved
        }
    }

    /// The package of the app, if the manifest says it, else `manifest`.
    package var package = Self.unnamed
    package var filters: [Filter] = []
    /// True if the manifest says the package.
    package var hasPackage: Bool { package != Self.unnamed }

    private static let unnamed = "manifest"

    package init() {}

    /// The uncertain rules that the filters may depend on.
    package var doubtfulRules: [PlatformRule] {
        filters.contains(where: \.filter.isUncertain) ? [.m6] : []
    }

    /// Returns whether a filter opens the app for a URL, by a reading of the uncertain rules.
    package func opens(
        _ subject: AndroidSubject, apiLevel level: Int,
        _ reading: AssetLinks.Reading = AssetLinks.Reading()
    ) -> Bool {
        filters.contains { $0.filter.matches(subject, apiLevel: level, reading) }
    }

    /// Returns what the manifest does with a URL, with the uncertain rules that it depends on.
    ///
    /// - Complexity: At most the size of the filters times the length of the URL.
    package func answer(_ subject: AndroidSubject, apiLevel level: Int) -> AppLinkExplanation.App {
        let answer = statedAnswer(subject, apiLevel: level)
        let uncertain = doubtfulRules.filter { rule in
            opens(subject, apiLevel: level, AssetLinks.Reading(reversed: [rule]))
                != (answer.outcome == .opens)
        }
        return AppLinkExplanation.App(
            name: answer.name, outcome: answer.outcome, steps: answer.steps,
            untested: answer.untested, uncertain: uncertain)
    }

    private func statedAnswer(
        _ subject: AndroidSubject, apiLevel level: Int
    ) -> AppLinkExplanation.App {
        var steps: [AppLinkExplanation.Step] = []
        for (index, filter) in filters.enumerated() {
            let (own, opens) = filter.steps(subject, apiLevel: level)
            steps += own
            guard opens else { continue }
            return AppLinkExplanation.App(
                name: package, outcome: .opens, steps: steps, untested: filters.count - index - 1)
        }
        let isExcluded = steps.contains { $0.verdict == .excludes }
        return AppLinkExplanation.App(
            name: package, outcome: isExcluded ? .excluded : .unmatched, steps: steps, untested: 0)
    }
}

extension AndroidManifest.Filter {
    /// The tests of the filter, up to the one that decides, and whether the filter opens the app.
    fileprivate func steps(
        _ subject: AndroidSubject, apiLevel level: Int
    ) -> (steps: [AppLinkExplanation.Step], opens: Bool) {
        guard filter.schemes.contains(subject.scheme) else {
            return ([refused(.scheme, filter.schemes, subject.scheme)], false)
        }
        guard filter.takesHost(of: subject) else {
            return ([refused(.host, filter.hosts, subject.host)], false)
        }
        let parts = filter.parts(apiLevel: level)
        if parts.paths.isEmpty, parts.groups.isEmpty {
            return ([.init(item: item, verdict: .includes)], true)
        }
        var steps: [AppLinkExplanation.Step] = []
        for index in parts.paths {
            let test = filter.paths[index]
            if test.matches(subject, AssetLinks.Reading()) {
                return (steps + [.init(item: pathItems[index], verdict: .includes)], true)
            }
            steps.append(refused(test, subject, at: pathItems[index]))
        }
        for index in parts.groups {
            let group = filter.groups[index]
            let item = groupItems[index]
            if let test = group.tests.first(where: { !$0.matches(subject, AssetLinks.Reading()) }) {
                steps.append(refused(test, subject, at: item))
            } else if group.tests.isEmpty {
                steps.append(.init(item: item, verdict: .refused, part: .nothing))
            } else {
                let verdict = group.allows ? AppLinkExplanation.Verdict.includes : .excludes
                return (steps + [.init(item: item, verdict: verdict)], group.allows)
            }
        }
        return (steps, false)
    }

    private func refused(
        _ part: AppLinkExplanation.Part, _ wanted: [String], _ found: String
    ) -> AppLinkExplanation.Step {
        .init(
            item: item, verdict: .refused, part: part, wanted: wanted.joined(separator: " "),
            found: found)
    }

    private func refused(
        _ test: IntentFilter.Test, _ subject: AndroidSubject, at item: String
    ) -> AppLinkExplanation.Step {
        let (part, found): (AppLinkExplanation.Part, [UInt16]?) =
            switch test.part {
            case .path: (.path, subject.path)
            case .query:
                (.query, subject.items.map { Array($0.joined(separator: [UInt16(0x26)])) })
            case .fragment: (.fragment, subject.fragment)
            }
        return .init(
            item: item, verdict: .refused, part: part, wanted: test.matcher.pattern,
            found: found.map { String(decoding: $0, as: UTF16.self) })
    }
}
