import RouteDB
import RouteDBInsight
import RouteDBRouting
import RouteDBTestSupport
import Testing

@Suite("Redirects of the configurations of servers")
struct ServerConfigurationImportTests {
    private typealias Options = ForeignRoutes.Options

    private func rules(_ routes: ForeignRoutes) -> [String] {
        routes.routes.map { route in
            "\(route.draft.pattern ?? "") \(route.draft.redirect?.location ?? "gone")"
                + " \(route.draft.redirect?.status ?? 0)"
        }
    }

    private func leftOut(_ routes: ForeignRoutes) -> [String] {
        routes.losses.list.filter(\.isLeftOut).map { "\($0.item): \($0.message)" }
    }

    @Test("maps, rewrites and locations of nginx become redirects")
    func nginx() throws {
        let text = #"""
            # Moved pages.
            map $request_uri $new {
                default "";
                /old            /new;
                "/a b"          https://e.example/x$is_args$args;
                ~^/item/(\d+)$  /product/$1;
                ~*^/(?<lang>de|en)/blog/(.*)$ https://blog.example/$lang/$2;
            }
            server {
                server_name www.example.com example.com;
                if ($new) { return 302 $new; }
                rewrite ^/user/([^/]+)/?$ /people/$1 permanent;
                location = /terms { return 301 /legal/terms; }
                location /docs/ { return 308 https://docs.example/; }
                location ~ ^/v([0-9]+)\.html$ { return 307 /version/${1}; }
                location = /dead { return 410; }
            }
            """#
        let found = try ForeignRoutes(nginx: Array(text.utf8), Options())
        #expect(
            rules(found) == [
                "/old /new? 302", "/a b https://e.example/x 302",
                "/item/{p1:int(0..)} /product/{p1}? 302",
                "/{lang:enum(de,en)}/blog(/{p2:path}) https://blog.example/{lang}/{p2}? 302",
                "//www.example.com/user/{p1} /people/{p1} 301",
                "//example.com/user/{p1} /people/{p1} 301",
                "//www.example.com/terms /legal/terms? 301",
                "//example.com/terms /legal/terms? 301",
                "//www.example.com/docs/** https://docs.example/? 308",
                "//example.com/docs/** https://docs.example/? 308",
                "//www.example.com/v{p1:int(0..)}.html /version/{p1}? 307",
                "//example.com/v{p1:int(0..)}.html /version/{p1}? 307",
                "//www.example.com/dead gone 410", "//example.com/dead gone 410",
            ])
        #expect(leftOut(found).isEmpty)
        #expect(found.losses.list.contains { $0.message.contains("either case") })
        #expect(found.routes[3].draft.defaults == ["p2": ""])
        #expect(found.routes[0].place()?.line == 4)
    }

    @Test(
        "what patterns cannot say of nginx is left out, with the reason",
        arguments: [
            (#"rewrite ^/a/(b(c))$ /x permanent;"#, "Patterns have nothing like"),
            (#"rewrite (.*)/a$ /x permanent;"#, "does not say how the path begins"),
            (#"rewrite ^/a[0-9]$ /x permanent;"#, "'['"),
            (#"rewrite ^/a$ /index.php last;"#, "redirects nobody"),
            (#"location /a { return 301 https://$host$request_uri; }"#, "'$host'"),
            (#"location = /a { return 404; }"#, "returns no redirect"),
            (#"server { server_name *.example.com; rewrite ^/a$ /b permanent; }"#, "is a pattern"),
            (#"map $http_cookie $x { a b; }"#, "not of URLs"),
            (#"map $uri $x { example /b; }"#, "no path from the root"),
        ])
    func nginxLosses(text: String, reason: String) throws {
        let found = try ForeignRoutes(nginx: Array(text.utf8), Options())
        #expect(found.routes.isEmpty)
        #expect(
            leftOut(found).count == 1 && leftOut(found)[0].contains(reason), "\(leftOut(found))")
    }

    @Test("the lines of Apache's mod_alias become redirects, prefixes with what is below them")
    func apache() throws {
        let text = #"""
            # .htaccess
            Options -Indexes
            Redirect /old https://new.example/page
            redirect permanent /dir/ /folder/
            RedirectPermanent "/a b" /c
            Redirect gone /over
            RedirectMatch 308 "^/item/(\d+)/([a-z-]+)$" \
                https://shop.example/$2?id=$1
            <VirtualHost *:80>
              ServerName http://Old.example.com:80
              RedirectTemp / https://www.example.com/
            </VirtualHost>
            """#
        let found = try ForeignRoutes(apache: Array(text.utf8), Options())
        #expect(
            rules(found) == [
                "/old https://new.example/page 302",
                "/old/{rest:path} https://new.example/page/{rest} 302",
                "/dir /folder/ 301", "/dir/{rest:path} /folder/{rest} 301",
                "/a b /c 301", "/a b/{rest:path} /c/{rest} 301",
                "/over gone 410", "/over/{rest:path} gone 410",
                "/item/{p1:int(0..)}/{p2} https://shop.example/{p2}?id={p1} 308",
                "//old.example.com/ https://www.example.com/ 302",
                "//old.example.com/{rest:path} https://www.example.com/{rest} 302",
            ])
        #expect(leftOut(found).isEmpty)
        #expect(found.routes[8].place()?.line == 7)
        let other = try ForeignRoutes(
            apache: Array("RewriteRule ^a$ /b [R]\nRedirect 404 /x\nRedirect old /new\n".utf8),
            Options())
        #expect(other.routes.isEmpty && leftOut(other).count == 3)
    }

    @Test("the redirects of vercel.json become routes, with their conditions")
    func vercel() throws {
        let text = #"""
            {"redirects": [
              {"source": "/about.html", "destination": "/about", "permanent": true},
              {"source": "/post/:slug*", "destination": "https://blog.example/:slug*"},
              {"source": "/item/:id(\\d+)", "destination": "/p/:id", "statusCode": 301},
              {"source": "/:path+", "destination": "https://new.example/:path+",
               "has": [{"type": "host", "value": "old.example"}, {"type": "query", "key": "ref", "value": "a"}]},
              {"source": "/c", "destination": "/d", "missing": [{"type": "query", "key": "x"}]},
              {"source": "/e", "destination": "/f", "has": [{"type": "cookie", "key": "k"}]},
              {"source": "/g/:id?", "destination": "/h"},
              {"source": "/i/(.*)", "destination": "/j/$1"}
            ]}
            """#
        let found = try ForeignRoutes(vercel: Array(text.utf8), Options())
        #expect(
            rules(found) == [
                "/about.html /about 308", "/post(/{slug:path}) https://blog.example/{slug} 307",
                "/item/{id:int(0..)} /p/{id} 301",
                "//old.example/{path:path}?ref=a https://new.example/{path} 307",
                "/c?!x /d 307",
            ])
        #expect(leftOut(found).map { $0.prefix(2) } == ["/e", "/g", "/i"])
        #expect(found.routes[3].place()?.line == 5)
    }

    @Test("a file without redirects says what is wanted")
    func nothing() {
        #expect(throws: InputProblem.self) {
            try ForeignRoutes(nginx: Array("user nginx;".utf8), Options())
        }
        #expect(throws: InputProblem.self) { try ForeignRoutes(nginx: Array("}".utf8), Options()) }
        #expect(throws: InputProblem.self) {
            try ForeignRoutes(apache: Array("Options All".utf8), Options())
        }
        #expect(throws: InputProblem.self) {
            try ForeignRoutes(vercel: Array("{}".utf8), Options())
        }
        #expect(throws: InputProblem.self) { try ForeignRoutes(vercel: Array("[".utf8), Options()) }
    }

    @Test("no file of pieces of these languages does harm", arguments: 0..<40)
    func pieces(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let pieces = [
            "map", "$uri", "$x", "{", "}", ";", "rewrite", "^/a", "(", ")", "(.*)", "$", "\\", "\"",
            "'", "#",
            "\n", " ", "location", "=", "~", "return", "301", "/b", "${1}", "Redirect",
            "RedirectMatch",
            "<VirtualHost", "ServerName", "[", "]", ":", "*", "?", "|", "server_name", "server",
            "é", "\0",
        ]
        for _ in 0..<200 {
            let text = (0..<random.below(30)).map { _ in pieces[random.below(pieces.count)] }
                .joined(separator: random.oneIn(2) ? " " : "")
            let bytes = Array(text.utf8)
            let found = [
                try? ForeignRoutes(nginx: bytes, Options()),
                try? ForeignRoutes(apache: bytes, Options()),
            ]
            // Whatever became a route is one that a registry takes.
            for route in found.compactMap(\.self).flatMap(\.routes) {
                _ = try RoutePattern(try #require(route.draft.pattern))
            }
        }
    }
}
