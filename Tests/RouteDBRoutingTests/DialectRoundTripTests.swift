import RouteDBRouting
import RouteDBTestSupport
import Testing

/// Seeded: the seed decides every text, and a failure shows it.
@Suite struct DialectRoundTripTests {
    static let syntaxes = ["native", "jlroutes", "urlnavigator", "ikrouter", "aroute", "aroute :"]

    @Test("the canonical text of every dialect's pattern parses back", arguments: syntaxes)
    func printing(name: String) throws {
        let syntax = try #require(PatternSyntax(name))
        var generator = PatternGenerator(seed: 21, configuration: .nasty)
        for _ in 0..<2_000 {
            let text = generator.text(in: syntax)
            let error = Refusal.error(
                of: text, in: name, converters: PatternGenerator.converters)
            #expect(error == nil, "\(text)")
            check(text, in: syntax)
        }
    }

    @Test("damage never crashes, and errors are in the text", arguments: syntaxes)
    func mutations(name: String) throws {
        let syntax = try #require(PatternSyntax(name))
        var generator = PatternGenerator(seed: 22, configuration: .nasty)
        var accepted = 0
        for _ in 0..<3_000 * FuzzBudget.rounds {
            let text = generator.mutation(of: generator.text(in: syntax))
            if check(text, in: syntax) { accepted += 1 }
        }
        // A canary: the damage is neither too great nor too small.
        let rounds = 3_000 * FuzzBudget.rounds
        #expect((rounds / 10...rounds * 97 / 100).contains(accepted))
    }

    @Test("random bytes never crash, and errors are in the text", arguments: syntaxes)
    func noise(name: String) throws {
        let syntax = try #require(PatternSyntax(name))
        var random = SeededGenerator(seed: 23)
        let marks = Array("{}<>()*:/?&=!#%\\|[]@.,-1a:int://number".utf8)
        for _ in 0..<5_000 * FuzzBudget.rounds {
            let isMarks = !random.oneIn(4)
            let bytes = (0..<random.below(40)).map { _ in
                isMarks ? random.pick(marks) : UInt8(random.below(256))
            }
            check(String(decoding: bytes, as: UTF8.self), in: syntax)
        }
    }

    @Test(
        "a parameter of JLRoutes whose name ends in '#' is written as it is read",
        arguments: ["/:#", "/:a#", "/:a##", "/:##/x", "/a/:#######/####"])
    func numberSigns(text: String) throws {
        let syntax = try #require(PatternSyntax("jlroutes"))
        #expect(check(text, in: syntax))
    }

    @Test("a text may be printed longer than it may be parsed")
    func length() throws {
        let syntax = try #require(PatternSyntax("jlroutes"))
        let text = "/" + String(repeating: "%", count: PatternLimits.bytes - 1)
        let pattern = try syntax.parse(text)
        #expect(pattern.description.utf8.count > PatternLimits.bytes)
        #expect(try RoutePattern(canonical: pattern.description) == pattern)
    }

    @Test(
        "public parsing follows the rules of native syntax",
        arguments: ["/a//b", "/{a}/{a}", "/{a:@region}", "/.//a"])
    func strict(text: String) throws {
        #expect(Refusal.error(of: text) != nil)
        #expect(try RoutePattern(canonical: text).description == text)
    }

    /// Whether a text is accepted; either way, what comes of it must be sound.
    @discardableResult
    private func check(_ text: String, in syntax: PatternSyntax) -> Bool {
        let converters = PatternGenerator.converters
        guard let error = Refusal.error(of: text, in: "\(syntax)", converters: converters) else {
            let pattern = try? syntax.parse(text, converters: converters)
            let again = pattern.flatMap { try? RoutePattern(canonical: $0.description) }
            #expect(pattern != nil && again == pattern, "\(text)")
            // Strings may be equal with other bytes.
            let bytes = pattern.map { Array($0.description.utf8) }
            #expect(again.map { Array($0.description.utf8) } == bytes, "\(text)")
            let written = pattern.flatMap(syntax.text)
            #expect(written != nil, "\(text)")
            return true
        }
        let bytes = Array(text.utf8)
        guard error.range.lowerBound >= 0, error.range.upperBound <= bytes.count else {
            Issue.record("the range passes the end: \(text)")
            return false
        }
        #expect(String(validating: bytes[error.range], as: UTF8.self) != nil, "\(text)")
        #expect(!error.hint.isEmpty && !error.message.isEmpty, "\(text)")
        return false
    }
}
