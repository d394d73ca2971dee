import RouteDBAppLinks
import RouteDBTestSupport

/// An `assetlinks.json` as a test made it up, with a matcher that is written down from the rules.
struct NaiveAssetLinks {
    struct Component {
        var path: String?
        var query: [(name: String, value: String)] = []
        var fragment: String?
        var exclude = false
        /// Whether a value in it cannot be read (D8).
        var isBroken = false
    }

    var components: [Component]

    /// What the file does with a link on a device, with some rules read the other way.
    func outcome(
        _ link: NaiveAssociation.Link, apiLevel: Int, reversed: Set<PlatformRule>
    ) -> AppLinkExplanation.Outcome {
        let isDiscarded = components.contains(where: \.isBroken) && !reversed.contains(.d8)
        if apiLevel < 35 || isDiscarded || components.isEmpty { return .manifest }
        for component in components where Self.matches(component, link, reversed) {
            return component.exclude ? .excluded : .opens
        }
        return .unmatched
    }

    private static func matches(
        _ component: Component, _ link: NaiveAssociation.Link, _ reversed: Set<PlatformRule>
    ) -> Bool {
        let isEmpty =
            component.path == nil && component.query.isEmpty && component.fragment == nil
        if isEmpty { return false }
        if let path = component.path {
            let written = link.path.isEmpty ? "/" : link.path
            guard matches(path, NaivePattern.decoded(written), reversed) else { return false }
        }
        if let fragment = component.fragment {
            guard let own = link.fragment,
                matches(fragment, NaivePattern.decoded(own), reversed)
            else { return false }
        }
        guard !component.query.isEmpty else { return true }
        let items = NaivePattern.items(link.query)
        func isFound(_ wanted: (name: String, value: String)) -> Bool {
            items.contains { matches("\(wanted.name)=\(wanted.value)", $0, reversed) }
        }
        return component.query.allSatisfy(isFound)
    }

    private static func matches(
        _ expression: String, _ text: [UInt16], _ reversed: Set<PlatformRule>
    ) -> Bool {
        NaivePattern.matches(
            expression: expression, text, escapedDotIsAny: !reversed.contains(.m6))
    }

    /// The components as text.
    var text: String { components.map(Self.text).joined(separator: ", ") }

    private static func text(_ component: Component) -> String {
        var members: [String] = []
        if let path = component.path { members.append("\"/\": \"\(path)\"") }
        if !component.query.isEmpty {
            let items = component.query.map { "\"\($0.name)\": \"\($0.value)\"" }
            members.append("\"?\": {\(items.joined(separator: ", "))}")
        }
        if component.isBroken, component.query.isEmpty { members.append("\"?\": \"p=1\"") }
        if let fragment = component.fragment { members.append("\"#\": \"\(fragment)\"") }
        if component.exclude { members.append("\"exclude\": true") }
        return "{\(members.joined(separator: ", "))}"
    }

    /// A random file; `?*`, which versions read in different ways (D3), is not in it.
    init(_ generator: inout SeededGenerator) {
        components = (0..<generator.below(5)).map { _ in Self.component(&generator) }
    }

    private static func component(_ generator: inout SeededGenerator) -> Component {
        var component = Component()
        if !generator.oneIn(6) { component.path = "/" + expression(&generator) }
        if generator.oneIn(4) {
            let names = generator.pick([["p"], ["p", "q"], ["p", "q", "r"], ["*", "p"]])
            component.query = names.map { (name: $0, value: expression(&generator)) }
        }
        if generator.oneIn(6) { component.fragment = "a" + expression(&generator) }
        component.exclude = generator.oneIn(3)
        component.isBroken = component.query.isEmpty && generator.oneIn(30)
        return component
    }

    private static func expression(_ generator: inout SeededGenerator) -> String {
        let parts = [
            "a", "b", "ab", "/", "/a", "*", "*", "?", ".", "a.b", "é", "1", "%20", " ", "[", "{",
            "+",
        ]
        let text = (0..<generator.below(5)).map { _ in generator.pick(parts) }.joined()
        return text.contains("?*") ? "a*" : text
    }
}
