import RouteDBRouting
import Testing

/// What a URL says in normal form: the statements of `Docs/urls.md`.
@Suite struct URLTests {
    /// A URL and its normal form, written as a URL.
    struct Case: CustomTestStringConvertible {
        let written: String
        let normal: String

        init(_ written: String, _ normal: String) {
            self.written = written
            self.normal = normal
        }

        var testDescription: String { written.debugDescription }
    }

    static let cases = [
        // Scheme and host.
        Case("HTTP://Example.COM/A", "http://example.com/A"),
        Case("app:x/y", "app:/x/y"),
        Case("app:", "app:/"),
        Case("app:/x", "app:/x"),
        Case("app:///x", "app:/x"),
        Case("app://h", "app://h/"),
        Case("app://h?q", "app://h/?q"),
        Case("//h/x", "//h/x"),
        Case("x/y", "/x/y"),
        Case("/x", "/x"),
        Case("", "/"),
        Case("?q=1", "/?q=1"),
        Case("#f", "/#f"),
        Case("localhost:80/x", "localhost:/80/x"),
        Case("1a:b", "/1a:b"),
        Case(":b", "/:b"),
        Case("a+b-c.1:x", "a+b-c.1:/x"),
        // User info and port.
        Case("app://user:pw@h:80/x", "app://h:80/x"),
        Case("app://a@b@h/x", "app://h/x"),
        Case("app://h:/x", "app://h/x"),
        Case("app://h:0/x", "app://h:0/x"),
        Case("app://h:00080/x", "app://h:80/x"),
        Case("app://h:65535/x", "app://h:65535/x"),
        // Hosts.
        Case("app://%41b/x", "app://ab/x"),
        Case("app://b%C3%BCcher/", "app://b%C3%BCcher/"),
        Case("app://[::1]:80/x", "app://[::1]:80/x"),
        Case("app://[2001:DB8::A]/", "app://[2001:db8::a]/"),
        Case("app://[1:2:3:4:5:6:7:8]/", "app://[1:2:3:4:5:6:7:8]/"),
        Case("app://[::ffff:1.2.3.4]/", "app://[::ffff:1.2.3.4]/"),
        Case("app://1.2.3/", "app://1.2.3/"),
        Case("app://Example.com./x", "app://example.com/x"),
        Case("app://example.com%2e:80/x", "app://example.com:80/x"),
        Case("app://127.0.0.1./", "app://127.0.0.1/"),
        Case("app://a../x", "app://a../x"),
        Case("app://./x", "app://./x"),
        // Decoding happens once, after splitting.
        Case("/%61%2Fb", "/a%2Fb"),
        Case("/%2561", "/%2561"),
        Case("/a%", "/a%25"),
        Case("/a%4", "/a%254"),
        Case("/a%zz", "/a%25zz"),
        Case("/%e2%82%ac", "/%E2%82%AC"),
        Case("/a b", "/a%20b"),
        Case("/a?q=%2526", "/a?q=%2526"),
        Case("/a?%3D=%26", "/a?%3D=%26"),
        Case("/a?k&=v&&k=", "/a?k&=v&k="),
        Case("/a?b?c/d", "/a?b?c/d"),
        Case("/a?b=c=d", "/a?b=c=d"),
        Case("/a?b=1+2", "/a?b=1%2B2"),
        Case("/a#b%23#c", "/a#b%23%23c"),
        // Dot segments, in any spelling.
        Case("/a/./b", "/a/b"),
        Case("/a/../b", "/b"),
        Case("/a/%2e%2E/b", "/b"),
        Case("/a/.%2e/b", "/b"),
        Case("/a/%2e", "/a/"),
        Case("/a/..", "/"),
        Case("/a/b/..", "/a/"),
        Case("/../../a", "/a"),
        Case("app://h/../a", "app://h/a"),
        Case("app:../a", "app:/a"),
        Case("/a/...", "/a/..."),
        Case("/a/..b", "/a/..b"),
        Case("/a/..b%2Fc", "/a/..b%2Fc"),
        Case("/a/...%2fb", "/a/...%2Fb"),
        Case("/a/%2F", "/a/%2F"),
        Case("/a/..%252Fb", "/a/..%252Fb"),
        // Slashes.
        Case("/a//b", "/a/b"),
        Case("/a//", "/a/"),
        Case("app://h//", "app://h/"),
        Case("///", "/"),
        Case("/a\\b", "/a%5Cb"),
    ]

    @Test("a URL has one normal form, which is its own normal form", arguments: cases)
    func normalForm(line: Case) throws {
        let url = try NormalizedURL(line.written)
        #expect(url.description == line.normal)
        #expect(try NormalizedURL(url.description) == url)
    }

    /// A text that is no URL, with the reason and the place.
    struct Refusal: CustomTestStringConvertible {
        let bytes: [UInt8]
        let reason: InvalidURL.Reason
        let offset: Int

        init(_ text: String, _ reason: InvalidURL.Reason, _ offset: Int) {
            self.init(Array(text.utf8), reason, offset)
        }

        init(_ bytes: [UInt8], _ reason: InvalidURL.Reason, _ offset: Int) {
            self.bytes = bytes
            self.reason = reason
            self.offset = offset
        }

        var testDescription: String { String(decoding: bytes, as: UTF8.self).debugDescription }
    }

    static let refusals = [
        Refusal("/a/b\u{0}", .controlCharacter, 3),
        Refusal("/a/%00", .controlCharacter, 3),
        Refusal("/a/\tb", .controlCharacter, 3),
        Refusal("/a\n/b", .controlCharacter, 1),
        Refusal("/a/%7F", .controlCharacter, 3),
        Refusal("/a/%1f/b", .controlCharacter, 3),
        Refusal("/a?b\u{0}", .controlCharacter, 4),
        Refusal("/a?b%00", .controlCharacter, 4),
        Refusal("/a?b\n", .controlCharacter, 4),
        Refusal("/a#b\u{1F}", .controlCharacter, 4),
        Refusal("app://u\u{1}@h/", .controlCharacter, 7),
        Refusal(Array("/a/b".utf8) + [0xFF], .invalidUTF8, 3),
        Refusal("/a/%FF", .invalidUTF8, 3),
        Refusal("/a/%C3", .invalidUTF8, 3),
        Refusal("/%C0%AF", .invalidUTF8, 1),
        Refusal("/%ED%A0%80", .invalidUTF8, 1),
        Refusal("/%F4%90%80%80", .invalidUTF8, 1),
        Refusal("/a?b=%80", .invalidUTF8, 5),
        Refusal("/a?b=%C3", .invalidUTF8, 8),
        Refusal("/a#%80", .invalidUTF8, 3),
        Refusal("app://%FF/", .invalidUTF8, 6),
        Refusal("app://h:x/", .invalidPort, 8),
        Refusal("app://h:8x/", .invalidPort, 9),
        Refusal("app://h:65536/", .invalidPort, 12),
        Refusal("app://h:99999999999999999999/", .invalidPort, 12),
        Refusal("app://h:-1/", .invalidPort, 8),
        Refusal("app://a:b:1/", .invalidPort, 8),
        Refusal("app://:80/x", .invalidHost, 6),
        Refusal("app://u@:80/x", .invalidHost, 8),
        Refusal("app://[::1/", .invalidHost, 6),
        Refusal("app://[]/", .invalidHost, 6),
        Refusal("app://[1:2:3:4:5:6:7]/", .invalidHost, 6),
        Refusal("app://[1:2:3:4:5:6:7:8:9]/", .invalidHost, 6),
        Refusal("app://[1::2::3]/", .invalidHost, 6),
        Refusal("app://[12345::]/", .invalidHost, 6),
        Refusal("app://[::1.2.3]/", .invalidHost, 6),
        Refusal("app://[::1.2.3.256]/", .invalidHost, 6),
        Refusal("app://[::01.2.3.4]/", .invalidHost, 6),
        Refusal("app://[::g]/", .invalidHost, 6),
        Refusal("app://[:1]/", .invalidHost, 6),
        Refusal("app://[fe80::1%25eth0]/", .invalidHost, 6),
        Refusal("app://[::1]x/", .invalidHost, 11),
        Refusal("app://a b/", .invalidHost, 6),
        Refusal("app://a%20b/", .invalidHost, 6),
        Refusal("app://a%2Fb/", .invalidHost, 6),
        Refusal("app://a%00/", .invalidHost, 6),
        Refusal("app://a<b/", .invalidHost, 6),
        Refusal("app://a\\b/", .invalidHost, 6),
        Refusal("https://evil.com\\@a.com/x", .invalidHost, 8),
        Refusal("https://evil.com:80\\@a.com/x", .invalidHost, 8),
        Refusal("/a/..%2Fb", .encodedDotSegment, 3),
        Refusal("/.%2fa/b", .encodedDotSegment, 1),
        Refusal("/a/b%2f..%2Fc", .encodedDotSegment, 3),
        Refusal("/a/%2e%2E%2fb", .encodedDotSegment, 3),
        Refusal("/a/%2F.", .encodedDotSegment, 3),
        Refusal("/a%2F../..", .encodedDotSegment, 1),
        Refusal("app://a^b/", .invalidHost, 6),
        Refusal("app://a|b/", .invalidHost, 6),
        Refusal("app://a%/", .invalidHost, 6),
        Refusal("app://a]/", .invalidHost, 6),
        Refusal("app://%5B%2F%40/x", .invalidHost, 6),
        Refusal("app://%5B::1]/x", .invalidPort, 10),
    ]

    @Test("an invalid URL is refused with the reason and the place", arguments: refusals)
    func refusal(line: Refusal) {
        let error = #expect(throws: InvalidURL.self) { try NormalizedURL(utf8: line.bytes) }
        #expect(error?.reason == line.reason)
        #expect(error?.offset == line.offset)
        #expect(error?.description.hasSuffix("at byte \(line.offset)") == true)
    }

    @Test("the longest URL is parsed, and a longer one is refused")
    func length() throws {
        let text = "/" + String(repeating: "a", count: URLLimits.bytes - 1)
        #expect(try NormalizedURL(text).segments.count == 1)
        let error = #expect(throws: InvalidURL.self) { try NormalizedURL(text + "a") }
        #expect(error?.reason == .tooLong)
        #expect(error?.offset == URLLimits.bytes)
    }

    @Test("the maximum of segments is parsed, and more are refused, even if dots remove some")
    func segments() throws {
        let text = String(repeating: "/a", count: URLLimits.segments)
        #expect(try NormalizedURL(text).segments.count == URLLimits.segments)
        for more in ["/a", "/", "/..", "/."] {
            let error = #expect(throws: InvalidURL.self) { try NormalizedURL(text + more) }
            #expect(error?.reason == .tooManySegments)
            #expect(error?.offset == text.utf8.count + 1)
        }
    }
}
