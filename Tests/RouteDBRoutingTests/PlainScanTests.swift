import RouteDBTestSupport
import Testing

@testable import RouteDBRouting

/// Reading a plain URL without a copy: see ``PlainScan``.
@Suite struct PlainScanTests {
    @Test("every length and position of a slash is parsed correctly")
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
        "a byte that is not plain is found at every position",
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

    @Test("short texts at every alignment are parsed as in the normal form")
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

    @Test("under all policies, plain parsing equals the normal form")
    func everyPolicy() {
        var random = SeededGenerator(seed: 32)
        let pieces = ["/", "//", "a", "a.b", "localhost", "u@h:8", "?", "#", "&", "=", "b=c", "A"]
        var compared = 0
        for _ in 0..<20_000 * FuzzBudget.rounds {
            var overrides: NamespacePolicy.Overrides = [:]
            for policy in NamespacePolicy.allCases where !policy.values.isEmpty && random.oneIn(3) {
                overrides[policy] = random.pick(policy.values)
            }
            let namespace = RouteNamespace(
                id: NamespaceID(rawValue: 1), name: "n",
                profile: random.pick(NamespaceProfile.allCases),
                overrides: overrides)
            let table = NamespaceTable(
                namespace: namespace, groups: [], tasks: [], fallback: -1)
            var text = random.pick(["x://", "/", "https://", "app:"])
            for _ in 0..<random.below(8) { text += random.pick(pieces) }
            let url = Array(text.utf8)
            guard let plain = plainReading(of: url, by: table) else { continue }
            compared += 1
            let form = try? NormalForm(url.span.bytes, policies: namespace.policies)
            let normal = form.map {
                Reading(url, bytes: $0.bytes, bounds: $0.bounds, $0.urlBounds)
            }
            #expect(plain == normal, "\(text) \(namespace.profile) \(overrides)")
        }
        // A canary: not all of them needed the normal form.
        #expect(compared > 1_000)
    }

    /// What a reading says of a URL.
    private struct Reading: Equatable {
        let origin: ArraySlice<UInt8>
        let segments: [ArraySlice<UInt8>]
        let hasTrailingSlash: Bool
        let items: [Range<Int>]

        init(_ url: [UInt8], bytes: [UInt8], bounds: [UInt32], _ urlBounds: URLBounds) {
            origin =
                bytes[..<(urlBounds.schemeEnd + 1)] + bytes[urlBounds.hostStart..<urlBounds.hostEnd]
            segments = (urlBounds.firstBound..<urlBounds.firstBound + urlBounds.segmentCount).map {
                bytes[bounds.span.segment(behind: $0)]
            }
            // To the matcher, the slash of the root counts for nothing.
            hasTrailingSlash = urlBounds.hasTrailingSlash && !segments.isEmpty
            let ranges = urlBounds.queryRanges(in: url.span.bytes)
            items = [ranges.query, ranges.fragment].filter { !$0.isEmpty }
        }
    }

    /// The reading of a URL without its normal form, if it can be read so.
    private func plainReading(of url: [UInt8], by table: NamespaceTable) -> Reading? {
        var words = [UInt32](repeating: 0, count: PlainScan.capacity)
        var span = words.mutableSpan
        var urlBounds = URLBounds()
        guard PlainScan.scan(url.span.bytes, into: &span, &urlBounds) else { return nil }
        if !table.readsPlainly {
            guard let other = table.adaptedFacts(urlBounds, of: url.span.bytes) else { return nil }
            urlBounds = other
        }
        // The search looks at the authority only where a route asks for it.
        let isChecked = urlBounds.schemeEnd < 0 && !urlBounds.hasHost
        guard isChecked || PlainScan.hasPlainAuthority(url.span.bytes, urlBounds) else {
            return nil
        }
        return Reading(url, bytes: url, bounds: words, urlBounds)
    }

    /// The slashes before the segments of a URL without a host, and the path's end, if it is plain.
    private func bounds(of url: [UInt8]) -> [Int]? {
        var words = [UInt32](repeating: 0, count: PlainScan.capacity)
        var span = words.mutableSpan
        var urlBounds = URLBounds()
        guard PlainScan.scan(url.span.bytes, into: &span, &urlBounds) else { return nil }
        return (urlBounds.firstBound...urlBounds.firstBound + urlBounds.segmentCount).map {
            Int(words[$0])
        }
    }
}
