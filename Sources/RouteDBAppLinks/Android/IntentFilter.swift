/// The `<data>` elements of one intent filter of a manifest, pooled as Android pools them (M1).
package struct IntentFilter: Hashable, Sendable {
    /// A path that opens the app, or one of the tests of a group.
    package struct Test: Hashable, Sendable {
        /// The part of the URL that is compared.
        package enum Part: String, CaseIterable, Sendable {
            case path
            case query
            case fragment
        }

        package let part: Part
        package let matcher: AndroidMatcher

        package init(_ part: Part, _ matcher: AndroidMatcher) {
            self.part = part
            self.matcher = matcher
        }

        /// The first level of Android's API that knows the attribute (M4).
        package var firstLevel: Int {
            switch matcher.kind {
            case .suffix, .advanced: 31
            case .literal, .prefix, .glob: 1
            }
        }

        /// True if the test is for a path that no link has, since dots at the end of a path are resolved.
        ///
        /// It keeps older devices from taking the whole host.
        package var isImpossible: Bool {
            part == .path && matcher.kind == .literal
                && (matcher.pattern.hasSuffix("/.") || matcher.pattern.hasSuffix("/.."))
        }

        func matches(_ subject: AndroidSubject, _ reading: AssetLinks.Reading) -> Bool {
            let matcher = matcher.read(by: reading)
            return switch part {
            case .path: matcher.matches(subject.path)
            case .query: subject.items?.contains { matcher.matches($0) } ?? false
            case .fragment: subject.fragment.map { matcher.matches($0) } ?? false
            }
        }
    }

    /// A `<uri-relative-filter-group>`: all of its tests must match.
    package struct Group: Hashable, Sendable {
        package var allows: Bool
        package var tests: [Test]

        package init(allows: Bool, tests: [Test]) {
            self.allows = allows
            self.tests = tests
        }
    }

    package var schemes: [String]
    package var hosts: [String]
    package var paths: [Test]
    package var groups: [Group]

    package init(
        schemes: [String] = ["https"], hosts: [String], paths: [Test] = [], groups: [Group] = []
    ) {
        self.schemes = schemes
        self.hosts = hosts
        self.paths = paths
        self.groups = groups
    }

    /// Returns whether the filter opens the app for a URL, by a reading of the uncertain rules.
    package func matches(
        _ subject: AndroidSubject, apiLevel level: Int,
        _ reading: AssetLinks.Reading = AssetLinks.Reading()
    ) -> Bool {
        guard schemes.contains(subject.scheme), takesHost(of: subject) else { return false }
        let parts = parts(apiLevel: level)
        if parts.paths.isEmpty && parts.groups.isEmpty { return true }
        if parts.paths.contains(where: { paths[$0].matches(subject, reading) }) { return true }
        let first = parts.groups.first { index in
            let tests = groups[index].tests
            return !tests.isEmpty && tests.allSatisfy { $0.matches(subject, reading) }
        }
        return first.map { groups[$0].allows } ?? false
    }

    /// True if the filter may take other links by another reading of the uncertain rules.
    package var isUncertain: Bool {
        (paths + groups.flatMap(\.tests)).contains(where: \.matcher.isUncertain)
    }

    /// The paths and groups that a device knows (M4); none without a host (M8).
    package func parts(apiLevel level: Int) -> (paths: [Int], groups: [Int]) {
        guard !hosts.isEmpty else { return ([], []) }
        return (
            paths.indices.filter { paths[$0].firstLevel <= level },
            level >= AssetLinks.firstLevel ? Array(groups.indices) : []
        )
    }

    /// Returns whether a host of the filter takes that of a URL; without one, any host is taken.
    package func takesHost(of subject: AndroidSubject) -> Bool {
        hosts.isEmpty || hosts.contains { Self.takes($0, subject.host) }
    }

    /// Returns whether a host of the filter takes another one (M7).
    private static func takes(_ pattern: String, _ host: String) -> Bool {
        guard pattern.utf8.first == UInt8(ascii: "*") else { return pattern.lowercased() == host }
        return host.utf8.reversed().starts(with: pattern.lowercased().utf8.dropFirst().reversed())
    }
}
