#if Server
import RouteDB
import RouteDBFollower
import Testing

@Suite("Addresses of sources")
struct SourceAddressTests {
    @Test(
        "an address keeps its host, port and path",
        arguments: [
            ("https://routes.example.com", "https://routes.example.com"),
            ("HTTPS://example.com:8443/routes/", "https://example.com:8443/routes"),
            ("http://127.0.0.1:7878//", "http://127.0.0.1:7878"),
            ("http://[::1]:80", "http://[::1]:80"), ("http://[::1]", "http://[::1]"),
        ])
    func valid(_ text: String, _ shown: String) throws {
        let address = try SourceAddress(text)
        #expect(address.description == shown)
        #expect(address.isEncrypted == shown.hasPrefix("https"))
        #expect(address.isLoopback == !shown.contains("example"))
    }

    @Test(
        "anything else is refused, and a password is not repeated",
        arguments: [
            "", "routes.example.com", "ftp://example.com", "https://", "https:///x", "https://:80",
            "https://ada:secret@example.com", "https://example.com/?a=b", "https://example.com/#x",
            "https://exa mple.com", "https://example.com:0", "https://example.com:99999",
            "https://example.com:x", "https://example.com/\u{1B}[2J", "https://exämple.com",
        ])
    func invalid(_ text: String) {
        let error = #expect(throws: RouteDBError.self) { try SourceAddress(text) }
        #expect(error?.code == .invalidValue)
        #expect(error?.message.contains("secret") == false)
    }
}
#endif
