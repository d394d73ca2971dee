import RouteDB
import RouteDBRouting
import RouteDBYAML
import Testing

@Suite("Hostile YAML")
struct HostileYAMLTests {
    private func problem(_ bytes: [UInt8]) throws -> InputProblem {
        try #require(throws: InputProblem.self) { try JSONText(yaml: bytes) }
    }

    @Test(
        "what is not YAML, or more than JSON says, is refused with its place",
        arguments: [
            ("", "1:1", "empty"), ("# nothing\n", "2:1", "empty"),
            ("a: b: c", "1:5", "not allowed"), ("a: [", "1:5", "not YAML"),
            ("a:\n\tb: c", "2:1", "spaces"), ("a: 'b", "1:6", "end of stream"),
            ("é: 1\nb: 2\né: 3", "3:1", "twice"), ("{a: 1, \"a\": 2}", "1:8", "twice"),
            ("a: 1\n--- \nb: 2", "2:1", "second document"), ("- a\n- *b", "2:3", "anchor '&b'"),
            ("&a [*a]", "1:5", "anchor '&a'"), ("- !money 5", "1:3", "'!money'"),
            ("!!set {a}", "1:1", "tag:yaml.org,2002:set"), ("!!int x", "1:1", "tag"),
            ("!!binary aGk=", "1:1", "binary"), ("? [a]\n: b", "1:3", "key"),
            ("<<: 1", "1:5", "merged"), ("<<: [{a: 1}, b]", "1:5", "merged"),
            ("a: \"\\ud800\"", "1:", "not YAML"), ("%YAML 3.0\n--- a", "1:1", "not YAML"),
        ])
    func refused(text: String, place: String, message: String) throws {
        let problem = try problem(Array(text.utf8))
        let found = problem.place?.description ?? ""
        #expect(place.hasSuffix(":") ? found.hasPrefix(place) : found == place, "\(problem)")
        #expect("\(problem)".contains(message), "\(problem)")
    }

    private static let broken: [(text: String, rest: [UInt8], place: String)] = [
        ("a: b\nc: ", [0xFF, 0x0A], "2:4"), ("a: ", [0xC3], "1:4"), ("a: b", [0, 0x63], "1:5"),
        ("a: ", [7], "1:4"), ("a: ", [0xED, 0xA0, 0x80], "1:4"),
    ]

    @Test("bytes that are not UTF-8, zeros and control characters are refused where they are")
    func bytes() throws {
        for (text, rest, place) in Self.broken {
            let problem = try problem(Array(text.utf8) + rest)
            #expect(problem.place?.description == place, "\(problem)")
        }
    }

    @Test("collections nest as deep as in JSON, also through aliases")
    func depth() throws {
        func nested(_ depth: Int, _ inner: String = "") -> String {
            String(repeating: "[", count: depth) + inner + String(repeating: "]", count: depth)
        }
        let depth = JSONParser.maximumDepth
        #expect(throws: Never.self) { try JSONText(yaml: Array(nested(depth).utf8)) }
        let deep = try problem(Array(nested(depth + 1).utf8))
        #expect(deep.place?.description == "1:\(depth + 1)", "\(deep)")
        _ = try problem(Array(nested(1_000_000).utf8))
        _ = try problem(Array(String(repeating: "- ", count: 1_000_000).utf8))
        _ = try problem(Array(String(repeating: "? ", count: 1_000_000).utf8))
        let half = "a: &a \(nested(32))\nb: "
        #expect(throws: Never.self) { try JSONText(yaml: Array((half + nested(31, "*a")).utf8)) }
        let problem = try problem(Array((half + nested(32, "*a")).utf8))
        #expect("\(problem)".contains("64 levels"), "\(problem)")
    }

    @Test("aliases repeat a million values, and no more")
    func bomb() throws {
        // Each line has ten times the values of the line before: 10^9 of the first.
        var bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
        for level in 1..<9 {
            let aliases = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
            bomb += "a\(level): &a\(level) [\(aliases)]\n"
        }
        let refused = try problem(Array(bomb.utf8))
        #expect("\(refused)".contains("1000000 values"), "\(refused)")
        #expect(refused.place?.line == 6)
        // The same in keys, which other readers take apart to compare them.
        let key = try problem(Array((bomb + "? *a8\n: x").utf8))
        #expect(key.place?.line == 6)
        // 1,000 values, 1,000 times.
        let list = "[" + Array(repeating: "x", count: 999).joined(separator: ",") + "]"
        func times(_ count: Int) -> [UInt8] {
            Array("- &a \(list)\n".utf8) + Array(String(repeating: "- *a\n", count: count).utf8)
        }
        #expect(throws: Never.self) { try JSONText(yaml: times(1_000)) }
        #expect(try problem(times(1_001)).place?.line == 1_002)
    }

    @Test("merged mappings count as what they repeat")
    func mergeBomb() throws {
        let members = (0..<999).map { "k\($0): 1" }.joined(separator: ", ")
        let merges = String(repeating: "- {<<: *a}\n", count: 1_001)
        _ = try problem(Array("- &a {\(members)}\n\(merges)".utf8))
    }

    @Test("texts and mappings may be as large as a file")
    func size() throws {
        let text = String(repeating: "long ", count: 1_000_000)
        let folded = try JSONText(yaml: Array("a: '\(text)'\nb: |\n  \(text)".utf8))
        guard case .object(let object) = folded.value else { return }
        #expect(object["a"] == .string(text))
        // As quick as others: each key is compared with those before it by its hash.
        let keys = (0..<100_000).map { "k\($0): \($0)" }.joined(separator: "\n")
        guard case .object(let many) = try JSONText(yaml: Array(keys.utf8)).value else { return }
        #expect(many.members.count == 100_000)
        let again = try problem(Array((keys + "\nk7: 7").utf8))
        #expect(again.place?.description == "100001:1")
    }
}
