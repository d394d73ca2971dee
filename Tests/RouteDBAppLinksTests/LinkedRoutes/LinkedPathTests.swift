import RouteDB
import RouteDBAppLinks
import RouteDBRouting
import RouteDBTestSupport
import Testing

@Suite("The links that routes answer")
struct LinkedPathTests {
    /// The paths of routes as sets of links.
    private struct Languages {
        let links: LinkedRoutes
        let domain: LinkDomain
        /// A program for each path; `nil` if links do not tell.
        let programs: [ByteProgram?]

        init(_ links: LinkedRoutes) {
            self.links = links
            domain = links.domain(names: ["p", "q"])
            let domain = domain
            programs = links.paths.map { $0.expression(in: domain).map(ByteProgram.init) }
        }

        /// Whether a path answers a link; `nil` if that is not known.
        func answers(_ text: [UInt8]) -> Bool? {
            var isKnown = true
            for (path, program) in zip(links.paths, programs) {
                guard let program else {
                    isKnown = false
                    continue
                }
                guard program.accepts(text) else { continue }
                if path.notes.isEmpty { return true }
                isKnown = false
            }
            return isKnown ? false : nil
        }
    }

    @Test("a path has the links for which the matcher finds its route, by any policies")
    func oracle() throws {
        var random = SeededGenerator(seed: 71)
        for _ in 0..<FuzzBudget.tries(4_000, byDefault: 400) {
            let scene = PolicyScene(&random)
            let links = try LinkedRoutes(
                scene.snapshot, namespace: scene.namespace, host: PolicyScene.host)
            let languages = Languages(links)
            let all = ByteProgram(languages.domain.expression)
            for _ in 0..<60 {
                let link = PolicyScene.link(&random)
                let text = try #require(LinkDomain.text(of: link))
                let isBare = !link.contains("?")
                guard all.accepts(text), isBare || !links.readsQueryAsPath,
                    let found = languages.answers(text)
                else { continue }
                let isAnswered =
                    switch links.answer(to: link) {
                    case .none: false
                    case .route, .unknown: true
                    }
                guard found != isAnswered else { continue }
                let note: Comment =
                    "\(link): matched \(isAnswered), modelled \(found) \(scene.description)"
                Issue.record(note)
                return
            }
        }
    }

    @Test("numbers and dates are compared with their ranges")
    func types() throws {
        func accepts(_ type: String, _ text: String) throws -> Bool {
            let snapshot = RegistrySnapshot.of(["/{x:\(type)}"])
            let links = try LinkedRoutes(snapshot, namespace: "default", host: "h.com")
            let path = try #require(links.paths.first)
            #expect(path.notes == [])
            let expression = try #require(path.expression(in: LinkDomain(.all)))
            return ByteProgram(expression).accepts(Array("/\(text)".utf8))
        }
        let ranges: [(String, Int64, Int64)] = [
            ("int(1..)", 1, .max), ("int(..-7)", .min, -7), ("int(-12..105)", -12, 105),
            ("int(98..1003)", 98, 1003), ("int", .min, .max), ("int(0..0)", 0, 0),
        ]
        for (type, low, high) in ranges {
            var numbers: Set<Int64> = [0, 1, -1, 9, 10, 11, 99, 100, 999, 1000, .min, .max]
            for bound in [low, high] {
                let near: [Int64] = [bound, bound &- 1, bound &+ 1, bound / 10, bound &* 10]
                numbers.formUnion(near)
            }
            for number in numbers {
                let isIn = number >= low && number <= high
                #expect(try accepts(type, "\(number)") == isIn, "\(type) \(number)")
                let zeros = number < 0 ? "-00\(number.magnitude)" : "+00\(number)"
                #expect(try accepts(type, zeros) == isIn, "\(type) \(zeros)")
            }
        }
        #expect(try !accepts("int", "9223372036854775808"))
        #expect(try !accepts("int", "-9223372036854775809"))
        for (text, isDate) in [
            ("2024-02-29", true), ("2023-02-29", false), ("1900-02-29", false),
            ("2000-02-29", true), ("0000-02-29", true), ("2024-04-31", false),
            ("2024-12-31", true), ("2024-13-01", false), ("2024-00-01", false),
            ("2024-01-00", false),
        ] {
            #expect(try accepts("date", text) == isDate, "\(text)")
        }
    }
}
