import RouteDBTestSupport
import Testing

@testable import RouteDB

@Suite("Values by permission")
struct PermissionTests {
    private static let table = RoutingTable(
        .of(
            GuardedURLGenerator.patterns + [
                "/shop/{size:enum(small,large)}/{item}", "/list?page={page:int}&mode=full",
                "app://open/{id:int}",
            ]))

    private static let secret = GuardedURLGenerator.secret
    private static let names = ["utm_source", "ref", "next", "a", "q", "b", "page"]

    @Test("no spelling of a value that nothing permits is kept, in URLs, parameters and referrers")
    func spellings() throws {
        var urls = GuardedURLGenerator(seed: 95)
        let rule = "@keep=\(Self.names.joined(separator: ","))"
        var matched = 0
        for round in 0..<4_100 * FuzzBudget.rounds {
            let url = urls.url()
            let table = PrivacySpellingTests.tables[round % PrivacySpellingTests.tables.count]
            let resolution = table.resolve(ResolutionRequest(utf8: url))
            matched += resolution.foundRoute == nil ? 0 : 1
            let hit = try EncodedHit(
                resolution, [rule], referrer: String(decoding: url, as: UTF8.self))
            for left in [hit.url, hit.parameters, hit.referrer] {
                guard GuardedURLGenerator.isTold(by: (left ?? "").utf8) else { continue }
                Issue.record("\(String(decoding: url, as: UTF8.self)) left \(left ?? "")")
            }
        }
        #expect(matched > 200)
    }

    @Test("wherever a value stands, it is kept only where its name or its type permits it")
    func places() throws {
        var random = SeededGenerator(seed: 96)
        let marks = [
            "", "?", "&", ";", "#", "=", "/", "%26", "%3D", "%253D", "%C0%BD", "+", "..", "%", "@",
            ":",
        ]
        let keys = Self.names + ["email", "A", "utm_source ", "ref;x", "%72ef", "utm%5Fsource"]
        let bases = [
            "/user/7", "/reset/x", "/static/page", "https://t1.example.com/home", "/shop/small/x",
            "/list?page=7&mode=full", "/nope/x", "app://open/7", "//[", "https://u@h/x",
        ]
        for _ in 0..<4_000 * FuzzBudget.rounds {
            var url = random.pick(bases)
            url += url.contains("?") ? "&" : random.pick(["?", "#", "?x#", ";", "/"])
            for _ in 0..<random.below(4) {
                url +=
                    random.pick(keys) + random.pick(marks) + random.pick(["v", "", "7"])
                    + random.pick(marks) + "&"
            }
            // A name that the list does not have stands right before the value.
            url += random.pick(["mail", "Ref", "x_ref", "UTM_SOURCE", "%72%65f2"])
            url += random.pick(["=", "%3D", "==", "=a;b="]) + Self.secret
            url += random.pick(["", "&ref=x", "#ref", "%", "&email"])
            let hit = try EncodedHit(
                Self.table.resolve(url), ["@keep=\(Self.names.joined(separator: ","))"],
                referrer: url)
            for left in [hit.url, hit.parameters, hit.referrer] {
                #expect(
                    !GuardedURLGenerator.isTold(by: (left ?? "").utf8), "\(url) left \(left ?? "")")
            }
        }
    }

    @Test(
        "literals, permitted names and types of few values stay",
        arguments: [
            ("/user/42?utm_source=mail&token=S", "/user/42?utm_source=mail", #"{"id":42}"#),
            ("/%75ser/%34%32", "/%75ser/%34%32", #"{"id":42}"#),
            ("/reset/S", "/reset/-", nil), ("/files/S/T", "/files/-/-", nil),
            ("/any/S/T", "/any/-/-", nil), ("/f/S-T.json", "/f/---.json", nil),
            ("/shop/large/S", "/shop/large/-", #"{"size":"large"}"#),
            ("/list?mode=full&page=7&x=S", "/list?mode=full&page=7", #"{"page":7}"#),
            ("/search?q=S", "/search?q=", nil),
            ("https://u:p@S.example.com:80/home?ref=a", "https://-.example.com:80/home?ref=a", nil),
            ("https://h.example/static/page#S", "https://h.example/static/page", nil),
            ("https://h=S/static/page", "https://-/static/page", nil),
            ("/S/../static/page", "/-/../static/page", nil),
            ("/static/page?ref=a&ref=b&Ref=S&ref", "/static/page?ref=a&ref=b&ref", nil),
            (
                "/static/page?ref=a;email=S&ref=a%3DS&ref=a%2525",
                "/static/page?ref=&ref=&ref=", nil
            ),
            ("/static/page?ref=gr%C3%BCn+blau", "/static/page?ref=gr%C3%BCn+blau", nil),
            ("/static/page?S", "/static/page", nil),
            ("/static/page#ref=x", "/static/page#ref=x", nil),
            ("app://open/7?S=1", "app://open/7", #"{"id":7}"#),
        ] as [(String, String, String?)])
    func kept(url: String, left: String, parameters: String?) throws {
        let resolution = Self.table.resolve(url)
        #expect(resolution.outcome == .matched)
        let hit = try EncodedHit(resolution, ["@keep=utm_source,ref"])
        #expect(hit.url == left)
        #expect(hit.parameters == parameters)
    }

    @Test(
        "of URLs that lead nowhere only the form is kept, unless a rule says so",
        arguments: [
            ("/nope/S?ref=a&x=S", "@keep=ref", "/-/-?ref=a"), ("S", "@keep=ref", "-"),
            ("other://S/x?ref=a", "@keep=ref", "-"), ("S:x", "@keep=ref", "-"),
            ("/nope/S;x=1?ref=a", "@keep=ref @unmatched=path", "/nope/-"),
            ("https://h/S?ref=a", "@keep=ref @unmatched=host", "https://h"),
            ("/nope?ref=a&x=S", "@keep=", "/-"),
            ("/nope?email=S&ref=a", "@keep=ref email=truncate:1", "/-?email=S&ref=a"),
        ])
    func untaken(url: String, rules: String, left: String) throws {
        let resolution = Self.table.resolve(url)
        #expect(resolution.route == nil)
        let hit = try EncodedHit(resolution, rules.split(separator: " ").map(String.init))
        #expect(hit.url == left)
    }

    @Test("rules by name go with a list, and a named parameter is kept")
    func named() throws {
        let hashed = try EncodedHit(
            Self.table.resolve("/reset/S?email=T"), ["@keep=token", "email=hash"])
        #expect(hashed.url == "/reset/S?email=\(EncodedHit.hash("T"))")
        #expect(hashed.parameters == #"{"token":"S"}"#)
        let hidden = try EncodedHit(Self.table.resolve("/reset/a%3Bb=S"), ["@keep=token"])
        #expect((hidden.url, hidden.parameters) == ("/reset/-", nil))
        let rest = try EncodedHit(Self.table.resolve("/files/a/b"), ["rest=truncate:9", "@keep="])
        #expect((rest.url, rest.parameters) == ("/files/a/-", nil))
    }

    @Test("a list is printed as it is written, and a wrong one is refused")
    func texts() throws {
        let rules = try PrivacyRules(["@keep=ref,utm_source", "@agent=kind", "x=drop"])
        #expect("\(rules)" == "x=drop @keep=ref,utm_source @agent=kind")
        #expect(!rules.keepsAll)
        #expect(try "\(PrivacyRules(["@keep="]))" == "@keep=")
        for wrong in [["@keep=a,,b"], ["@keep=*"], ["@keep=@agent"], ["@keep=a", "*=keep"]] {
            let error = #expect(throws: RouteDBError.self) { try PrivacyRules(wrong) }
            #expect(error?.code == .invalidValue && error?.hint != nil)
        }
    }
}
