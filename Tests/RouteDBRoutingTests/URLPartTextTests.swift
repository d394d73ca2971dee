import RouteDBRouting
import RouteDBTestSupport
import Testing

@Suite("Parts of URLs as texts")
struct URLPartTextTests {
    @Test(
        "hosts, paths and queries are decoded once",
        arguments: [
            ("https://Shop.Example.com:81/A%20b/?x=1+2#c?d=e", "shop.example.com", "/A b/", "1 2"),
            ("myapp://promo/7?x=a%3Db&x=2", "promo", "/7", "a=b"),
            ("/a%252Fb%2Fc?y=1&x", nil, "/a%2Fb/c", ""),
            ("https://u:p@[::1]:8#a@b", "[::1]", "", nil),
            ("https://a.example:x/?%78=%ff", nil, "/", "%ff"), ("", nil, "", nil),
            ("mailto:ada@example.com?x=y", nil, "ada@example.com", "y"),
            ("//b%C3%A4r.example", "b\u{E4}r.example", "", nil),
            ("/50%?x=100%", nil, "/50%", "100%"),
        ] as [(String, String?, String, String?)])
    func texts(url: String, host: String?, path: String, value: String?) {
        let bytes = Array(url.utf8)
        let span = bytes.span.bytes
        let parts = URLParts(span)
        #expect(parts.hostText(in: span) == host)
        #expect(parts.pathText(in: span) == path)
        let found = NormalizedURL.QueryItem.value(of: "x", in: span)
        #expect(found == value)
        #expect(parts.queryObject(in: span)["x"] == value.map { .string($0) })
    }

    @Test("any bytes have parts, and a query has the same values by key and as an object")
    func anyBytes() {
        var random = SeededGenerator(seed: 1)
        let pieces = [
            "https://", "a.b", "/", "?", "#", "&", "=", "%", "%2", "%41", "+", "[", "]", ":", "@",
            "x",
        ]
        for _ in 0..<2_000 {
            var bytes: [UInt8] = []
            for _ in 0..<random.below(12) {
                bytes +=
                    random.below(8) == 0
                    ? [UInt8(random.below(256))] : Array(random.pick(pieces).utf8)
            }
            let span = bytes.span.bytes
            let parts = URLParts(span)
            _ = (parts.hostText(in: span), parts.pathText(in: span))
            for member in parts.queryObject(in: span).members {
                let found = NormalizedURL.QueryItem.value(of: member.key, in: span)
                #expect(found.map { .string($0) } == member.value, "\(bytes)")
            }
        }
    }
}
