import RouteDB
import RouteDBPages
import RouteDBTestSupport
import Testing

@Suite("Pages for people who open links")
struct LinkPageTests {
    private static let hostile = "\"><script>alert(1)</script>"

    private func page(
        _ url: String, platform: String?, defaults: JSONObject = [:], apps: [LinkedApp] = [],
        schemes: [String] = []
    ) throws -> OpenPage {
        let namespace = RouteNamespace(
            id: NamespaceID(rawValue: 1), name: "go", schemes: schemes)
        let route = Route(
            id: RouteID(rawValue: 1), namespace: namespace.id,
            pattern: try RoutePattern("/{rest:path}"), target: "t")
        let table = RoutingTable(
            RegistrySnapshot(
                revision: 1, namespaces: [namespace], routes: [route],
                defaults: [.route(route.id): defaults]))
        let context: JSONObject = platform.map { ["platform": .string($0)] } ?? [:]
        return OpenPage(
            table.resolve(ResolutionRequest(url, namespace: "go", context: context)), apps: apps)
    }

    private static let ios = LinkedApp(
        .ios, "ABCDE12345.com.example.shop", name: "Shop", store: "42")
    private static let android = LinkedApp(.android, "com.example.shop", name: "Shop")

    @Test("the ways on are those of the visitor's platform")
    func choices() throws {
        func urls(_ platform: String?, schemes: [String] = []) throws -> [String] {
            try page(
                "https://go.example/cart/7?a=b&c", platform: platform,
                defaults: ["web": "https://shop.example/"], apps: [Self.ios, Self.android],
                schemes: schemes
            ).choices.map(\.url)
        }
        #expect(
            try urls("android") == [
                "intent://go.example/cart/7?a=b&c#Intent;scheme=https;package=com.example.shop;end",
                "https://play.google.com/store/apps/details?id=com.example.shop"
                    + "&referrer=https%3A%2F%2Fgo.example%2Fcart%2F7%3Fa%3Db%26c",
                "https://shop.example/",
            ])
        #expect(
            try urls("ios", schemes: ["https", "shopapp"]) == [
                "shopapp://cart/7?a=b&c", "https://apps.apple.com/app/id42",
                "https://shop.example/",
            ])
        #expect(
            try urls("ipados") == ["https://apps.apple.com/app/id42", "https://shop.example/"])
        #expect(try urls("windows") == ["https://shop.example/"])
        #expect(try urls(nil) == ["https://shop.example/"])
    }

    @Test("what users wrote is text, and only https URLs are links")
    func hostile() throws {
        let found = try page(
            "https://go.example/\(Self.hostile)", platform: "android",
            defaults: [
                "title": .string(Self.hostile), "description": .string(Self.hostile),
                "image": "javascript:alert(1)", "web": "javascript:alert(1)",
            ], apps: [LinkedApp(.android, "com.example.shop", name: Self.hostile)])
        #expect(found.image == nil && found.choices.count == 2)
        let html = VisitorPages().html(of: .open(found)).html
        #expect(!html.contains("<script") && !html.contains("javascript:"), "\(html)")
        #expect(!VisitorPages().html(of: .refused(Self.hostile)).html.contains("<script"))
    }

    @Test("an operator's own pages stand in for the usual ones, with the texts of the link escaped")
    func own() throws {
        let files = [
            "p/open.html": "<h1>{{ title }}</h1><a href=\"{{app}}\">{{none}}</a>{{",
            "p/404.html": "Lost", "p/go/404.html": "Lost at go",
        ]
        let pages = try VisitorPages(in: "p", namespaces: ["go", ".."]) { path, _ in files[path] }
        let found = try page(
            "https://go.example/a", platform: "android", defaults: ["title": .string(Self.hostile)],
            apps: [Self.android])
        #expect(
            pages.html(of: .open(found)).html
                == "<h1>&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;</h1>"
                + "<a href=\"intent://go.example/a#Intent;scheme=https;package=com.example.shop;end\"></a>{{"
        )
        #expect(pages.html(of: .unknown).html == "Lost" && pages.html(of: .unknown).policy == nil)
        #expect(pages.html(of: .unknown, in: "go").html == "Lost at go")
        #expect(pages.html(of: .unknown, in: "shop").html == "Lost")
        #expect(pages.html(of: .open(found), in: "go").html == pages.html(of: .open(found)).html)
        #expect(pages.html(of: .gone).html == VisitorPages().html(of: .gone).html)
        #expect(throws: RouteDBError.self) {
            try VisitorPages(in: "q", namespaces: ["go"]) { _, _ in nil }
        }
    }

    @Test("pages need no script and no other host")
    func plain() {
        for page in [LinkPage.unknown, .gone, .invalid, .refused(nil)] {
            let (html, policy) = VisitorPages().html(of: page)
            #expect(!html.contains("<script") && !html.contains("http"))
            #expect(html.contains("<html lang=\"en\">") && html.contains("<h1>"))
            #expect(html.contains("name=\"viewport\""))
            #expect(policy?.contains("default-src 'none'") == true)
        }
    }
}
