import RouteDB
import RouteDBAppLinks
import RouteDBTestSupport
import Testing

/// Files and links made up at random: what is read of each file and decided about each link is compared
/// with a matcher for each platform that is written down from the rules.
///
/// `make fuzz` tries some millions of links.
@Suite("Files for devices beside naive matchers")
struct AppLinkOracleTests {
    /// How many links are tried with a file.
    private static let links = 25

    @Test("Apple's file says what the rules say, by any reading of the uncertain ones")
    func apple() throws {
        var generator = SeededGenerator(seed: 101)
        for _ in 0..<FuzzBudget.tries(800, byDefault: 60) {
            let naive = NaiveAssociation(&generator)
            let file = AppLinkFile(Array(naive.text.utf8))
            guard case .apple(let association) = file.rules else {
                Issue.record("\(naive.text)")
                return
            }
            for _ in 0..<Self.links {
                let link = NaiveAssociation.link(&generator)
                let reversed: Set<PlatformRule> =
                    generator.oneIn(2) ? [] : [generator.pick(AppleReading.rules)]
                for app in association.apps {
                    let wanted = naive.outcome(link, app: app, reversed: reversed)
                    let found = association.answer(
                        LinkURL(link.text), app: app, AppleReading(reversed: reversed)
                    ).outcome
                    guard found != wanted else { continue }
                    Issue.record("\(naive.text) \(link.text) \(reversed): \(found), not \(wanted)")
                    return
                }
            }
        }
    }

    @Test("Android's files say what the rules say, alone and together, on each level of the API")
    func android() throws {
        var generator = SeededGenerator(seed: 102)
        for _ in 0..<FuzzBudget.tries(800, byDefault: 60) {
            let naive = NaiveAssetLinks(&generator)
            let file = AssetLinksTests.file(naive.text)
            let limits = NaiveManifest(&generator)
            let manifest = AppLinkFile(Array(limits.text.utf8))
            guard case .android(let links) = file.rules, manifest.isManifest else {
                Issue.record("\(naive.text) \(limits.text)")
                return
            }
            for _ in 0..<Self.links {
                let link = NaiveAssociation.link(&generator)
                let level = generator.pick([30, 31, 34, 35, 36])
                let reversed: Set<PlatformRule> =
                    generator.oneIn(2) ? [] : [generator.pick([.d8, .m6])]
                let wanted = naive.outcome(link, apiLevel: level, reversed: reversed)
                let found = links.answer(
                    AndroidSubject(LinkURL(link.text)), package: "com.example.app",
                    apiLevel: level, AssetLinks.Reading(reversed: reversed)
                ).outcome
                let opens = limits.opens(link, host: "example.com", apiLevel: level)
                let doubted = limits.opens(
                    link, host: "example.com", apiLevel: level, reversed: [.m6])
                let explained = try manifest.explain(link.text, apiLevel: level).apps[0]
                let answer = explained.outcome
                let both = try file.explain(link.text, apiLevel: level, manifest: manifest)
                let wantedOfBoth =
                    opens
                    && [.opens, .manifest].contains(
                        naive.outcome(link, apiLevel: level, reversed: []))
                guard
                    found == wanted, (answer == .opens) == opens,
                    explained.uncertain == (opens == doubted ? [] : [.m6]),
                    (both.apps[0].outcome == .opens) == wantedOfBoth
                else {
                    Issue.record(
                        """
                        \(naive.text) \(limits.text) \(link.text) \(level) \(reversed): \
                        \(found), not \(wanted); \(answer), opens \(opens); \(both.apps[0].outcome)
                        """)
                    return
                }
            }
        }
    }
}
