import RouteDBRouting
import Testing

@testable import RouteDBTraffic

@Suite("Digests of lines")
struct LineDigestTests {
    private func digest(_ text: String, bytes: Int64, isTooLong: Bool) -> LineDigest {
        let line = Array(text.utf8)
        var digest = LineDigest(source: "a")
        digest.join(
            line.span.bytes,
            SplitLine(offset: 0, byteCount: bytes, isTooLong: isTooLong, isEnded: true))
        return digest
    }

    @Test("lines beyond the limit that begin alike are told apart by their lengths")
    func tooLong() {
        let first = digest("GET /a", bytes: 2_000_000, isTooLong: true)
        #expect(first == digest("GET /a", bytes: 2_000_000, isTooLong: true))
        #expect(first != digest("GET /a", bytes: 2_000_001, isTooLong: true))
        #expect(first != digest("GET /b", bytes: 2_000_000, isTooLong: true))
    }

    @Test("a line is the same with any ending")
    func endings() {
        let first = digest("GET /a", bytes: 7, isTooLong: false)
        #expect(first == digest("GET /a", bytes: 8, isTooLong: false))
        #expect(first != digest("GET /b", bytes: 7, isTooLong: false))
    }
}
