import RouteDBTestSupport
import Testing

@testable import RouteDBRouting

/// Patterns at the limits of the language.
@Suite struct MatcherLimitTests {
    @Test("a pattern may capture hundreds of values")
    func manyCaptures() throws {
        let segments = (0..<PatternLimits.segments).map { segment in
            "/" + (0..<8).map { "{p\(segment)x\($0)}" }.joined(separator: "-")
        }
        let matching = try Matching([segments.joined()])
        let url = String(repeating: "/a-b-c-d-e-f-g-h", count: PatternLimits.segments)
        #expect(matching.captures(url).count == 8 * PatternLimits.segments)
        #expect(matching.captures("/%61" + url.dropFirst(2)).count == 8 * PatternLimits.segments)
    }

    @Test("a match has ranges for captures that end within 65,535 bytes; all have values")
    func farCaptures() throws {
        let table = try Matching(["/a/{x}", "/b-{x}.z", "/c?q={x}"]).table
        for (before, after) in [("/a/", ""), ("/b-", ".z"), ("/c?q=", "")] {
            for end in [65_535, 65_536] {
                let value = String(repeating: "v", count: end - before.utf8.count)
                let url = before + value + after
                var match = RouteMatch()
                guard case .matched = table.match(url, into: &match) else {
                    Issue.record("no match of \(before)… with \(end) bytes")
                    continue
                }
                #expect(match.captureCount == 1)
                #expect(match.hasRanges == (end == 65_535))
                #expect(match.range(of: 0).upperBound == (end == 65_535 ? end : 0))
                #expect(table.resolve(url)["x"] == .string(value))
            }
        }
    }

    @Test("a host that is a segment counts in addition to the segments of a pattern")
    func hostBeforeLongestPath() throws {
        let path = String(repeating: "/a", count: PatternLimits.segments - 1)
        let matching = try Matching(
            ["x://h\(path)/{b}", "x://h\(path)/{c}", "x://h\(path)/**", "x://h\(path)/{d}?q"],
            [.host: "component", .registration: "keep-both"])
        #expect(matching.all("x://h\(path)/z").count == 3)
        #expect(matching.all("x://h\(path)/z/z") == ["x://h\(path)/**"])
        #expect(matching.table.brokenInvariant() == nil)
    }

    @Test("a tree of the maximum depth is searched completely")
    func deepestTree() throws {
        // Every segment is a node with a wild branch, all of them pending at the last one.
        let limit = PatternLimits.segments
        for host in ["match", "component"] {
            var patterns: [String] = []
            for depth in 0..<limit {
                patterns.append("x://h" + String(repeating: "/a", count: depth) + "/{p}/**")
            }
            patterns.append("x://h" + String(repeating: "/a", count: limit))
            patterns.append("x://h" + String(repeating: "/a", count: limit - 1) + "/**")
            patterns.append("x://{h}/**")
            patterns.removeAll { (try? RoutePattern($0)) == nil }
            let matching = try Matching(patterns, [.host: host])
            #expect(matching.table.brokenInvariant() == nil)
            let url = "x://h" + String(repeating: "/a", count: limit - 1) + "/b"
            let expected = ReferenceMatcher(matching.registry).matches(Array(url.utf8))
            #expect(matching.answer(Array(url.utf8)) == expected)
            #expect(expected.matches.count > limit)
        }
    }

    @Test("variants whose node no reference can hold are a list")
    func treeWithoutRoom() {
        let hashes: [UInt32] = (1...20).flatMap { (hash: UInt32) in [hash, SegmentHash.end] }
        let runs: [Range<UInt32>] = (0..<20).map { (run: UInt32) in 2 * run..<2 * run + 2 }
        let records: [UInt32] = (0..<20).map { (variant: UInt32) in 3 * variant }
        var tree = TreeBuilder(hashes: hashes, runs: runs, records: records, maximumOffset: 0)
        tree.build()
        #expect(tree.root == RoutingShard.Reference.leaf(0))
        #expect(tree.leaves == [20] + records)
    }
}
