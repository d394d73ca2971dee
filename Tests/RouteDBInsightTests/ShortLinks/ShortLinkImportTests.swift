import RouteDB
import RouteDBInsight
import RouteDBRouting
import RouteDBStorage
import Testing

@Suite("Short links of other services")
struct ShortLinkImportTests {
    private func read(_ text: String, _ service: ShortLinkService) throws -> ForeignRoutes {
        try ForeignRoutes(shortLinks: Array(text.utf8), of: service, .init())
    }

    private func links(_ routes: ForeignRoutes) -> [String] {
        routes.routes.map { "\($0.draft.pattern ?? "") \($0.draft.redirect?.location ?? "")" }
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
        #expect(routes.losses.list.contains { $0.message.contains("apn") })
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
        #expect(api.losses.list.contains { $0.message.contains("limit") })
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
