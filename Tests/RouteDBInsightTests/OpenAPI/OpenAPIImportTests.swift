import RouteDB
import RouteDBInsight
import RouteDBRouting
import Testing

@Suite("Paths and servers of OpenAPI")
struct OpenAPIImportTests {
    private func read(
        paths: String, _ members: String = "", _ options: ForeignRoutes.Options = .init()
    ) throws -> ForeignRoutes {
        let text = #"{"openapi":"3.2.0","paths":{\#(paths)}\#(members)}"#
        return try ForeignRoutes(openAPI: JSONText(Array(text.utf8), firstLine: 1), options)
    }

    private func routes(_ read: ForeignRoutes) -> [String] {
        read.routes.map {
            "\($0.draft.namespace) \($0.draft.kind ?? "") \($0.draft.pattern ?? "")"
                + " \($0.draft.name ?? "-")"
        }
    }

    private func leftOut(_ read: ForeignRoutes) -> [String] {
        read.losses.list.filter(\.isLeftOut).map(\.item)
    }

    @Test("a query in the key of a path is conditions, and a fragment is left out")
    func keys() throws {
        let found = try read(
            paths: """
                "/r": {"post": {"operationId": "stable"}},
                "/r?beta=true&acl": {"post": {"operationId": "beta"}},
                "/s?page={n}": {"get": {"parameters": [
                  {"name": "n", "in": "query", "schema": {"type": "integer"}}]}},
                "/s?x=a{n}": {"get": {}}, "/r#Target=A.b": {"post": {}}, "/t?q#x": {"get": {}},
                "/{?list}": {"get": {}}, "/{a#b}": {"get": {}}
                """)
        #expect(
            routes(found) == [
                "default POST /r stable", "default POST /r?beta=true&acl beta",
                "default GET /s?page={n:int} -", "default GET /{a\\#b} -",
            ])
        #expect(
            leftOut(found) == [
                "paths./s?x=a{n}.get", "paths./r#Target=A.b.post", "paths./t?q#x.get",
                "paths./{?list}.get",
            ])
    }

    @Test("every operation of OpenAPI 3.2 is read, and what is no method is told")
    func operations() throws {
        let found = try read(
            paths: """
                "/a": {"get": {"operationId": "g"}, "query": {"operationId": "q"}, "x-own": {},
                  "summary": "S", "COPY": {},
                  "additionalOperations": {"Copy": {"operationId": "c"}, "link": {}}}
                """)
        #expect(
            routes(found) == [
                "default GET /a g", "default QUERY /a q", "default Copy /a c",
                "default link /a -",
            ])
        #expect(leftOut(found) == ["paths./a.COPY"])
        #expect(found.routes[2].place()?.line == 3)
    }

    @Test("paths that differ in a slash at their end, or in names of values, are one")
    func alike() throws {
        let found = try read(
            paths: """
                "/t": {"get": {}, "post": {}}, "/t/": {"get": {}}, "/{a}": {"get": {}},
                "/{b}": {"get": {}}, "/": {"get": {}}, "/{c}?x": {"get": {}}
                """)
        #expect(
            found.routes.map(\.draft.pattern) == ["/t", "/t", "/{a}", "/", "/{c}?x"])
        #expect(leftOut(found) == ["paths./t/.get", "paths./{b}.get"])
        #expect(found.losses.list.contains { $0.message.contains("'/t' takes the same URLs") })
    }

    @Test("a '/' in an id becomes '.' in a name, and stays in the target")
    func names() throws {
        let found = try read(
            paths: """
                "/a": {"get": {"operationId": "repos/get"}, "put": {"operationId": "repos.get"}}
                """)
        #expect(found.routes.map(\.draft.name) == ["repos.get", nil])
        #expect(found.routes[0].draft.target == "repos/get" && !found.losses.leavesOut)
    }

    @Test("servers of a path and of an operation take the place of those of the API")
    func ownServers() throws {
        let found = try read(
            paths: """
                "/a": {"get": {"operationId": "a"}},
                "/up": {"servers": [{"url": "https://up.example.com/2"}],
                  "post": {"operationId": "up"},
                  "get": {"operationId": "down", "servers": [{"url": "https://api.example.com/v3"}]}},
                "/b": {"servers": [], "get": {"operationId": "b"}}
                """, #", "servers": [{"url": "https://api.example.com"}]"#)
        #expect(
            routes(found) == [
                "api GET /a a", "api GET /v3/up down", "api-2 POST /2/up up", "api GET /b b",
            ])
        #expect(
            found.namespaces.map(\.hosts) == [["api.example.com"], ["up.example.com"]])
        #expect(found.losses.list.isEmpty)
        let problem = try #require(throws: InputProblem.self) {
            try read(paths: #""/a": {"servers": [{}], "get": {}}"#)
        }
        #expect("\(problem)".contains("url") && problem.place?.column == 48)
    }

    @Test("paths that refer to one item have its operations, parameters and servers")
    func sharedItems() throws {
        let found = try read(
            paths: """
                "/a/{n}": {"$ref": "#/x-items/a~1b/1"}, "/b/{n}": {"$ref": "#/x-items/a%7E1b/1"},
                "/c": {"$ref": "#/paths/~1b~1%7Bn%7D"}, "/d": {"$ref": "#/x-items/a~1b/2"},
                "/e": {"$ref": "#/x-items/none"}
                """,
            """
            , "x-items": {"a/b": [0, {"COPY": {},
              "parameters": [{"name": "n", "in": "path", "schema": {"type": "integer"}}],
              "servers": [{"url": "https://a.com:81/v1"}], "get": {"parameters": [{}]},
              "put": {"servers": [{"url": "https://b.com"}]}}]}
            """)
        #expect(
            routes(found) == [
                "api-2 GET /v1/a/{n:int} -", "api-3 PUT /a/{n:int} -",
                "api-2 GET /v1/b/{n:int} -", "api-3 PUT /b/{n:int} -",
                "api-2 GET /v1/c -", "api-3 PUT /c -",
            ])
        #expect(found.namespaces.map(\.hosts) == [["a.com"], ["b.com"]])
        #expect(
            leftOut(found) == [
                "paths./a/{n}.COPY", "paths./b/{n}.COPY", "paths./c.COPY", "paths./d", "paths./e",
            ])
        func count(_ text: String) -> Int? {
            found.losses.list.first { $0.message.contains(text) }?.count
        }
        #expect(count("port of a server") == 1 && count("parameter cannot be read") == 3)
    }

    @Test("members that are no methods count as work for each path that refers to them")
    func sharedLosses() throws {
        let unknown = (0..<2_000).map { #""U\#($0)": 0"# }.joined(separator: ",")
        func shared(_ count: Int) throws -> ForeignRoutes {
            try read(
                paths: (0..<count).map { ##""/p\##($0)": {"$ref": "#/x-item"}"## }
                    .joined(separator: ","),
                #", "x-item": {\#(unknown)}"#)
        }
        #expect(leftOut(try shared(2)).count == 4_000)
        let work = try #require(throws: InputProblem.self) { try shared(100) }
        #expect("\(work)".contains("more than 200000 paths, operations and unknown members"))
    }

    @Test("of a server's URL the query is told, and a host without a scheme is a host")
    func serverParts() throws {
        let found = try read(
            paths: #""/a": {"get": {"operationId": "a"}}"#,
            #", "servers": [{"url": "https://a.com/v1?x=1"}, {"url": "//cdn.com/{base}"}]"#)
        let messages = found.losses.list.map(\.message)
        for message in [
            "The query and the fragment of a server's URL are no part of paths.",
            "A variable without a value is read as its name: '{base}'.",
        ] {
            #expect(messages.contains(message))
        }
        #expect(found.routes.compactMap(\.draft.pattern).sorted() == ["/base/a", "/v1/a"])
        #expect(found.namespaces.map(\.hosts).flatMap(\.self).sorted() == ["a.com", "cdn.com"])
    }

    @Test("servers with the same host are one namespace, and so are those without a host")
    func sameHost() throws {
        let path = #""/t": {"get": {"operationId": "t"}}"#
        let hosts = try read(
            paths: path,
            #", "servers": [{"url": "https://a.com/v1"}, {"url": "http://a.com/v2/"}]"#)
        #expect(routes(hosts) == ["api GET /v1/t t", "api GET /v2/t t-2"])
        #expect(hosts.namespaces.map(\.schemes) == [["https", "http"]])
        let paths = try read(paths: path, #", "servers": [{"url": "/v1"}, {"url": "/v2"}]"#)
        #expect(routes(paths) == ["default GET /v1/t t", "default GET /v2/t t-2"])
        #expect(paths.namespaces.isEmpty)
    }

    @Test("every value of a server's variable is read")
    func variables() throws {
        let found = try read(
            paths: #""/a": {"get": {}}"#,
            """
            , "servers": [{"url": "https://{r}.a.com/{v}/{x}/y-{z}", "variables": {
              "r": {"default": "eu", "enum": ["eu", "us"]}, "v": {"default": "v1", "enum": ["v1", 2]},
              "x": {"default": "x"}, "z": {"default": "1", "enum": ["2"]}}}]
            """)
        #expect(
            found.routes.map(\.draft.pattern) == [
                "/{v:enum(v1,2)}/x/y-1/a", "/{v:enum(v1,2)}/x/y-2/a",
            ])
        #expect(found.namespaces.map(\.hosts) == [["eu.a.com", "us.a.com"]])
        let taken = try read(
            paths: #""/{v}": {"get": {}}"#,
            #", "servers": [{"url": "/{v}", "variables": {"v": {"default": "a", "enum": ["b"]}}}]"#)
        #expect(taken.routes.map(\.draft.pattern) == ["/{server_v:enum(a,b)}/{v}"])
        let many = (0..<65).map { "\"v\($0)\"" }.joined(separator: ",")
        let cut = try read(
            paths: #""/a": {"get": {}}"#,
            #", "servers": [{"url": "/{v}", "variables": {"v": {"default": "v0", "enum": [\#(many)]}}}]"#
        )
        #expect(cut.routes.map(\.draft.pattern) == ["/v0/a"] && leftOut(cut) == ["servers[0]"])
    }

    @Test("Swagger 2.0 is read", arguments: [#""2.0""#, "2.0"])
    func swagger(version: String) throws {
        let text = """
            {"swagger": \(version), "info": {"title": "Old", "version": "1"}, "basePath": "/api/",
             "host": "old.example.com:8080", "schemes": ["https", "http"],
             "paths": {"/a/{id}": {"get": {"operationId": "g", "parameters": [
               {"name": "id", "in": "path", "required": true, "type": "integer", "minimum": 1},
               {"name": "q", "in": "query", "type": "string", "default": "x"},
               {"$ref": "#/parameters/body"}]}}},
             "parameters": {"body": {"name": "b", "in": "body", "schema": {"type": "object"}}}}
            """
        let found = try ForeignRoutes(
            openAPI: JSONText(Array(text.utf8), firstLine: 1), .init())
        #expect(routes(found) == ["old GET /api/a/{id:int(1..)} g"])
        #expect(found.routes[0].draft.defaults == ["q": "x"])
        #expect(found.namespaces.map(\.hosts) == [["old.example.com"]])
        #expect(found.namespaces.map(\.schemes) == [["https", "http"]])
        #expect(found.losses.list.contains { $0.message.contains("body") })
        let bare = #"{"swagger": "2.0", "basePath": "v1", "paths": {"/a": {"get": {}}}}"#
        let below = try ForeignRoutes(
            openAPI: JSONText(Array(bare.utf8), firstLine: 1), .init())
        #expect(below.routes.map(\.draft.pattern) == ["/v1/a"])
        let host = #"{"swagger": "2.0", "host": "h.test", "paths": {"/a": {"get": {}}}}"#
        let bound = try ForeignRoutes(
            openAPI: JSONText(Array(host.utf8), firstLine: 1), .init())
        #expect(bound.namespaces.map(\.hosts) == [["h.test"]])
        #expect(bound.namespaces.map(\.schemes) == [[]])
    }
}
