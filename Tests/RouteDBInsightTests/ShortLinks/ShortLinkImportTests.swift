import RouteDB
import RouteDBInsight
import RouteDBRouting
import RouteDBStorage
import RouteDBTestSupport
import Testing

@Suite("Short links of other services")
struct ShortLinkImportTests {
    private func read(_ text: String, _ service: ShortLinkService) throws -> ForeignRoutes {
        try ForeignRoutes(shortLinks: Array(text.utf8), of: service, .init())
    }

    private func links(_ routes: ForeignRoutes) -> [String] {
        routes.routes.map { "\($0.draft.pattern ?? "") \($0.draft.redirect?.location ?? "")" }
    }

    private func variants(_ routes: ForeignRoutes) -> [String] {
        routes.routes.flatMap { $0.draft.redirect?.variants ?? [] }.map(\.description)
    }

    @Test("the pages and stores of a dynamic link become variants, and what does not is told")
    func dynamicLink() throws {
        let query = [
            "link=https%3A%2F%2Fe.com%2F", "ifl=https%3A%2F%2Fe.com%2Fi",
            "ipfl=https%3A%2F%2Fe.com%2Fp",
            "isi=42", "afl=https%3A%2F%2Fe.com%2Fa", "ofl=https%3A%2F%2Fe.com%2Fo", "st=T", "amv=7",
        ].joined(separator: "&")
        let routes = try read(
            "Short link,Long link\nhttps://x.page.link/a,https://x.page.link/?\(query)\n", .firebase
        )
        #expect(
            variants(routes) == [
                "context.platform = ipados => https://e.com/p 302",
                "context.platform in ios,ipados => https://e.com/i 302",
                "context.platform = android => https://e.com/a 302",
                "context.device = desktop => https://e.com/o 302",
            ])
        #expect(routes.losses.list.count == 2)
        let store = try read(
            "Short link,Long link\nhttps://x.page.link/a,https://x.page.link/?link=https://e.com/&isi=42\n",
            .firebase)
        #expect(
            variants(store) == [
                "context.platform in ios,ipados => https://apps.apple.com/app/id42 302"
            ])
    }

    @Test("Shlink's rules become variants, in their order; those that cannot be are told")
    func rules() throws {
        func rule(_ url: String, _ conditions: String) -> String {
            #"{"longUrl": "\#(url)", "conditions": [\#(conditions)]}"#
        }
        func condition(_ type: String, _ value: String, key: String = "") -> String {
            #"{"type": "\#(type)", "matchKey": "\#(key)", "matchValue": "\#(value)"}"#
        }
        let rules = [
            rule(
                "https://e.com/1", condition("device", "ios") + "," + condition("language", "de-AT")
            ),
            rule("https://e.com/2", condition("query-param", "x y", key: "ref")),
            rule("https://e.com/3", condition("ip-address", "10.0.0.1")),
            rule("https://e.com/4", condition("geolocation-country-code", "at")),
            rule("https://e.com/5", condition("before-date", "2030-01-01T00:00:00Z")),
        ].joined(separator: ",")
        let routes = try read(
            #"{"shortUrls": {"data": [{"shortCode": "a", "longUrl": "https://e.com/", "hasRedirectRules": true, "redirectRules": [\#(rules)]}]}}"#,
            .shlink)
        #expect(
            variants(routes) == [
                "context.platform in ios,ipados; context.language = de => https://e.com/1 302",
                "query.ref = \"x y\" => https://e.com/2 302",
                "context.country = AT => https://e.com/4 302",
                "time period ..2030-01-01T00:00:00Z => https://e.com/5 302",
            ])
        #expect(
            routes.losses.list.count == 1 && routes.losses.list[0].message.contains("ip-address"))
    }

    @Test("Dub's and Bitly's links are read, with the places for platforms and countries")
    func others() throws {
        let dub = try read(
            #"""
            [{"domain": "go.example", "key": "a", "url": "https://e.com/", "ios": "https://e.com/i",
              "android": null, "geo": {"at": "https://e.at/"}, "expiresAt": "2030-01-01T00:00:00.000Z",
              "title": "T", "tags": []}]
            """#, .dub)
        #expect(links(dub) == ["//go.example/a https://e.com/"])
        #expect(
            variants(dub) == [
                "context.country = AT => https://e.at/ 302",
                "context.platform in ios,ipados => https://e.com/i 302",
            ])
        #expect(dub.routes[0].draft.ends == 1_893_456_000_000_000 && dub.losses.list.isEmpty)
        let bitly = try read("Bitlink,Long URL,Title\nhttps://bit.ly/3x,https://e.com/,T\n", .bitly)
        #expect(links(bitly) == ["//bit.ly/3x https://e.com/"])
        #expect(bitly.routes[0].draft.redirect?.status == 301)
    }

    @Test("Firebase's links become redirects to their deep links")
    func firebase() throws {
        let routes = try read(
            """
            Link name,Short link,Long link
            Welcome,https://example.page.link/m9Mm,"https://example.page.link/?link=https%3A%2F%2Fexample.com%2Fwelcome%3Fa%3D1&apn=com.example.android"
            Lost,https://example.page.link/x,https://example.page.link/?apn=a
            """, .firebase)
        #expect(links(routes) == ["//example.page.link/m9Mm https://example.com/welcome?a=1"])
        #expect(routes.routes[0].draft.note == "Welcome")
        #expect(routes.routes[0].draft.redirect?.status == 302)
        #expect(routes.losses.leavesOut)
        #expect(
            variants(routes) == [
                "context.platform = android => https://play.google.com/store/apps/details?id=com.example.android 302"
            ])
        #expect(routes.routes[0].place() == InputPlace.of(2, 1))
    }

    @Test("Shlink's links are read from its table and from its API")
    func shlink() throws {
        let table = try read(
            "createdAt,domain,shortCode,longUrl,title,tags,visits\n2024,go.example,a/b,https://e.com/ü,T,x|y,3\n,DEFAULT,c,https://e.com/?q=1,,,0\n",
            .shlink)
        #expect(links(table) == ["//go.example/a/b https://e.com/%C3%BC", "/c https://e.com/?q=1"])
        #expect(table.routes[0].draft.labels == ["tags": "x|y"])
        let json = """
            {"shortUrls": {"data": [{"shortCode": "a", "shortUrl": "https://go.example/a",
              "longUrl": "https://e.com/", "tags": ["x"], "title": null,
              "meta": {"validUntil": "2030-01-01T00:00:00Z", "maxVisits": null}}]}}
            """
        let api = try read(json, .shlink)
        #expect(links(api) == ["//go.example/a https://e.com/"])
        #expect(api.routes[0].draft.ends == 1_893_456_000_000_000 && api.losses.list.isEmpty)
        let limited = try read(
            json.replacing(
                "\"2030-01-01T00:00:00Z\", \"maxVisits\": null", with: "\"soon\", \"maxVisits\": 3"),
            .shlink)
        #expect(limited.losses.list.map(\.message).contains { $0.contains("'soon' is not a time") })
        #expect(limited.losses.list.map(\.message).contains { $0.contains("limit of visits") })
    }

    @Test("a page of an answer, rules of a link and a query that stays behind are told")
    func parts() throws {
        let json = """
            {"shortUrls": {"data": [
              {"shortCode": "a", "longUrl": "https://e.com/", "hasRedirectRules": true,
               "forwardQuery": true},
              {"shortCode": "b", "longUrl": "https://e.com/?q", "hasRedirectRules": false,
               "forwardQuery": false},
              {"shortCode": "c", "longUrl": "https://e.com/?q", "forwardQuery": true}],
              "pagination": {"currentPage": 1, "pagesCount": 2, "totalItems": 4}}}
            """
        let page = try read(json, .shlink)
        #expect(links(page).count == 3)
        #expect(
            page.losses.list.filter(\.isLeftOut).map(\.item)
                == ["the redirect rules of /a", "1 of 4 links"])
        #expect(
            page.losses.list.filter { !$0.isLeftOut }.map(\.item) == ["/b", "/c"])
        let yourls = """
            {"links": {"link_1": {"keyword": "a", "url": "http://e.com/"}},
             "stats": {"total_links": "2"}}
            """
        #expect(
            try read(yourls, .yourls).losses.list.filter(\.isLeftOut).map(\.item) == [
                "1 of 2 links"
            ])
        let whole = try read(json.replacing("4}", with: "3}"), .shlink)
        #expect(whole.losses.list.filter(\.isLeftOut).count == 1)
    }

    @Test("YOURLS' links are read from its table and from its API")
    func yourls() throws {
        #expect(
            links(try read("keyword\turl\ttitle\nabc\thttp://e.com/\tT\n", .yourls)) == [
                "/abc http://e.com/"
            ])
        let json =
            #"{"links":{"link_1":{"shorturl":"http:\/\/sho.rt\/1","url":"http:\/\/e.com\/"}}}"#
        let routes = try read(json, .yourls)
        #expect(links(routes) == ["//sho.rt/1 http://e.com/"])
        #expect(routes.routes[0].draft.redirect?.status == 301)
    }

    @Test("a link that redirects to what is no URL of the web is left out")
    func leftOut() throws {
        let routes = try read("keyword,url\na,mailto:x@y\nb,https://e.com/\n", .yourls)
        #expect(links(routes) == ["/b https://e.com/"] && routes.losses.leavesOut)
    }

    @Test(
        "what is no export is refused, with the place and the way out",
        arguments: [
            ("", "1:1", "keyword"), ("a,b\n1,2\n", "1:1", "keyword and url"),
            ("keyword,url\na,\n", "2:1", "keyword"),
            ("keyword,url\n,http://e.com/\n", "2:1", "keyword"),
            ("keyword,url\na,b,c\n", "2:5", "quotes"),
            ("shorturl,url\nabc,http://e.com/\n", "2:1", "https://"),
            ("{\"x\": 1}", "1:1", "keyword"), ("{\"links\": {\"a\": 1}}", "1:17", "keyword"),
            ("{\"links\": [", "1:12", ""), ("keyword,url\n\"a,b\n", "2:1", "Close"),
        ])
    func refused(text: String, place: String, hint: String) throws {
        let problem = try #require(throws: InputProblem.self) { try read(text, .yourls) }
        #expect(problem.place?.description == place, "\(problem)")
        #expect(hint.isEmpty || "\(problem)".contains(hint), "\(problem)")
    }
}

extension InputPlace {
    fileprivate static func of(_ line: Int, _ column: Int) -> InputPlace {
        var place = InputPlace()
        (place.line, place.column) = (line, column)
        return place
    }
}
