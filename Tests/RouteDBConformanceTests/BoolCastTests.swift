import RouteDB
import RouteDBTestSupport
import Testing

/// ARoute's `bool` beside the rule that Apple documents for `NSString.boolValue`.
@Suite("ARoute's bool")
struct BoolCastTests {
    private let table: RoutingTable
    private let route: Route

    init() throws {
        let namespace = RouteNamespace(
            id: NamespaceID(rawValue: 1), name: RouteNamespace.defaultName, profile: .aroute)
        let text = "f/{on|BOOL}"
        route = Route(
            id: RouteID(rawValue: 1), namespace: namespace.id,
            pattern: try PatternSyntax(namespace).parse(text), dialectText: text, target: "t")
        table = RoutingTable(
            RegistrySnapshot(revision: 1, namespaces: [namespace], routes: [route]))
    }

    @Test("every text has the truth value of the rule, except the words themselves")
    func values() throws {
        var random = SeededGenerator(seed: 1)
        let pieces = [
            " ", "\u{A0}", "+", "-", "0", "00", "1", "9", "y", "Y", "t", "T", "n", "x", "true",
            "FALSE", "f", "%20", "é",
        ]
        for _ in 0..<500 * FuzzBudget.rounds {
            let text = (0..<random.below(5)).map { _ in random.pick(pieces) }.joined()
            let resolution = table.resolve("f/\(text)")
            let word = text.lowercased()
            let expected =
                word == "true" || word == "false"
                ? word == "true"
                : text.wholeMatch(of: /[ \u{A0}\t]*[+\-]?0*[YyTt1-9].*/) != nil
            #expect(resolution.parameters["on"] == .bool(expected), "\(text.debugDescription)")
            #expect(resolution.rawParameters["on"] == text)
        }
    }

    @Test("a URL can be built with any word for a truth value")
    func building() throws {
        for (value, text) in [(JSONValue.bool(true), "true"), ("no", "false"), ("Yes", "true")] {
            let url = try table.url(for: route, values: ["on": value])
            #expect(url == "f/\(text)")
        }
    }
}
