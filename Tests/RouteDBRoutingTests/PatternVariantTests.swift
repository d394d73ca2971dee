import RouteDBRouting
import Testing

@Suite struct PatternVariantTests {
    @Test(
        "groups expand from the left, longest variant first",
        arguments: [
            ("/a", ["/a"]), ("/", ["/"]), ("", [""]), ("/a/", ["/a/"]),
            ("/a(/b)", ["/a/b", "/a"]), ("/a(/)", ["/a/", "/a"]),
            ("/a(b)(c)", ["/abc", "/ab", "/ac", "/a"]),
            ("/a(/b(/c))(/d)", ["/a/b/c/d", "/a/b/c", "/a/b/d", "/a/b", "/a/d", "/a"]),
            ("(a)/b", ["/a/b", "/b"]), ("/file(.{ext})", ["/file.{ext}", "/file"]),
            ("/a(/b)(/b)", ["/a/b/b", "/a/b", "/a"]), ("((/a))", ["/a", ""]),
            ("/x(/é)(/e\u{301})", ["/x/é/e\u{301}", "/x/é", "/x/e\u{301}", "/x"]),
        ])
    func order(text: String, expected: [String]) throws {
        let printed = try RoutePattern(text).variants().map(print)
        #expect(printed.map { Array($0.utf8) } == expected.map { Array($0.utf8) })
    }

    @Test(
        "the longest variant comes first if a namespace's policy says so",
        arguments: [
            (
                "/path/:thing(/new)(/anotherpath/:anotherthing)",
                [
                    "/path/:thing/new/anotherpath/:anotherthing",
                    "/path/:thing/anotherpath/:anotherthing", "/path/:thing/new", "/path/:thing",
                ]
            ),
            (
                "/(rest/)(app/):object/:id",
                ["/rest/app/:object/:id", "/rest/:object/:id", "/app/:object/:id", "/:object/:id"]
            ),
            // Of equal lengths, the subsets of the groups in binary, the first group lowest.
            ("/a(/b)(/c)", ["/a/b/c", "/a/b", "/a/c", "/a"]),
            (
                "/(b)(c)(d)/a",
                ["/b/c/d/a", "/b/c/a", "/b/d/a", "/c/d/a", "/b/a", "/c/a", "/d/a", "/a"]
            ),
            // A character outside the first plane counts twice.
            ("/(👩)(ab)(éé)", ["/👩/ab/éé", "/👩/ab", "/👩/éé", "/ab/éé", "/👩", "/ab", "/éé", ""]),
        ])
    func longest(text: String, expected: [String]) throws {
        let syntax = try #require(PatternSyntax("jlroutes"))
        let pattern = try syntax.parse(text)
        var found: [String?] = []
        pattern.forEachPath(order: .longest) { number, path in
            #expect(number == found.count)
            let variant = RoutePattern(scheme: nil, host: nil, path: path, query: [])
            found.append(path.isEmpty ? "" : syntax.text(of: variant))
        }
        #expect(found == expected)
        #expect(Set(pattern.variants()) == Set(pattern.variants(order: .longest)))
    }

    @Test("nested groups are ordered by length too")
    func longestNested() throws {
        let printed = try RoutePattern("/a(/b(/c))(/ddd)").variants(order: .longest).map(print)
        #expect(printed == ["/a/b/c/ddd", "/a/b/ddd", "/a/b/c", "/a/ddd", "/a/b", "/a"])
    }

    @Test("segments are classified")
    func segments() throws {
        let variants = try RoutePattern("/a/{b}/c{d}(e)/*/**/{f:path}/").variants()
        let f = Parameter(name: "f", type: .path)
        let mixed: [PatternElement] = [.literal("c"), .parameter(Parameter(name: "d"))]
        let rest: [PatternSegment] = [.wildcard, .catchAll, .path(f)]
        let first: [PatternSegment] = [.literal("a"), .parameter(Parameter(name: "b"))]
        #expect(
            variants == [
                PatternVariant(
                    segments: first + [.mixed(mixed + [.literal("e")])] + rest,
                    hasTrailingSlash: true),
                PatternVariant(segments: first + [.mixed(mixed)] + rest, hasTrailingSlash: true),
            ])
    }

    @Test("literals adjacent across a group are merged")
    func merging() throws {
        let variants = try RoutePattern("/a(b)c").variants()
        #expect(variants.map(\.segments) == [[.literal("abc")], [.literal("ac")]])
    }

    @Test("a path that no parser checked is still bounded")
    func unchecked() {
        let groups = (0..<40).map { PatternElement.optional([.separator, .literal("\($0)")]) }
        let pattern = RoutePattern(scheme: nil, host: nil, path: groups, query: [])
        #expect(pattern.variants().count == 1)
        #expect(pattern.variants().first?.segments.count == 40)
    }

    private func print(_ variant: PatternVariant) -> String {
        var path: [PatternElement] = []
        for segment in variant.segments {
            path.append(.separator)
            switch segment {
            case .literal(let text): path.append(.literal(text))
            case .parameter(let parameter), .path(let parameter):
                path.append(.parameter(parameter))
            case .mixed(let elements): path += elements
            case .wildcard: path.append(.wildcard)
            case .catchAll: path.append(.catchAll)
            }
        }
        if variant.hasTrailingSlash { path.append(.separator) }
        return RoutePattern(scheme: nil, host: nil, path: path, query: []).description
    }
}
