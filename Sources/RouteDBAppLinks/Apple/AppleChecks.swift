import RouteDB
import RouteDBInsight
import RouteDBRouting

/// Finds mistakes in the rules of an association file that its syntax does not show.
enum AppleChecks {
    static func check(_ association: AppleAssociation, into sink: FindingSink) {
        checkApps(association, sink)
        for entry in association.entries {
            checkOrder(entry, sink)
            for component in entry.components {
                ApplePatternChecks(component, association.variables, sink).check()
            }
        }
    }

    private static func checkApps(
        _ association: AppleAssociation, _ sink: FindingSink
    ) {
        var seen: Set<String> = []
        for entry in association.entries {
            var own: Set<String> = []
            for app in entry.apps {
                if own.insert(app).inserted, !seen.insert(app).inserted {
                    sink.add(
                        .duplicateApp, at: entry.path, "'\(app)' has an earlier entry too.")
                }
            }
        }
    }

    // MARK: Order

    private static func checkOrder(
        _ entry: AppleAssociation.Entry, _ sink: FindingSink
    ) {
        let components = entry.components
        if !components.isEmpty, components.allSatisfy(\.isExclude) {
            sink.add(
                .excludeOnly, at: entry.path,
                "Every component of the entry excludes, so no URL opens the app.")
        }
        var earlier = EarlierComponents()
        for (index, component) in components.enumerated() {
            if let cover = earlier.cover(of: component, among: components) {
                let other = components[cover].place.text
                if component.isExclude, !components[cover].isExclude {
                    sink.add(
                        .includeBeforeExclude, at: component.place,
                        "It excludes nothing: \(other) opens the app for all its URLs before.")
                } else {
                    sink.add(
                        .shadowed, at: component.place,
                        "It is never reached: \(other) takes all its URLs.",
                        severity: component.isExclude == components[cover].isExclude
                            ? .note : .warning)
                }
            }
            earlier.add(component, index)
        }
    }

    /// The components before one, by how they may cover it.
    private struct EarlierComponents {
        private var literals: [String: Int] = [:]
        /// The components with wildcards, which may cover others than themselves.
        private var wide = PrefixIndex<UInt8>()
        /// How many pieces of patterns are still compared; a file of hostile patterns ends it.
        private var budget = 4_000_000

        mutating func add(_ component: AppleComponent, _ index: Int) {
            guard !component.testsMore else { return }
            let pattern = component.url ?? AppleComponent.anyPath
            if literals[pattern.text] == nil { literals[pattern.text] = index }
            if pattern.literal == nil { wide.add(pattern.head, at: index) }
        }

        mutating func cover(of component: AppleComponent, among all: [AppleComponent]) -> Int? {
            let pattern = component.url ?? AppleComponent.anyPath
            if let same = literals[pattern.text], all[same].comparesLike(component) { return same }
            guard budget > 0 else { return nil }
            var left = budget
            defer { budget = left }
            return wide.first(for: pattern.head) { index in
                left -= 1
                let wider = all[index].url ?? AppleComponent.anyPath
                return left > 0 && all[index].comparesLike(component)
                    && wider.covers(pattern, budget: &left)
            }
        }
    }
}

extension AppleComponent {
    /// The path pattern of a component without one.
    fileprivate static let anyPath = ApplePattern("*")

    /// Returns whether two components compare URLs alike, so that their patterns tell which is wider.
    fileprivate func comparesLike(_ other: AppleComponent) -> Bool {
        isPercentEncoded == other.isPercentEncoded
            && (isCaseSensitive == other.isCaseSensitive || !isCaseSensitive)
    }
}
