import RouteDB
import RouteDBAppLinks

/// The uncertain rules that an answer depends on, as they are written: with the sources that leave them
/// open, or disagree.
struct UncertainRules {
    let rules: [PlatformRule]

    /// Each rule once, in the order of the platforms' rules.
    init(_ rules: some Sequence<PlatformRule>) {
        let all = Set(rules)
        self.rules = PlatformRule.allCases.filter(all.contains)
    }

    /// The rules for people.
    var lines: [String] {
        rules.flatMap { rule in
            ["    uncertain, by rule \(rule.rawValue): \(rule.text)"]
                + rule.sources.map { "        source: \($0.text)" }
        }
    }

    /// The names of the rules.
    var names: JSONValue { .array(rules.map { .string($0.rawValue) }) }

    /// The rules with their sources.
    var objects: JSONValue {
        .array(
            rules.map { rule in
                [
                    "rule": .string(rule.rawValue), "text": .string(rule.text),
                    "sources": .array(
                        rule.sources.map {
                            ["url": .string($0.url), "section": .string($0.section)]
                        }),
                ]
            })
    }
}
