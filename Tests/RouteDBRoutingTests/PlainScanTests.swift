import RouteDBTestSupport
import Testing

@testable import RouteDBRouting

/// Reading a plain URL without a copy: see ``PlainScan``.
@Suite struct PlainScanTests {
    @Test("every length and place of a slash is read right")
    func everyPlace() {
        for length in 1...150 {
            for place in 1..<max(2, length) where place < length - 1 {
                var url = [UInt8](repeating: UInt8(ascii: "a"), count: length)
                url[0] = UInt8(ascii: "/")
                url[place] = UInt8(ascii: "/")
                let expected = place == 1 ? nil : [0, place, length]
                #expect(bounds(of: url) == expected)
                url[length - 1] = UInt8(ascii: "?")
                let isTrailing = place == length - 2
                #expect(
                    bounds(of: url)
                        == (place == 1 ? nil : [0, place] + (isTrailing ? [] : [length - 1])))
            }
        }
    }

    @Test(
        "a byte that is not plain is seen at every place",
        arguments: [0, 0x1F, 0x7F, 0x80, 0xFF, UInt8(ascii: "%")] as [UInt8])
    func everySpecialByte(special: UInt8) {
        for length in 2...70 {
            for place in 1..<length {
                var url = [UInt8](repeating: UInt8(ascii: "a"), count: length)
                url[0] = UInt8(ascii: "/")
                url[place] = special
                #expect(bounds(of: url) == nil)
            }
        }
    }

    @Test("short texts at every alignment are read as the normal form reads them")
    func shortTexts() throws {
        let matching = try Matching([
            "/**", "/{p}", "/a/{p}", "app://{h}/**", "app:///**", "/a?b={v}",
        ])
        var random = SeededGenerator(seed: 31)
        let marks = Array("//:?#aab.@".utf8)
        let reference = ReferenceMatcher(matching.registry)
        for length in 0...40 {
            for offset in 0..<16 {
                var url = (0..<length).map { _ in random.pick(marks) }
                if random.oneIn(2) { url = Array("app://a".utf8.prefix(length)) + url.dropFirst(7) }
                let backing = [UInt8](repeating: UInt8(ascii: "/"), count: offset) + url + [0x2F]
                let span = backing.span.bytes.extracting(offset..<offset + length)
                var match = RouteMatch()
                let outcome = matching.table.match(utf8: span, into: &match)
                let expected = reference.matches(url)
                switch outcome {
                case .matched:
                    let route = matching.table.route(of: match).id
                    #expect(expected.matches.first?.route == route, "\(url)")
                case .unmatched: #expect(expected == .init(), "\(url)")
                case .invalid: #expect(expected.isInvalid, "\(url)")
                }
                #expect(matching.answer(url) == expected, "\(url)")
            }
        }
    }

    /// The slashes before the segments of a URL without a host, and the path's end, if it is plain.
    private func bounds(of url: [UInt8]) -> [Int]? {
        var words = [UInt32](repeating: 0, count: PlainScan.capacity)
        var span = words.mutableSpan
        var facts = URLFacts()
        guard PlainScan.scan(url.span.bytes, into: &span, &facts) else { return nil }
        return (facts.firstBound...facts.firstBound + facts.segmentCount).map { Int(words[$0]) - 1 }
    }
}
