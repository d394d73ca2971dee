#if Server
import RouteDB
import RouteDBServer
import RouteDBTestSupport
import Testing

@Suite("Links beside resolutions (oracle)")
struct LinkOracleTests {
    private static let agents = [
        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 Version/17.4 Mobile/15E148",
        "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/124.0 Mobile Safari/537.36",
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/124.0 Safari/537.36",
        "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", "curl/8.5.0",
    ]
    private static let languages = ["de-AT,de;q=0.9,en;q=0.5", "en", "fr;q=0.1, ja", "*"]
    private static let paths = [
        "/spring", "/item/7", "/item/a%20b", "/files/a/b/c", "/files/", "/go/x?utm_source=mail",
        "/%E6%BC%A2/1", "/nowhere",
    ]

    /// Adds redirects that use all that destinations are made of.
    private static func addRoutes(_ editor: RegistryEditor) throws {
        let ios = try RouteRedirect.Variant(
            "context.platform in ios,ipados => https://store.example/{id}")
        let german = try RouteRedirect.Variant(
            "context.language = de => https://shop.example/de/{id}")
        let redirects = [
            ("/spring", RouteRedirect(to: "https://shop.example/spring?a=1", status: 302)),
            (
                "/item/{id}",
                RouteRedirect(
                    to: "https://shop.example/{id}#top", status: 307, variants: [ios, german])
            ),
            ("/files/{rest:path}", RouteRedirect(to: "/archive/{rest}", status: 301)),
            ("/go/{id}", RouteRedirect(to: "https://shop.example/?item={id}", status: 303)),
            ("/漢/{id}", RouteRedirect(to: "/kanji/{id}", status: 308)),
        ]
        for (pattern, redirect) in redirects {
            try editor.add(RouteDraft(pattern: pattern, target: "t", redirect: redirect))
        }
    }

    /// Makes the target of a request: a path that routes match, or one that is damaged.
    private static func target(_ random: inout SeededGenerator) -> String {
        let path = Array(random.pick(paths).utf8)
        guard !random.oneIn(3) else { return String(decoding: path, as: UTF8.self) }
        let damaged = random.damaged(path, marks: Array("/?#&=@.%2Fab1-A+;\\".utf8))
        // What cannot stand in the first line of a request is no visit.
        let plain = damaged.filter { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") }
        return "/" + String(decoding: plain.drop { $0 == UInt8(ascii: "/") }, as: UTF8.self)
    }

    @Test("visitors are led where 'resolve' says, byte for byte")
    func locations() async throws {
        let directory = try TemporaryDirectory()
        var random = SeededGenerator(seed: 46)
        var redirects = 0
        try await RunningServer.with(
            in: directory,
            { options in
                (options.address, options.links) = (nil, ListenAddress(port: 0))
                options.isWriting = false
            }, registry: Self.addRoutes
        ) { server in
            let registry = try await RouteRegistry.open(
                server.registry, options: .testing(.reading))
            for visit in 0..<500 * FuzzBudget.rounds {
                let target = Self.target(&random)
                let (agent, language) = (random.pick(Self.agents), random.pick(Self.languages))
                let answer = try await server.visitor.with(("Host", "go.example"))
                    .with(("User-Agent", agent)).with(("Accept-Language", language)).get(target)
                let visitor = VisitorAttributes(userAgent: agent, acceptLanguage: language)
                let resolution = registry.table.resolve(
                    ResolutionRequest(
                        "http://go.example\(target)", kind: "GET", context: visitor.context))
                let location =
                    resolution.outcome == .matched ? resolution.redirect?.location : nil
                #expect(
                    answer.field("location") == location, "visit \(visit): \(target) by \(agent)")
                redirects += location == nil ? 0 : 1
            }
            await registry.close()
        }
        #expect(redirects > 100)
    }
}
#endif
