import RouteDBHistory

/// The attributes of the sender of an HTTP request, as its header fields tell them.
///
/// Access rules and redirects read the attributes as values of the context, such as
/// `context.platform in ios,android`. An attribute is missing only if its field is not known at all: rules that
/// refuse or challenge apply where what they read is missing.
///
/// | key | value |
/// |---|---|
/// | `platform` | `ios`, `ipados`, `android`, `macos`, `windows`, `linux` or `other` |
/// | `device` | `phone`, `tablet`, `desktop`, `bot` or `other`, such as a television |
/// | `bot` | the name of a program that acts by itself, such as `googlebot`, or `true` for one without a name; `false` for others |
/// | `inApp` | true in the browser inside another app |
/// | `language` | the preferred language, such as `de`; empty without one |
/// | `country` | the country, such as `DE`; empty if it is not told |
///
/// ```swift
/// let visitor = VisitorAttributes(
///     userAgent: agent, acceptLanguage: "de-AT,de;q=0.9,en;q=0.5")
/// let request = ResolutionRequest("https://go.example/app", context: visitor.context)
/// ```
///
/// People can send any user agent: the attributes choose a page, and protect nothing.
public struct VisitorAttributes: Hashable, Sendable {
    /// The keys of attributes that a line of a log may tell, by its user agent and its languages.
    package static let loggedKeys = ["platform", "device", "bot", "inApp", "language"]

    /// The attributes, by key.
    public private(set) var context = JSONObject()

    /// Reads header fields.
    ///
    /// - Parameters:
    ///   - userAgent: The field `User-Agent` (RFC 9110, section 10.1.5), empty for a request without it; `nil` if
    ///     it is not known.
    ///   - acceptLanguage: The field `Accept-Language` (RFC 9110, section 12.5.4), likewise.
    ///   - country: The country, by ISO 3166-1 such as `DE`, from a proxy that is trusted; anything else than two
    ///     letters is no country.
    /// - Complexity: Linear in the fields, of which only the first 512 bytes are read.
    public init(userAgent: String?, acceptLanguage: String? = nil, country: String? = nil) {
        if let userAgent { read(UserAgentText(userAgent)) }
        if let acceptLanguage {
            context["language"] = .string(PreferredLanguage.read(acceptLanguage) ?? "")
        }
        if let country {
            let isCode = country.utf8.count == 2 && country.utf8.allSatisfy(\.isASCIILetter)
            context["country"] = .string(isCode ? country.uppercased() : "")
        }
    }

    /// Reads a user agent alone.
    package init(userAgent: RawSpan) { read(UserAgentText(userAgent)) }

    /// Reads the languages alone, which a log may have.
    package init(acceptLanguage: RawSpan) {
        // The span lends its bytes for the closure.
        let text = unsafe acceptLanguage.withUnsafeBytes {
            unsafe String(decoding: $0, as: UTF8.self)
        }
        self.init(userAgent: nil, acceptLanguage: text)
    }

    /// The attributes as a history stores them.
    package var stored: [UInt8] {
        var attributes = ResolutionRequest.Attributes()
        attributes.context = context
        return Array(attributes.json.description.utf8)
    }

    private mutating func read(_ agent: UserAgentText) {
        let client = HitClient(agent) ?? HitClient(isBot: false, platform: .other)
        let isBot = client.isBot
        context["platform"] = .string(client.platform.rawValue)
        context["device"] = .string(isBot ? "bot" : agent.device(on: client.platform))
        context["bot"] = isBot ? agent.botName.map(JSONValue.string) ?? true : false
        context["inApp"] = .bool(!isBot && agent.isInsideApp(on: client.platform))
    }
}

extension UserAgentText {
    /// The sort of device that a platform runs on.
    fileprivate func device(on platform: HitClient.Platform) -> String {
        switch platform {
        case .ios: "phone"
        case .ipados: "tablet"
        // Browsers of Android say "Mobile" on telephones only.
        case .android: contains("mobile") ? "phone" : "tablet"
        case .macos, .windows, .linux: "desktop"
        case .other: "other"
        }
    }

    /// The names by which apps mark the browser inside them.
    private static let apps = [
        "fban/", "fbav/", "fb_iab", "instagram", " line/", "micromessenger", "twitter",
        "linkedinapp",
        "snapchat", "pinterest/", "bytedance", "musical_ly", "tiktok", "gsa/", "; wv)",
    ]

    /// Returns whether this is the browser inside an app: it names the app, is the system's view of web pages,
    /// or is WebKit on an iPhone or iPad that does not call itself a browser.
    fileprivate func isInsideApp(on platform: HitClient.Platform) -> Bool {
        if Self.apps.contains(where: contains) { return true }
        let isApple = platform == .ios || platform == .ipados
        return isApple && contains("applewebkit") && !contains("safari/")
    }

    /// The words in the names of bots.
    private static let botWords = [
        "bot", "crawl", "spider", "slurp", "preview", "externalhit", "headless", "lighthouse",
    ]

    /// The longest name of a bot that is kept.
    private static let nameLimit = 40

    /// The name of a bot: the product with the word of a bot in its name, else the one behind `compatible`, else
    /// the first one, unless it is the one that all browsers begin with.
    fileprivate var botName: String? {
        let names = names.filter { $0.utf8.count <= Self.nameLimit }
        if let named = names.first(where: { name in Self.botWords.contains(where: name.contains) })
        {
            return named
        }
        if let place = names.firstIndex(of: "compatible"), place + 1 < names.count {
            return names[place + 1]
        }
        return names.first.flatMap { $0 == "mozilla" ? nil : $0 }
    }
}

/// The language that a client likes best.
private enum PreferredLanguage {
    /// The most languages that are read of a field.
    private static let limit = 20

    /// Returns the first part of the language with the highest weight, of equals the first; `nil` if none is named.
    static func read(_ field: String) -> String? {
        var best: (language: String, weight: Double)?
        for item in field.prefix(512).split(separator: ",").prefix(limit) {
            let parts = item.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
            guard let tag = parts.first, let language = primary(tag),
                let weight = weight(parts.dropFirst()),
                weight > best?.weight ?? 0
            else { continue }
            best = (language, weight)
        }
        return best?.language
    }

    /// The language of a tag such as `de-AT`, which has two or three letters (RFC 5646, section 2.2.1).
    private static func primary(_ tag: String) -> String? {
        let language = tag.utf8.prefix { $0 != UInt8(ascii: "-") }
        guard 2...3 ~= language.count, language.allSatisfy(\.isASCIILetter) else { return nil }
        return String(decoding: language, as: UTF8.self).lowercased()
    }

    /// The weight from 0 to 1; `nil` if it is none.
    private static func weight(_ parameters: ArraySlice<String>) -> Double? {
        guard let parameter = parameters.first else { return 1 }
        guard parameter.lowercased().hasPrefix("q="), let weight = Double(parameter.dropFirst(2)),
            0...1 ~= weight
        else { return nil }
        return weight
    }
}
