import RouteDBRouting

// How a user agent is read. Browsers name their platform in a comment: "Mozilla/5.0 (iPhone; …)". Apps
// name it too, or are known by the library that sends their requests. Bots say what they are, give an
// address to complain at, or name neither a browser nor a platform.
extension HitClient {
    /// Reads a user agent; `nil` if it is empty, or `-` as in logs.
    package init?(userAgent: RawSpan) {
        self.init(UserAgentText(userAgent))
    }

    /// Reads a user agent; `nil` if it is empty, or `-` as in logs.
    package init?(_ text: UserAgentText) {
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
