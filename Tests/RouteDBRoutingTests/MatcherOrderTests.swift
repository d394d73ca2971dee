import RouteDBRouting
import RouteDBTestSupport
import Testing

/// The order of precedence, statement by statement of `Docs/grammar.md`.
///
/// Every table is registered in the wrong order too: the place in the file decides nothing else.
@Suite struct MatcherOrderTests {
    /// Patterns that all take the URL, in the order in which they must come.
    struct Line: CustomTestStringConvertible {
        let statement: String
        let url: String
        let patterns: [String]

        var testDescription: String { statement }
    }

    static let lines = [
        Line(
            statement: "O2: a scheme comes before none", url: "app://h/a",
            patterns: ["app:/**", "/a"]),
        Line(
            statement: "O2: the scheme counts more than the host", url: "app://h/a",
            patterns: ["app:/**", "//h/a"]),
        Line(
            statement: "O3: hosts by kind", url: "app://12.b/a",
            patterns: [
                "app://12.b/**", "app://{x}.b/**", "app://{x:enum(12.b)}/**", "app://{x}/**",
                "app://*/**", "app:/a",
            ]),
        Line(
            statement: "O3: the host counts more than the path", url: "app://h/a/b",
            patterns: ["//h/**", "//{h}/a/b", "/a/b"]),
        Line(
            statement: "O4: a port comes before none", url: "app://h:80/a",
            patterns: ["//h:80/**", "//h/a"]),
        Line(
            statement: "O5: segments by kind", url: "/12",
            patterns: [
                "/12", "/1{x}", "/{x:int}", "/{x}", "/*", "/{x:path}", "/**",
            ]),
        Line(
            statement: "O5: the first difference from the left decides", url: "/a/b/c",
            patterns: ["/a/{x}/{y}", "/{x}/b/c", "/{x}/b/{z}", "/*/b/c", "/{x:path}/c", "/**/b/c"]),
        Line(
            statement: "O6: the end comes before what could stand there", url: "/a",
            patterns: ["/a", "/a/**"]),
        Line(
            statement: "O6: the end comes before what could stand there, at the root", url: "/",
            patterns: ["/", "/**"]),
        Line(
            statement: "O6: more text beside parameters comes first", url: "/test_ab/xyz",
            patterns: ["/test_a{x}/{y}z", "/test_{x}/xy{y}", "/test_{x}/x{y}", "/t{x}/xy{y}"]),
        Line(
            statement: "O6: text of a segment counts more than conditions", url: "/abc?x=1",
            patterns: ["/ab{x}", "/a{x}?x=1"]),
        Line(
            statement: "O7: more conditions come first", url: "/a?x=1&y=2",
            patterns: ["/a?x=1&y=2", "/a?x", "/a"]),
        Line(
            statement: "O7: segments count more than conditions", url: "/a?x=1&y=2",
            patterns: ["/a", "/{p}?x=1&y=2"]),
    ]

    @Test("matches come in the order of specificity", arguments: lines)
    func specificity(line: Line) throws {
        #expect(try Matching(line.patterns).all(line.url) == line.patterns)
        #expect(try Matching(line.patterns.reversed()).all(line.url) == line.patterns)
    }

    @Test("O1: a higher priority comes before everything else")
    func priority() throws {
        let matching = try Matching([
            ("app://h/a", 0), ("/**", 1), ("/{x}", .max), ("/a", -1), ("//h/**", .min),
        ])
        #expect(matching.all("app://h/a") == ["/{x}", "/**", "app://h/a", "/a", "//h/**"])
    }

    @Test("O8: HEAD comes before other kinds, and these before none, whatever the registration")
    func kinds() throws {
        let table = try KindTable([
            ("/{a}", nil), ("/{b}", "POST"), ("/{c}", "HEAD"), ("/{d}", "GET"), ("/x", nil),
            ("/{e}?q", nil),
        ])
        #expect(table.all("/x?q", kind: nil) == [5, 6, 3, 2, 4, 1])
        #expect(table.all("/x?q", kind: "HEAD") == [5, 6, 3, 4, 1])
        for choice in ["priority", "first"] {
            let other = try KindTable([("/{a}", nil), ("/{b}", "GET")], [.choice: choice])
            #expect(other.all("/x", kind: "GET") == [1, 2])
        }
        let literals = try KindTable(
            [("/{a}", nil), ("/{b}", "GET"), ("/x", nil)], [.choice: "most-literals"])
        #expect(literals.all("/x", kind: "GET") == [3, 2, 1])
    }

    @Test("O9: of equal patterns the one registered first comes first")
    func registration() throws {
        let matching = try Matching(["/{a}", "/{b}", "/{c}"], [.registration: "keep-both"])
        #expect(matching.all("/x") == ["/{a}", "/{b}", "/{c}"])
    }

    @Test("O10: of one route's variants, the first that fits comes first")
    func variants() throws {
        let matching = try Matching(["/a(/{x})(/{y})"])
        #expect(matching.captures("/a/1") == ["x=1"])
        let answer = matching.answer(Array("/a/1".utf8))
        #expect(answer.matches.map(\.variant) == [1, 2])
        let both = try Matching(["(/{x:int})(/{y:int})"]).answer(Array("/7".utf8))
        #expect(both.matches.map { $0.captures.map(\.name) } == [["x"], ["y"]])
    }

    @Test("O11: most-literals counts only literal segments")
    func mostLiterals() throws {
        let matching = try Matching(
            [("/{x}/b/**", 9), ("/**", 0), ("/a/{y}/c", 0), ("/a/b/{z}", 0)],
            [.choice: "most-literals"])
        #expect(matching.all("/a/b/c") == ["/a/{y}/c", "/a/b/{z}", "/{x}/b/**", "/**"])
    }

    @Test("O12: priority compares the priority, then the registration")
    func priorityAlone() throws {
        let matching = try Matching([("/**", 0), ("/a", 0), ("/{x}", 1)], [.choice: "priority"])
        #expect(matching.all("/a") == ["/{x}", "/**", "/a"])
    }

    @Test("O13: first compares only the registration")
    func first() throws {
        let matching = try Matching([("/**", 0), ("/a", 0), ("/{x}", 1)], [.choice: "first"])
        #expect(matching.all("/a") == ["/**", "/a", "/{x}"])
    }

    @Test("O14: a fallback's matches come after all those of the namespace")
    func fallbacks() throws {
        let ids = (1...3).map { NamespaceID(rawValue: $0) }
        let namespaces = [
            RouteNamespace(id: ids[0], name: "default", fallback: ids[2]),
            RouteNamespace(id: ids[1], name: "other"),
            RouteNamespace(id: ids[2], name: "last"),
        ]
        let routes = try ["/**", "/a", "/a"].enumerated().map { index, text in
            Route(
                id: RouteID(rawValue: Int64(index) + 1), namespace: ids[index],
                pattern: try RoutePattern(text), target: text, priority: Int32(index))
        }
        let table = RoutingTable(
            RegistrySnapshot(revision: 1, namespaces: namespaces, routes: routes))
        let found = MatcherProbe(table: table).matches(Array("/a".utf8))
        #expect(found.matches.map(\.route.rawValue) == [1, 3])
    }
}
