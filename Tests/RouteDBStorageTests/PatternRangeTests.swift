import RouteDBDatabase
import RouteDBRouting
import RouteDBTestSupport
import Testing

@testable import RouteDBStorage

@Suite("Ranges of patterns with one scheme and host")
struct PatternRangeTests {
    @Test("random patterns are each in one range, whose first pattern has the same scheme and host")
    func partition() throws {
        var ranges = 0
        var routes = 0
        for seed in 0..<UInt64(8 * FuzzBudget.rounds) {
            var generator = PatternGenerator(seed: seed)
            let fixture = try RegistryFixture()
            var texts: [String: RoutePattern] = [:]
            try fixture.edit { editor in
                for number in 0..<60 {
                    let pattern = generator.pattern()
                    guard
                        (try? editor.add(
                            RouteDraft(
                                pattern: pattern.description, syntax: .native,
                                target: "t\(number)"), onDuplicate: .skip)) != nil
                    else { continue }
                    texts[pattern.description] = pattern
                }
                let found = try editor.patternRanges(in: NamespaceID(rawValue: 1))
                #expect(zip(found, found.dropFirst()).allSatisfy { $0.end <= $1.start })
                for (text, pattern) in texts {
                    let own = found.filter { $0.start <= text && text < $0.end }
                    let range = try #require(own.first)
                    #expect(own.count == 1, "\(text)")
                    #expect(range.first.scheme == pattern.scheme, "\(text)")
                    #expect(range.first.host == pattern.host, "\(text)")
                }
                let read = try found.flatMap(editor.enabledRoutes)
                #expect(read.count == texts.count)
                ranges += found.count
                routes += read.count
            }
        }
        #expect(ranges < routes && ranges > 0)
    }

    @Test(
        "the rest of the patterns with a scheme and a host is passed over",
        arguments: [
            ("//a.example/x", "//a.example0"), ("https://a/x/{id}", "https://a0"),
            ("//{tenant}.example/x", "//{tenant}.example0"), ("/x", "0"), ("/.//x", "//"),
            ("/(a)", "//"), ("app:/x", "app:0"), ("app:/*", "app://"), ("home/x", "home0"),
            ("//[::1]:80/x", "//[::1]:800"),
        ])
    func ends(pattern: String, end: String) {
        #expect(PatternRange.end(of: pattern) == end)
    }

    @Test(
        "a beginning that is not plain is passed over for one pattern only",
        arguments: ["//a.example", "//a.example(/x)", "//{x:enum(a,b)}/y", "{x}/y", "//a?x", "*"])
    func others(pattern: String) {
        #expect(PatternRange.end(of: pattern) == pattern + "\0")
    }

    @Test("a million patterns of one host would be one range")
    func oneHost() throws {
        let fixture = try RegistryFixture()
        try fixture.edit { editor in
            for number in 0..<100 {
                try editor.add(RouteDraft(pattern: "//s.example/p\(number)", target: "t"))
                try editor.add(RouteDraft(pattern: "/p\(number)", target: "t"))
            }
            try editor.add(RouteDraft(pattern: "/{id}", target: "t"))
            let ranges = try editor.patternRanges(in: NamespaceID(rawValue: 1))
            #expect(ranges.map(\.start) == ["//s.example/p0", "/p0"])
        }
    }
}
