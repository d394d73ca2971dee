import RouteDBRouting

/// The components of an app for Apple's platforms, by one reading of the uncertain rules, which looks only
/// at those whose path may match a link.
struct AppleComponentList {
    let components: [AppleComponent]
    private let variables: AppleVariables
    private let reading: AppleReading
    /// The components by the literal text that their paths begin with, for each way to compare a path.
    private var places: [Comparing: PrefixIndex<UInt8>] = [:]
    /// The place of the first with a variable whose values no source lists (A14).
    let firstUncertain: Int

    /// How a component compares a path.
    private struct Comparing: Hashable {
        let isPercentEncoded: Bool
        let isCaseSensitive: Bool

        init(_ component: AppleComponent) {
            isPercentEncoded = component.isPercentEncoded
            isCaseSensitive = component.isCaseSensitive
        }
    }

    init(_ components: [AppleComponent], _ variables: AppleVariables, _ reading: AppleReading) {
        (self.components, self.variables, self.reading) = (components, variables, reading)
        firstUncertain =
            components.firstIndex { $0.patterns.contains(where: \.hasUncertainVariable) } ?? .max
        for (place, component) in components.enumerated() {
            let key = Comparing(component)
            let stem = Self.folded(component.url?.stem ?? [], key)
            places[key, default: PrefixIndex()].add(stem, at: place)
        }
    }

    private static func folded(_ text: [UInt8], _ comparing: Comparing) -> [UInt8] {
        comparing.isCaseSensitive ? text : text.map(\.asciiLowercased)
    }

    /// The first component that matches a link.
    func firstMatch(_ link: LinkURL, tests: inout Int) -> Int? {
        let subject = AppleSubject(link, reading)
        var first: Int?
        for (key, index) in places {
            var example = AppleComponent(at: [])
            example.isPercentEncoded = key.isPercentEncoded
            let path = Self.folded(subject.path(example), key)
            let found = index.first(for: path) { place in
                if let first, place > first { return false }
                tests += 1
                return components[place].refusal(subject, variables) == nil
            }
            if let found { first = min(first ?? found, found) }
        }
        return first
    }
}
