package import RouteDB
import RouteDBRouting

/// The rules of an association file (`apple-app-site-association`), as a device keeps them.
package struct AppleAssociation: Sendable {
    /// The apps with their components.
    package var entries: [Entry] = []
    package var variables = AppleVariables()
    /// True if the entries are members of an object, by their apps (A16).
    package var hasEntriesByApp = false

    package init() {}

    /// An element of `details`.
    package struct Entry: Sendable {
        package var apps: [String] = []
        package var components: [AppleComponent] = []
        /// The path to the entry in the file.
        package let path: [JSONStep]
    }

    /// The apps of the file, each once, in the order of the file.
    package var apps: [String] {
        var seen: Set<String> = []
        return entries.flatMap(\.apps).filter { seen.insert($0).inserted }
    }

    /// The components of an app, in the order in which they are tried (A13), by a reading of the
    /// uncertain rules.
    package func components(
        of app: String, _ reading: AppleReading = AppleReading()
    ) -> [AppleComponent] {
        guard !hasEntriesByApp || reading.follows(.a16) else { return [] }
        let own = entries.filter { $0.apps.contains(app) }
        return (reading.follows(.a13) ? own[...] : own.prefix(1)).flatMap(\.components)
    }
}

/// One component: which URLs it matches, and what then happens.
package struct AppleComponent: AppLinkComponent, Sendable {
    /// The requirement on the query.
    package enum Query: Hashable, Sendable {
        /// The whole query.
        case whole(ApplePattern)
        /// Items by their names; `isValid` is false if a value is not a string (A10).
        case items([Item], isValid: Bool)
    }

    /// A query item that is tested.
    package struct Item: Hashable, Sendable {
        package let name: String
        package let value: ApplePattern
    }

    package var url: ApplePattern?
    package var query: Query?
    package var fragment: ApplePattern?
    package var isExclude = false
    package var isCaseSensitive = true
    package var isPercentEncoded = true
    /// True if the component is an element of the older `paths`, which test the path only.
    package var isLegacy = false
    /// The path to the component in the file.
    package let place: [JSONStep]

    package init(at place: [JSONStep]) { self.place = place }

    /// All patterns of the component.
    package var patterns: [ApplePattern] {
        var patterns = [url, fragment].compactMap(\.self)
        switch query {
        case .whole(let pattern): patterns.append(pattern)
        case .items(let items, _): patterns += items.map(\.value)
        case nil: break
        }
        return patterns
    }

    /// True if the component tests anything but the path.
    package var testsMore: Bool {
        let hasFragment = fragment.map { !$0.isAnything } ?? false
        switch query {
        case nil: return hasFragment
        case .whole(let pattern): return hasFragment || !pattern.isAnything
        case .items(let items, let isValid):
            return hasFragment || isValid && !items.allSatisfy(\.value.isAnything)
        }
    }
}

/// How the uncertain rules of Apple's matcher are read; all as stated, by default.
package struct AppleReading: Hashable, Sendable {
    /// The rules that are read the other way.
    package var reversed: Set<PlatformRule> = []

    package init(reversed: Set<PlatformRule> = []) { self.reversed = reversed }

    /// The uncertain rules that can be read the other way.
    package static let rules: [PlatformRule] = [.a13, .a15, .a16]

    func follows(_ rule: PlatformRule) -> Bool { !reversed.contains(rule) }
}
