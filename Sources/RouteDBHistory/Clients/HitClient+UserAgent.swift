import RouteDBRouting

// How a user agent is read. Browsers name their platform in a comment: "Mozilla/5.0 (iPhone; …)". Apps
// name it too, or are known by the library that sends their requests. Bots say what they are, give an
// address to complain at, or name neither a browser nor a platform.
extension HitClient {
    /// The longest beginning of a user agent that is looked at.
    private static let limit = 512

    /// Reads a user agent; `nil` if it is empty, or `-` as in logs.
    package init?(userAgent: RawSpan) {
        let text = UserAgentText(userAgent, first: Self.limit)
        guard !text.isBlank else { return nil }
        let platform = Self.platform(of: text)
        self.init(isBot: Self.isBot(text, on: platform), platform: platform)
    }

    // MARK: Platforms

    /// The words of a platform; the first group of which one occurs decides, since many systems
    /// pretend to be another that is more common.
    private static let platforms: [(platform: Platform, words: [String])] = [
        (
            .other,
            [
                "windows phone", "windows ce", "windows mobile", "iemobile", "wds ", "watchos",
                "tvos",
                "apple tv", "appletv", "tizen", "web0s", "webos", "hpwos", "kaios", "sailfish",
                "meego",
                "maemo", "hbbtv", "smart-tv", "smarttv", "googletv", "crkey", "; cros ", "roku/",
                "playstation", "xbox", "nintendo", "blackberry", "bb10", "playbook", "symb",
                "series60",
                "series 60", "s60;", "s60v", "series40", "bada", "brew", "kindle/", "sunos",
            ]
        ),
        (.ipados, ["ipad"]),
        (.ios, ["iphone", "ipod", "ios ", "ios/", "(ios"]),
        (.android, ["android", "dalvik", "okhttp", "silk/", "silk-", " adr "]),
        (.windows, ["windows", "win64", "win32", "win98", "win95", "winnt"]),
        (
            .macos,
            [
                "macintosh", "mac os", "mac_powerpc", "macos", "macbook", "imac", "macmini",
                "mac pro",
                "macpro", "darwin",
            ]
        ),
        (.linux, ["linux", "ubuntu", "debian", "fedora", "x11"]),
    ]

    private static func platform(of text: UserAgentText) -> Platform {
        // The system's library of Apple tells a Mac by its processor only.
        if text.contains("cfnetwork"), !["i386", "x86_64", "mac"].contains(where: text.contains) {
            return text.contains("ipad") ? .ipados : .ios
        }
        guard let found = platforms.first(where: { $0.words.contains(where: text.contains) }) else {
            return .other
        }
        // Of the systems with X11, only Linux is told from others.
        return found.platform == .linux && text.contains("bsd") ? .other : found.platform
    }

    // MARK: Bots

    /// The words by which bots say what they are, or how to reach who runs them.
    private static let bots = [
        "crawl", "spider", "slurp", "scrap", "http://", "https://", "www.", "@", "headless",
        "lighthouse",
        "preview", "monitor", "uptime", "pingdom", "synthetic", "check", "verif", "scan",
        "playwright",
        "selenium", "puppeteer", "-user/", "-user)", "agent)", "agent/", "-agent", "google-",
        ".com)",
        ".com/", ".org)", "wget", "curl", "python", "java/", "go-http-client", "libwww",
    ]

    /// The words of browsers that do not begin as most do, and of the libraries of apps.
    private static let others = [
        "opera", "browser", "netfront", "ucweb", "hbbtv", "wap", "cldc", "nokia", "roku/",
        "cfnetwork",
        "darwin", "okhttp", "dalvik", "alamofire", "watchos",
    ]

    private static func isBot(_ text: UserAgentText, on platform: Platform) -> Bool {
        if text.hasWordOfBot || bots.contains(where: text.contains) { return true }
        if text.contains("compatible") {
            // "Mozilla/5.0 (compatible; …)", but for the browsers that wrote so long ago.
            return !["msie", "trident", "konqueror", "netfront"].contains(where: text.contains)
        }
        return platform == .other && !text.hasPrefix("mozilla/")
            && !others.contains(where: text.contains)
    }
}

/// A user agent in which words are looked for, regardless of case.
private struct UserAgentText {
    private let bytes: [UInt8]

    init(_ text: RawSpan, first count: Int) {
        // The span lends its bytes for the closure.
        bytes = unsafe text.withUnsafeBytes { text in
            unsafe text.prefix(count).map(\.asciiLowercased)
        }
    }

    /// True if there is no user agent.
    var isBlank: Bool { bytes.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "-") } }

    func hasPrefix(_ word: String) -> Bool { bytes.starts(with: word.utf8) }

    func contains(_ word: String) -> Bool { place(of: Array(word.utf8), from: 0) != nil }

    /// True if a word ends or begins with `bot`, such as `Googlebot/2.1`, other than that of phones
    /// by Cubot.
    var hasWordOfBot: Bool {
        let bot = Array("bot".utf8)
        var start = 0
        while let place = place(of: bot, from: start) {
            start = place + bot.count
            let ends = start == bytes.count || !bytes[start].isASCIILetter
            let begins = place == 0 || !bytes[place - 1].isASCIILetter
            let isPhone = bytes[..<place].suffix(2).elementsEqual("cu".utf8)
            if begins || (ends || bytes[start] == UInt8(ascii: "s")) && !isPhone { return true }
        }
        return false
    }

    private func place(of word: [UInt8], from start: Int) -> Int? {
        guard let first = word.first, bytes.count - start >= word.count else { return nil }
        var index = start
        while index <= bytes.count - word.count {
            if bytes[index] == first, bytes[index...].starts(with: word) { return index }
            index += 1
        }
        return nil
    }
}
