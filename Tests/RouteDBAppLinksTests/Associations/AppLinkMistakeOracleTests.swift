import RouteDB
import RouteDBAppLinks
import RouteDBTestSupport
import Testing

/// Lists of random length with mistakes at random places: each is found where it was made, and the good
/// parts beside it are silent.
@Suite("Random mistakes in files of links")
struct AppLinkMistakeOracleTests {
    private typealias Part = AppLinkMistakeTests.Part

    /// A part at a place of a list, and whether it has its mistake.
    private struct Made {
        let part: Part
        let isBad: Bool

        var text: String { isBad ? part.bad : part.good }
    }

    private static func check(
        _ parts: [Part], seed: UInt64, place: (Int) -> String, _ file: ([String]) -> String
    ) {
        var generator = SeededGenerator(seed: seed)
        let codes = Set(parts.map(\.code))
        for _ in 0..<FuzzBudget.tries(400, byDefault: 60) {
            let made = (0..<1 + generator.below(6)).map { _ in
                Made(part: generator.pick(parts), isBad: generator.oneIn(3))
            }
            let text = file(made.map(\.text))
            let findings = AppLinkFile(Array(text.utf8)).findings.filter { codes.contains($0.code) }
            for (index, one) in made.enumerated() {
                let own = findings.filter { $0.item.hasPrefix(place(index)) }
                let isFound = own.contains {
                    $0.code == one.part.code && $0.item == place(index) + one.part.key
                }
                guard isFound == one.isBad, one.isBad || own.isEmpty else {
                    Issue.record("\(one.part.name): \(own.map(\.code)) in \(text)")
                    return
                }
            }
        }
    }

    @Test("in components of Apple")
    func apple() {
        Self.check(
            AppLinkMistakeTests.appleParts, seed: 61,
            place: { "applinks.details[0].components[\($0)]" },
            { AppLinkMistakeTests.association($0.joined(separator: ", ")) })
    }

    @Test("in components of Android")
    func android() {
        Self.check(
            AppLinkMistakeTests.androidParts, seed: 62,
            place: { "\(AppLinkMistakeTests.list)[\($0)]" },
            { AppLinkMistakeTests.assetLinks($0.joined(separator: ", ")) })
    }

    @Test("in the filters of a manifest")
    func manifest() {
        Self.check(
            AppLinkMistakeTests.manifestParts, seed: 63,
            place: { "application.activity[0].intent-filter[\($0)]" },
            AppLinkMistakeTests.manifest)
    }
}
