import Foundation
import RouteDBHistory
import RouteDBRouting
import RouteDBTestSupport
import Testing

@Suite("Clients by their user agents")
struct HitClientTests {
    private func client(_ userAgent: String) -> HitClient? {
        let bytes = Array(userAgent.utf8)
        return HitClient(userAgent: bytes.span.bytes)
    }

    @Test(
        "browsers and apps name their platform",
        arguments: [
            ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15", "ios"),
            ("Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) AppleWebKit/605.1.15", "ipados"),
            ("Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0", "android"),
            ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1", "macos"),
            ("Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Firefox/140.0", "windows"),
            ("Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:140.0) Firefox/140.0", "linux"),
            ("Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) Chrome/140.0 Safari/537.36", "other"),
            ("Mozilla/5.0 (Linux; Android 12; CUBOT KINGKONG) Chrome/140.0", "android"),
            ("Shop/12 CFNetwork/1568.200.51 Darwin/24.1.0", "ios"),
            ("Shop/12 CFNetwork/1209 Darwin/20.2.0 (x86_64)", "macos"),
            ("Shop/4.1 (iPhone; iOS 18.1; Scale/3.00)", "ios"),
            ("okhttp/4.12.0", "android"),
            ("Dalvik/2.1.0 (Linux; U; Android 14; SM-S911B Build/UP1A)", "android"),
        ])
    func platforms(userAgent: String, platform: String) {
        #expect(client(userAgent)?.platform.rawValue == platform)
        #expect(client(userAgent)?.isBot == false)
    }

    @Test(
        "bots say what they are, or name neither a browser nor a platform",
        arguments: [
            "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
            "Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X) Chrome/1 Mobile Safari/537.36 (compatible; bingbot/2.0)",
            "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/140.0 Safari/537.36",
            "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2)",
            "curl/8.5.0", "python-requests/2.32", "Go-http-client/2.0", "WhatsApp/2.19.308 A",
            "facebookexternalhit/1.1", "Baiduspider", "GoogleOther", "robot",
        ])
    func bots(userAgent: String) { #expect(client(userAgent)?.isBot == true) }

    @Test("of no user agent nothing is known", arguments: ["", "-", "  "])
    func unknown(userAgent: String) { #expect(client(userAgent) == nil) }

    @Test("any bytes are read")
    func bytes() {
        let long = [UInt8](repeating: 0xFF, count: 9_000)
        #expect(HitClient(userAgent: long.span.bytes) != nil)
        for count in 0..<40 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ count) }
            _ = HitClient(userAgent: bytes.span.bytes)
        }
    }

    @Test("each client has a number of its own, and other numbers have none")
    func numbers() {
        let known = (Int64.zero...300).compactMap { HitClient(number: $0) }
        #expect(known.count == 14 && Set(known).count == 14)
        for client in known { #expect(HitClient(number: client.number) == client) }
        #expect(HitClient(number: .min) == nil && HitClient(number: .max) == nil)
        let (bots, others) = (HitClient.numbers(ofBots: true), HitClient.numbers(ofBots: false))
        #expect(bots.count == 7 && others.count == 8 && bots.isDisjoint(with: others))
        #expect(others.contains(0))
    }

    // MARK: Accuracy

    private static let lists = SharedData.url(of: "useragents")

    private func lines(_ name: String) throws -> [Substring] {
        let url = try #require(Self.lists).appendingPathComponent(name)
        return try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
    }

    @Test(
        "97 of 100 crawlers of a public list are known, and few others are taken for one",
        .enabled(if: lists != nil))
    func crawlers() throws {
        let crawlers = try lines("crawlers.tsv")
        let missed = crawlers.filter { client(String($0))?.isBot != true }
        #expect(crawlers.count > 1_000 && missed.count * 100 < crawlers.count * 3, "\(missed)")
        // Of the 15 that are taken for bots, 11 are: downloaders and tools.
        let others = try lines("platforms.tsv").dropFirst().compactMap {
            $0.split(separator: "\t", maxSplits: 1).last
        }
        let taken = others.filter { client(String($0))?.isBot == true }
        #expect(others.count > 300 && taken.count * 20 < others.count, "\(taken)")
    }

    @Test(
        "97 of 100 user agents of a public list have the platform that it says",
        .enabled(if: lists != nil))
    func families() throws {
        let names = [
            "iOS": ["ios", "ipados"], "Windows": ["windows"], "Mac OS X": ["macos"],
            "Mac OS": ["macos"], "Android": ["android"], "Linux": ["linux"], "Ubuntu": ["linux"],
            "Debian": ["linux"], "Gentoo": ["linux"], "Mandriva": ["linux"],
        ]
        let rows = try lines("platforms.tsv").dropFirst().map {
            $0.split(separator: "\t", maxSplits: 1).map(String.init)
        }
        let wrong = rows.filter { row in
            let platform = client(row[1])?.platform.rawValue ?? ""
            return !(names[row[0]] ?? ["other"]).contains(platform)
        }
        #expect(rows.count > 300 && wrong.count * 100 < rows.count * 3, "\(wrong)")
    }
}
