#if Server
import HTTPTypes
import RouteDBServer
import RouteDBTestSupport
import Testing

/// A value of `If-Match` read by the grammar of RFC 9110 as a regular expression.
private enum ReferenceList {
    /// A tag.
    ///
    /// `entity-tag = [ "W/" ] DQUOTE *( %x21 / %x23-7E / obs-text ) DQUOTE`
    private static let tag = #"(W/)?"([!#-~\x{80}-\x{10FFFF}]*)""#
    /// A list: `#element` with the empty elements that a recipient must take (section 5.6.1.2).
    private static let list =
        #"[\t ]*(?:,[\t ]*)*(?:TAG(?:[\t ]*,(?:[\t ]*,)*[\t ]*TAG)*[\t ]*(?:,[\t ]*)*)?"#

    private static func regex(_ text: String) throws -> Regex<AnyRegexOutput> {
        try Regex(text.replacing("TAG", with: tag)).matchingSemantics(.unicodeScalar)
    }

    static func condition(_ text: String) throws -> EntityTagCondition? {
        if try text.wholeMatch(of: regex(#"[\t ]*\*[\t ]*"#)) != nil { return .any }
        guard try text.wholeMatch(of: regex(list)) != nil else { return nil }
        return .oneOf(
            try text.matches(of: regex("TAG")).map { match in
                EntityTag(
                    String(match.output[2].substring ?? ""),
                    isWeak: match.output[1].substring != nil)
            })
    }
}

@Suite("Entity tags")
struct EntityTagTests {
    @Test(
        "lists, weak tags and empty elements are read as RFC 9110 says",
        arguments: [
            (#""rev-7""#, [EntityTag("rev-7")]),
            (#"W/"rev-7""#, [EntityTag("rev-7", isWeak: true)]),
            (#""a", W/"b" ,"c""#, [EntityTag("a"), EntityTag("b", isWeak: true), EntityTag("c")]),
            (#", "a",, "b",""#, nil), (#", "a",, "b","#, [EntityTag("a"), EntityTag("b")]),
            (#""a,b""#, [EntityTag("a,b")]), (#""""#, [EntityTag("")]), ("", []), (" , ", []),
            (#"w/"a""#, nil), ("rev-7", nil), (#""a" "b""#, nil), (#""a"#, nil), (#"*, "a""#, nil),
            (#""a b""#, nil), (#"W/ "a""#, nil), (#"W/"#, nil), ("**", nil),
        ] as [(String, [EntityTag]?)])
    func lists(text: String, tags: [EntityTag]?) {
        #expect(EntityTagCondition(text) == tags.map { .oneOf($0) }, "\(text)")
    }

    @Test("a star stands for any state")
    func star() {
        #expect(EntityTagCondition("*") == .any)
        #expect(EntityTagCondition(" *\t") == .any)
    }

    @Test("random lists, whole and damaged, are read as by the grammar's regular expression")
    func randomLists() throws {
        var generator = SeededGenerator(seed: 9_110)
        var (valid, invalid) = (0, 0)
        for _ in 0..<FuzzBudget.tries(20_000, byDefault: 2_000) {
            var text = Self.list(&generator)
            if generator.oneIn(3) { text = Self.damaged(text, &generator) }
            let expected = try ReferenceList.condition(text)
            #expect(EntityTagCondition(text) == expected, "\(text.debugDescription)")
            if expected == nil { invalid += 1 } else { valid += 1 }
        }
        #expect(valid > 100 && invalid > 100)
    }

    private static func damaged(_ text: String, _ generator: inout SeededGenerator) -> String {
        let bytes = generator.damaged(Array(text.utf8), marks: Array("\",*W/ \t".utf8))
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func list(_ generator: inout SeededGenerator) -> String {
        if generator.oneIn(12) { return generator.pick(["*", " * ", "*,", "* *"]) }
        let spaces = ["", "", " ", "\t", "  "]
        var text = generator.pick(spaces)
        for index in 0..<generator.below(5) {
            if index > 0 || generator.oneIn(5) {
                text += String(repeating: ",", count: generator.oneIn(5) ? 2 : 1)
                text += generator.pick(spaces)
            }
            if generator.oneIn(3) { text += "W/" }
            text +=
                "\"\(generator.pick(["", "a", "rev-1", "rev-12-gzip", "é", "a,b", "*", "W/"]))\""
            text += generator.pick(spaces)
        }
        return text
    }

    @Test("only strong tags match strongly; weak ones match weakly, compressed or not")
    func comparison() {
        let (strong, weak) = (EntityTag("rev-7"), EntityTag("rev-7", isWeak: true))
        // The table of RFC 9110, section 8.8.3.2.
        for (left, right, isStrong, isWeak) in [
            (EntityTag("1", isWeak: true), EntityTag("1", isWeak: true), false, true),
            (EntityTag("1", isWeak: true), EntityTag("2", isWeak: true), false, false),
            (EntityTag("1", isWeak: true), EntityTag("1"), false, true),
            (EntityTag("1"), EntityTag("1"), true, true),
            (strong, strong.compressed, true, true), (weak, strong.compressed, false, true),
            (strong, EntityTag("rev-8").compressed, false, false),
        ] {
            #expect(left.matchesStrongly(right) == isStrong, "\(left) \(right)")
            #expect(right.matchesStrongly(left) == isStrong, "\(left) \(right)")
            #expect(left.matchesWeakly(right) == isWeak, "\(left) \(right)")
            #expect(right.matchesWeakly(left) == isWeak, "\(left) \(right)")
        }
        #expect(strong.compressed.description == "\"rev-7-gzip\"")
        #expect(strong.compressed.revision == 7 && weak.revision == 7)
        #expect(EntityTag("feed-7-ab").revision == nil)
    }

    @Test("fields that come twice are one list, and what is not a list is named with its field")
    func fields() throws {
        var fields = HTTPFields()
        fields.append(HTTPField(name: .ifMatch, value: "\"a\""))
        fields.append(HTTPField(name: .ifMatch, value: "W/\"b\""))
        #expect(
            try Preconditions(fields)
                == Preconditions(match: .oneOf([EntityTag("a"), EntityTag("b", isWeak: true)])))
        let problem = #expect(throws: Problem.self) { try Preconditions([.ifNoneMatch: "rev-7"]) }
        #expect(problem?.status == .badRequest)
        #expect(problem?.message.contains("'If-None-Match'") == true)
    }
}
#endif
