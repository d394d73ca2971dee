import RouteDBRouting
import Testing

/// How close patterns come to a URL.
@Suite struct RouteProximityTests {
    @Test(
        "a pattern is close if the URL has its words, or mistypes one",
        arguments: [
            ("/shop/cart", RouteProximity.Degree.near), ("/shop/{id}", .near), ("/shop", .near),
            ("/SHOP/card", .near), ("/shpo/cart", .near), ("/shop/caf\u{E9}", .near),
            ("/shop/basket", .oneWord), ("/shop/cart/print", .oneWord), ("/store/{id}", .oneWord),
            ("/store/basket", .far), ("https://host/a/b/cart", .far),
        ])
    func degrees(pattern: String, degree: RouteProximity.Degree) {
        #expect(Self.degree("https://host/shop/cart", pattern) == degree)
    }

    @Test("escapes are decoded, and a segment is compared as a whole")
    func segments() {
        #expect(Self.degree("/sh%6Fpp/x", "/shop/x") == .near)
        #expect(Self.degree("/%53%48%4F%50P/x", "/shop/x") == .near)
        #expect(Self.degree("/us.er", "/user") == .near)
        #expect(Self.degree("/", "/user") == .oneWord)
        #expect(Self.degree("", "/user/x") == .far)
        #expect(Self.degree("%", "/user") == .oneWord)
    }

    private static func degree(_ url: String, _ pattern: String) -> RouteProximity.Degree {
        let bytes = Array(pattern.utf8)
        return RouteProximity(url).degree(of: bytes.span.bytes)
    }
}
