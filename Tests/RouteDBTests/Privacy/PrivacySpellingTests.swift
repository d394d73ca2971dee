import RouteDBTestSupport
import Testing

@testable import RouteDB

@Suite("Spellings of guarded names")
struct PrivacySpellingTests {
    /// The routes, read as each profile reads URLs.
    static let tables = NamespaceProfile.allCases.map { profile in
        let plain = RegistrySnapshot.of(GuardedURLGenerator.patterns)
        let namespaces = plain.namespaces.map { namespace in
            var namespace = namespace
            namespace.profile = profile
            return namespace
        }
        return RoutingTable(
            RegistrySnapshot(revision: 1, namespaces: namespaces, routes: plain.routes))
    }

    static let rules = [["email=drop"], ["Email=hash"], ["EMAIL=truncate:2"]]

    @Test("no spelling of a guarded name keeps its value, in URLs, parameters and referrers")
    func spellings() throws {
        var urls = GuardedURLGenerator(seed: 91)
        var matched = 0
        for round in 0..<2_500 * FuzzBudget.rounds {
            let url = urls.url()
            let table = Self.tables[round % Self.tables.count]
            let rules = Self.rules[round / Self.tables.count % Self.rules.count]
            let resolution = table.resolve(ResolutionRequest(utf8: url))
            matched += resolution.foundRoute == nil ? 0 : 1
            let hit = try EncodedHit(
                resolution, rules, referrer: String(decoding: url, as: UTF8.self))
            for left in [hit.url, hit.parameters, hit.referrer] {
                guard GuardedURLGenerator.isTold(by: (left ?? "").utf8) else { continue }
                let profile = NamespaceProfile.allCases[round % Self.tables.count]
                Issue.record(
                    "\(profile) \(String(decoding: url, as: UTF8.self)) left \(left ?? "")")
            }
        }
        #expect(matched > 200)
    }

    @Test(
        "a URL without a value of a guarded name is stored as it is",
        arguments: [
            "/static/page?utm_medium=email&utm_source=x", "/static/page?tab=email#email",
            "/static/page?emailed=1&webmail=2&emails=3", "/settings/email/verify", "/email",
            "https://email.example.com:8080/x?a=b", "/static/page?next=%2Fsettings%2Femail",
            "/static/page?next=%2Fx%3Futm_medium%3Demail%26a%3Db", "/static/page?q=e-mail%3Dx",
            "/static/page?email=&a=1", "/static/page?email&a=1", "/static/page?j=%7B%22a%22%3A1%7D",
            "/files/a=b;c=d/e:f", "/nope/%41%zz/+?%=%%&a=%25252525#/x?y=z", "app://email/x",
            "/static/page?fields=id,email,phone", "/static/page?q=how+to+email+people",
            "/nope/a/./b//c?a=..&b=/", "mailto:someone", "/static/page?a=\u{FEFF}b&c=\u{E9}",
        ])
    func innocent(url: String) throws {
        for table in Self.tables {
            let hit = try EncodedHit(table.resolve(url), ["email=drop"], referrer: url)
            #expect(hit.url == url)
            #expect(hit.referrer == url)
        }
    }

    @Test(
        "a part with a guarded name that cannot be parsed is dropped completely",
        arguments: [
            ("/nope#/x?email=S&a=1", "/nope#/x?email=&a=1"),
            ("/nope#!/x?email=S", "/nope#!/x?email="),
            ("/nope?a=1;email=S&b=2", "/nope?a=&b=2"), ("/nope?;email=S", "/nope?;email="),
            ("/nope?%3Femail=S", "/nope?%3Femail="), ("/nope??email=S", "/nope??email="),
            ("/nope? email=S", "/nope? email="),
            ("/nope?email[]=S&email[]=S", "/nope?email[]=&email[]="),
            ("/nope?user[email]=S", "/nope?user[email]="),
            ("/nope?user.email=S", "/nope?user.email="),
            ("/nope?email%3DS&a=1", "/nope?&a=1"), ("/nope?a={\"email\":\"S&b\"}&c=1", "/nope?a="),
            ("/p;email=S/q", "/-/q"), ("email:S", "email:-"), ("/a/S/../b", "/a/-/../b"),
            ("/nope#/a/S/../b", "/nope#/a/-/../b"), ("//h;email=S/x", "//-/x"),
            ("/nope?sort=email:asc", "/nope?sort="), ("/nope?user_email=S", "/nope?user_email="),
            ("/nope?a=%2525252525252525252541", "/nope?a="),
            ("/nope?email_sent=1", "/nope?email_sent=1"),
            ("/nope?z={%22email%22:%22S%22}", "/nope?z="),
            ("/files/{\"email\":\"S/b\"}/c", "/files/-"),
            ("/f/email=-S.json", "/f/---.json"), ("/nope?&#x65;mail=S", "/nope?&#x65;mail="),
        ])
    func parts(url: String, left: String) throws {
        let hit = try EncodedHit(
            Self.tables[0].resolve(url),
            ["email=drop", "email_sent=keep", "mail=drop", "z=truncate:30"],
            referrer: url)
        #expect(hit.url == left)
        #expect(hit.parameters == nil)
    }
}
