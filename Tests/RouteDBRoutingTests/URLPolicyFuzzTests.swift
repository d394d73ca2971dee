import RouteDBTestSupport
import Testing

@testable import RouteDBRouting

/// Whatever the bytes and the policies, a URL is read or refused, and in good order.
@Suite struct URLPolicyFuzzTests {
    /// Bytes that mean something somewhere, and some that mean nothing anywhere.
    private static let marks = Array("///::??##&&==..%%@[]+ab1A2F\\ ".utf8) + [0, 0x7F, 0xC3, 0xFF]

    static let oddTexts: [[UInt8]] =
        [
            "", "/", "//", "///", "a", "a/", ":", "://", ":///", "x:", "x:/", "x://", "x:///", "#",
            "?", "?#", "#?", "##", "??", "&", "=", "?=", "?&", "x://?#", "x://#?a=b", "@", "x://@",
            "x://:", "x://[", "x://[::1]", "%", "%2", "%zz", "/%", "/%2", "/%zz", ".", "..", "/..",
            "x://..", "x://.#..", "x:..", "#..", "#/../..", "/\u{0}", "a\u{0}", "é", "/é#é?é=é",
        ].map { Array($0.utf8) } + [
            [0xFF], [0x2F, 0xC3], [0xC3, 0x23, 0xA9], [0x78, 0x3A, 0x2F, 0x2F, 0xFF, 0x2F],
            Array(repeating: UInt8(ascii: "/"), count: 3_000),
            Array(repeating: UInt8(ascii: "#"), count: URLLimits.bytes),
            Array(repeating: UInt8(ascii: "a"), count: URLLimits.bytes + 1),
        ]

    @Test("every profile parses or refuses every odd text", arguments: NamespaceProfile.allCases)
    func oddTexts(profile: NamespaceProfile) {
        for text in Self.oddTexts { check(text, profile.policies) }
    }

    @Test("random bytes under random policies", arguments: 1...4 as ClosedRange<UInt64>)
    func randomTexts(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var validCount = 0
        let tries = FuzzBudget.tries(20_000, byDefault: 3_000)
        for _ in 0..<tries {
            let policies = randomPolicies(&random)
            var url = random.oneIn(2) ? Array(random.pick(["x://a", "x:", "/a/b"]).utf8) : []
            for _ in 0..<random.below(24) {
                url.append(random.oneIn(24) ? UInt8(random.below(256)) : random.pick(Self.marks))
            }
            if check(url, policies) { validCount += 1 }
        }
        // A canary: not all of them were refused.
        #expect(validCount > tries / 20)
    }

    private func randomPolicies(_ random: inout SeededGenerator) -> NamespacePolicy.Values {
        var policies = random.pick(NamespaceProfile.allCases).policies
        for policy in NamespacePolicy.allCases where !policy.values.isEmpty && random.oneIn(3) {
            let isSet = policies.set(policy, to: random.pick(policy.values))
            #expect(isSet)
        }
        return policies
    }

    /// Checks the invariants of a normal form.
    ///
    /// - Returns: Whether the text is a URL.
    @discardableResult
    private func check(_ url: [UInt8], _ policies: NamespacePolicy.Values) -> Bool {
        let name: Comment = "\(url.prefix(64)) \(policies)"
        let raw = url.span.bytes
        let form: NormalForm
        do throws(InvalidURL) {
            form = try NormalForm(raw, policies: policies)
        } catch {
            #expect(0...url.count ~= error.offset, name)
            #expect(throws: error, name) { try NormalizedURL(utf8: url, policies: policies) }
            return false
        }
        let again = try? NormalForm(raw, policies: policies)
        #expect(again?.bytes == form.bytes && again?.bounds == form.bounds, name)
        checkBounds(form, name)
        let ranges = form.urlBounds.queryRanges(in: raw)
        #expect(max(ranges.query.upperBound, ranges.fragment.upperBound) <= url.count, name)
        if policies.query == .text { #expect(ranges.query.isEmpty, name) }
        checkSegments(url, form.urlBounds, policies, name)
        return true
    }

    private func checkBounds(_ form: NormalForm, _ name: Comment) {
        let urlBounds = form.urlBounds
        #expect(form.bounds.count == urlBounds.segmentCount + 1, name)
        #expect(urlBounds.firstBound == 0 && urlBounds.schemeEnd < urlBounds.hostStart, name)
        #expect(urlBounds.hostStart <= urlBounds.hostEnd, name)
        #expect(form.bounds.first == UInt32(urlBounds.hostEnd), name)
        #expect(form.bounds.last == UInt32(form.bytes.count), name)
        let areInOrder = zip(form.bounds, form.bounds.dropFirst()).allSatisfy { $0 < $1 }
        #expect(areInOrder, name)
        let areSlashes = form.bounds.dropLast().allSatisfy {
            form.bytes[Int($0)] == UInt8(ascii: "/")
        }
        #expect(areSlashes, name)
    }

    private func checkSegments(
        _ url: [UInt8], _ urlBounds: URLBounds, _ policies: NamespacePolicy.Values, _ name: Comment
    ) {
        let segments = (try? NormalizedURL(utf8: url, policies: policies))?.segments
        #expect(segments?.count == urlBounds.segmentCount, name)
        let dots: Set = [".", "..", "%2e", ".%2e", "%2e.", "%2e%2e"]
        for segment in segments ?? [] {
            let hasControl = segment.utf8.contains(where: \.isControl)
            let isDot = dots.contains(segment.lowercased()) && !isDecoded(segment, policies)
            #expect(!hasControl && !isDot, name)
        }
        if policies.repeatedSlashes == .keep { #expect(urlBounds.segmentCount > 0, name) }
        if policies.repeatedSlashes == .collapse { #expect(segments?.contains("") != true, name) }
        if urlBounds.segmentCount == 0 { #expect(!urlBounds.hasTrailingSlash, name) }
    }

    /// Whether a segment is what a percent-encoded `%` left: `%252e` is `%2e`, and no dot.
    private func isDecoded(_ segment: String, _ policies: NamespacePolicy.Values) -> Bool {
        policies.decoding == .all && segment.utf8.contains(UInt8(ascii: "%"))
    }

    // MARK: Where a URL belongs

    @Test(
        "scheme and host are found even in a URL that is natively invalid",
        arguments: [
            ("APP://H/%FF?\u{0}", "app://h"), ("app:x", "app://"), ("/%FF", "//"),
            ("app://h:80/", "app://h"), ("app://h:x/", "app://"), ("//h%41", "//ha"),
            ("app://a|b/", "app://"), ("", "//"), ("1:x", "//"), ("app://%FF@h/x", "app://"),
        ])
    func origins(url: String, expected: String) {
        let form = NormalForm(originOf: Array(url.utf8).span.bytes)
        #expect(String(decoding: form.bytes, as: UTF8.self) == expected)
        #expect(form.urlBounds.hostEnd == form.bytes.count)
        #expect(form.urlBounds.segmentCount == 0)
    }

    @Test("the origin of a URL is that of native parsing")
    func originsAgree() {
        var urls = URLGenerator(seed: 7, texts: [])
        var compared = 0
        for _ in 0..<5_000 * FuzzBudget.rounds {
            let url = urls.junk()
            let origin = NormalForm(originOf: url.span.bytes)
            guard let form = try? NormalForm(url.span.bytes, policies: .native) else { continue }
            compared += 1
            #expect(origin.bytes[...] == form.bytes[..<form.urlBounds.hostEnd], "\(url)")
            #expect(origin.urlBounds.port == form.urlBounds.port)
        }
        #expect(compared > 500)
    }
}
