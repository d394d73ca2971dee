import RouteDB
import RouteDBInsight
import RouteDBRouting
import Testing

@Suite("Redirects of a _redirects file")
struct RedirectsFileImportTests {
    private func read(_ text: String) throws -> ForeignRoutes {
        try ForeignRoutes(redirectsFile: Array(text.utf8), .init())
    }

    private func rules(_ routes: ForeignRoutes) -> [String] {
        routes.routes.map { route in
            "\(route.draft.pattern ?? "") \(route.draft.redirect?.location ?? "")"
                + " \(route.draft.redirect?.status ?? 0)"
        }
    }

    @Test("lines become redirects, with placeholders, queries and hosts")
    func lines() throws {
        let found = try read(
            """
            # moved
            /cli/*  /docs/:splat  301
            /a\t/b   # why

            /user/:id/x-:y /people/:id?y=:y 302!\r
            /q id=:id tab=1 https://e.com:8080/:id 308
            https://Old.example/* https://new.example/:splat
            /[x] /ü
            """)
        #expect(
            rules(found) == [
                "/cli(/{splat:path}) /docs/{splat} 301", "/a /b 301",
                "/user/{id}/x-\\:y /people/{id}?y=:y 302",
                "/q?id={id}&tab=1 https://e.com:8080/{id} 308",
                "https://old.example/{splat:path} https://new.example/{splat} 301",
                "/\\[x\\] /%C3%BC 301",
            ])
        #expect(found.losses.list.isEmpty)
        #expect(found.routes[0].draft.defaults == ["splat": ""])
        #expect(found.routes[1].place()?.line == 3)
    }

    @Test("what is no redirect, or is shadowed, is told line by line")
    func losses() throws {
        let found = try read(
            "/a/* /b 200\n/c /d 301 Country=de\n/e* /f\n/g/* /h\n/g/i /j\n/g/i /k 302\n/l /m/:none\n"
        )
        #expect(found.routes.count == 3)
        #expect(
            found.losses.list.filter(\.isLeftOut).map(\.item) == ["/a/*", "/c", "/e*", "/g/i"])
        #expect(found.losses.list.contains { $0.item == "/g/i" && $0.message.contains("'/g/*'") })
        let problem = try #require(throws: InputProblem.self) { try read("/a /b\n/c 301\n") }
        #expect(problem.place?.line == 2)
    }
}
