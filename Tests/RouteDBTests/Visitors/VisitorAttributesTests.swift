import RouteDB
import RouteDBTestSupport
import Testing

@Suite("The attributes of a visitor")
struct VisitorAttributesTests {
    private static let webKit = "AppleWebKit/605.1.15 (KHTML, like Gecko)"

    @Test(
        "platform, device, bot and the browser inside an app come from the user agent",
        arguments: [
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) \(webKit) Version/17.4 Mobile/15E148"
                    + " Safari/604.1", ["platform": "ios", "device": "phone"]
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) \(webKit) Mobile/15E148",
                ["platform": "ios", "device": "phone", "inApp": true]
            ),
            (
                "Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) \(webKit) Version/16.6 Mobile/15E148"
                    + " Safari/604.1", ["platform": "ipados", "device": "tablet"]
            ),
            (
                "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko)"
                    + " Chrome/124.0.0.0 Mobile Safari/537.36",
                ["platform": "android", "device": "phone"]
            ),
            (
                "Mozilla/5.0 (Linux; Android 13; SM-X700; wv) AppleWebKit/537.36 Chrome/124.0 Safari/537.36",
                ["platform": "android", "device": "tablet", "inApp": true]
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:125.0) Gecko/20100101 Firefox/125.0",
                ["platform": "windows", "device": "desktop"]
            ),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) \(webKit) Version/17.4 Safari/605.1.15",
                ["platform": "macos", "device": "desktop"]
            ),
            (
                "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
                ["platform": "other", "device": "bot", "bot": "googlebot"]
            ),
            (
                "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
                ["platform": "other", "device": "bot", "bot": "facebookexternalhit"]
            ),
            (
                "Mozilla/5.0 (compatible; Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp)",
                ["platform": "other", "device": "bot", "bot": "slurp"]
            ),
            ("curl/8.5.0", ["platform": "other", "device": "bot", "bot": "curl"]),
            ("", [:]), ("-", [:]),
            ("WhatsApp/2.23.20.0", ["platform": "other", "device": "bot", "bot": "whatsapp"]),
        ] as [(String, JSONObject)])
    func userAgents(agent: String, context: JSONObject) {
        let usual: JSONObject = [
            "platform": "other", "device": "other", "bot": false, "inApp": false,
        ]
        #expect(VisitorAttributes(userAgent: agent).context == usual.merging(context), "\(agent)")
    }

    @Test(
        "the preferred language is the first part of the one with the highest weight",
        arguments: [
            ("de-AT,de;q=0.9,en;q=0.5", "de"), ("en;q=0.5, fr-CA ; q=0.8, de;q=0.3", "fr"),
            ("*", nil), ("*, ja;q=0.1", "ja"), ("fr;q=0", nil), ("", nil), ("de;q=2, en", "en"),
            ("DE", "de"), ("x-klingon, gsw", "gsw"), (";;;,,,q=1", nil), ("en;level=1", nil),
        ] as [(String, String?)])
    func languages(field: String, language: String?) {
        let context = VisitorAttributes(userAgent: nil, acceptLanguage: field).context
        #expect(context["language"] == .string(language ?? ""), "\(field)")
    }

    @Test("a country has two letters")
    func countries() {
        func country(_ text: String) -> JSONValue? {
            VisitorAttributes(userAgent: nil, country: text).context["country"]
        }
        #expect(country("de") == "DE" && country("AT") == "AT")
        #expect(country("T1") == "" && country("") == "" && country("<x>") == "")
    }

    @Test("what is not known is missing")
    func unknown() {
        #expect(VisitorAttributes(userAgent: nil).context.members.isEmpty)
    }

    @Test("whatever is sent, the attributes are few and short")
    func hostile() {
        var generator = SeededGenerator(seed: 46)
        let words = [
            "bot", "Mozilla/5.0", "(compatible;", "/", "//", ";", "q=", "\u{0}", "é", "http://x",
            ",",
            "*", "-", "android", "iphone", String(repeating: "a", count: 300) + "bot",
        ]
        for _ in 0..<FuzzBudget.tries(20_000, byDefault: 2_000) {
            let text = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
                generator.pick(words)
            }
            .joined(separator: generator.pick(["", " "]))
            let context = VisitorAttributes(userAgent: text, acceptLanguage: text, country: text)
                .context
            #expect(context.members.count <= 6)
            for member in context.members {
                guard case .string(let value) = member.value else { continue }
                #expect(value.utf8.count <= 40, "\(text)")
            }
        }
    }
}
