import RouteDB
import RouteDBInsight
import RouteDBRouting
import RouteDBStorage
import RouteDBTestSupport
import Testing

@Suite("OpenAPI")
struct OpenAPITests {
    private func read(
        _ text: String, _ options: ForeignRoutes.Options = .init()
    ) throws -> ForeignRoutes {
        try ForeignRoutes(openAPI: JSONText(Array(text.utf8), firstLine: 1), options)
    }

    private static let pets = """
        {"openapi": "3.0.3", "info": {"title": "Pet Store!", "version": "1"},
         "servers": [{"url": "https://api.example.com/v1"}, {"url": "https://{r}.example.org/v1"},
           {"url": "http://localhost:8080", "variables": {}}],
         "paths": {
          "/pets/{id}": {
           "parameters": [{"$ref": "#/components/parameters/id"}],
           "get": {"operationId": "getPet", "tags": ["pets"], "summary": "One pet\\n",
             "parameters": [{"name": "full", "in": "query", "required": true,
               "schema": {"type": "boolean"}},
              {"name": "lang", "in": "query", "schema": {"type": "string", "default": "en"}},
              {"name": "X", "in": "header", "schema": {}}],
             "responses": {"200": {"description": "ok"}}},
           "delete": {"deprecated": true, "responses": {}}},
          "/by/{kind}.{ext}": {"get": {"operationId": "a/b", "parameters": [
            {"name": "kind", "in": "path", "required": true,
             "schema": {"type": "string", "enum": ["cat", "dog"]}}]}},
          "/twice/{a}{b}": {"get": {}},
          "/elsewhere": {"$ref": "other.json#/x"}},
         "components": {"parameters": {"id": {"name": "id", "in": "path", "required": true,
           "schema": {"type": "integer", "minimum": 1, "maximum": 9, "exclusiveMaximum": true}}}}}
        """

    @Test("paths and operations become routes, with kinds, types and required values")
    func routes() throws {
        let routes = try read(Self.pets)
        let first = routes.routes.filter { $0.draft.namespace == "pet-store" }.map(\.draft)
        #expect(
            first.map(\.pattern) == [
                "/v1/pets/{id:int(1..8)}", "/v1/pets/{id:int(1..8)}",
                "/v1/by/{kind:enum(cat,dog)}.{ext}",
            ])
        let get = first[0]
        #expect(get.kind == "GET" && get.name == "getPet" && get.target == "getPet")
        #expect(get.group == "pets" && get.note == "One pet")
        #expect(get.requirements == [RouteRequirement("full", .bool)])
        #expect(get.defaults == ["lang": "en"])
        #expect(first[1].labels == ["deprecated": "yes"] && first[1].target == "delete /pets/{id}")
        #expect(first[2].name == "a.b" && first[2].target == "a/b")
        #expect(routes.routes.allSatisfy { $0.place() != nil })
    }

    @Test("servers become namespaces, one for the hosts that have the same paths")
    func servers() throws {
        let namespaces = try read(Self.pets).namespaces
        #expect(namespaces.map(\.name) == ["pet-store", "pet-store-2"])
        #expect(namespaces[0].hosts == ["api.example.com", "*.example.org"])
        #expect(namespaces[0].schemes == ["https"] && namespaces[1].hosts == ["localhost"])
        let plain = try read(#"{"openapi":"3.1.0","paths":{"/":{"get":{}}}}"#)
        #expect(plain.namespaces.isEmpty && plain.routes[0].draft.namespace == "default")
        #expect(plain.routes[0].draft.pattern == "/")
    }

    @Test("what routes do not say is told once, and what is left out is named")
    func losses() throws {
        let losses = try read(Self.pets).losses
        #expect(losses.leavesOut)
        let left = losses.list.filter(\.isLeftOut).map(\.item)
        #expect(left.contains("paths./twice/{a}{b}.get") && left.contains("paths./elsewhere"))
        #expect(losses.list.contains { $0.message.contains("header") })
        #expect(losses.list.contains { $0.message.contains("port") })
    }

    @Test("given names take the place of those of the file")
    func options() throws {
        let routes = try read(Self.pets, .init(target: "t", namespace: "n", group: "g"))
        #expect(routes.namespaces.map(\.name) == ["n", "n-2"])
        #expect(routes.routes.allSatisfy { $0.draft.target == "t" && $0.draft.group == "g" })
    }

    @Test(
        "what is no description is refused, with the place and the way out",
        arguments: [
            ("{", "1:2", ""), ("[]", "1:1", "OpenAPI 3"), ("3", "1:1", "OpenAPI 3"),
            ("{}", "1:1", "OpenAPI 3"), (#"{"swagger": "1.2"}"#, "1:13", "2.0"),
            (#"{"openapi": "4.0"}"#, "1:13", "3.0"),
            ("{\"openapi\": \"3.1.0\",\n \"paths\": {\"x\": {}}}", "2:17", "/x"),
            (#"{"openapi":"3.1.0","servers":[{}]}"#, "1:31", "url"),
            (#"{"openapi":"3.1.0","paths":[]}"#, "1:28", ""),
        ])
    func refused(text: String, place: String, hint: String) throws {
        let problem = try #require(throws: InputProblem.self) { try read(text) }
        #expect(problem.place?.description == place, "\(problem)")
        #expect(hint.isEmpty || "\(problem)".contains(hint), "\(problem)")
    }

    @Test("work has limits: servers, operations for each of them, and parameters")
    func limits() throws {
        func servers(_ count: Int) -> String {
            "[" + (0..<count).map { #"{"url":"/s\#($0)"}"# }.joined(separator: ",") + "]"
        }
        func text(_ servers: String, _ paths: Int) -> String {
            let paths = (0..<paths).map { #""/p\#($0)":{"get":{}}"# }.joined(separator: ",")
            return #"{"openapi":"3.1.0","servers":\#(servers),"paths":{\#(paths)}}"#
        }
        #expect(try read(text(servers(1_000), 1)).routes.count == 1_000)
        let many = try #require(throws: InputProblem.self) { try read(text(servers(1_001), 1)) }
        #expect("\(many)".contains("more than 1000 servers"))
        // 1,000 paths with an operation each, for 101 servers.
        let work = try #require(throws: InputProblem.self) { try read(text(servers(101), 1_000)) }
        #expect("\(work)".contains("more than 200000"), "\(work)")
        // Paths without operations count too, and make no routes.
        func empty(_ paths: Int) -> String {
            let paths = (0..<paths).map { #""/p\#($0)":{}"# }.joined(separator: ",")
            return #"{"openapi":"3.1.0","servers":\#(servers(1_000)),"paths":{\#(paths)}}"#
        }
        #expect(try read(empty(200)).routes.isEmpty)
        #expect(throws: InputProblem.self) { try read(empty(201)) }
        for count in [100, 101] {
            let parameters = (0..<count).map { #"{"name":"q\#($0)","in":"query","required":true}"# }
            let wide = try read(
                #"{"openapi":"3.1.0","paths":{"/":{"get":{"parameters":["#
                    + parameters.joined(separator: ",") + "]}}}}")
            #expect(wide.routes[0].draft.requirements.count == 100)
            let isCut = wide.losses.list.contains { $0.message.contains("Only the first 100") }
            #expect(isCut == (count > 100))
        }
    }

    @Test("references that lead to themselves or nowhere end")
    func references() throws {
        let text = """
            {"openapi":"3.1.0","paths":{"/a/{x}":{"get":{"parameters":[
              {"$ref":"#/components/parameters/p"},{"$ref":"#/nowhere"},{"$ref":"#/paths/~1a~1%7Bx%7D"}]}}},
             "components":{"parameters":{"p":{"$ref":"#/components/parameters/p"}}}}
            """
        let routes = try read(text)
        #expect(routes.routes.map(\.draft.pattern) == ["/a/{x}"])
    }

    @Test("an export is read back as the same routes")
    func roundTrip() throws {
        var namespace = RouteNamespace(id: NamespaceID(rawValue: 1), name: "default")
        namespace.hosts = ["api.example.com"]
        namespace.schemes = ["https"]
        let patterns = [
            "/", "/user/{id:int(1..)}", "/file/{name}.{ext:enum(png,jpg)}",
            "/d/{day:date}/{u:uuid}",
            "/b/{on:bool}",
        ]
        let routes = try patterns.enumerated().map { index, text in
            Route(
                id: RouteID(rawValue: Int64(index) + 1), namespace: namespace.id, name: "n\(index)",
                group: "g", kind: index.isMultiple(of: 2) ? "GET" : "POST",
                pattern: try RoutePattern(text), target: "t\(index)",
                requirements: [RouteRequirement("q", .int)], note: "A note")
        }
        let snapshot = RegistrySnapshot(
            revision: 1, namespaces: [namespace], routes: routes,
            defaults: [.route(routes[0].id): ["lang": "en"]])
        let export = try OpenAPIExport(snapshot, namespace: "default")
        #expect(export.count == 5 && export.losses.list.isEmpty)
        let read = try read(JSONValue.object(export.json).description)
        #expect(read.routes.map(\.draft.pattern) == patterns)
        #expect(read.routes.map(\.draft.target) == routes.map(\.target))
        #expect(read.routes.map(\.draft.name) == routes.map(\.name))
        #expect(read.routes.map(\.draft.kind) == routes.map(\.kind))
        #expect(read.routes.map(\.draft.requirements) == routes.map(\.requirements))
        #expect(read.routes.allSatisfy { $0.draft.group == "g" && $0.draft.note == "A note" })
        #expect(read.routes[0].draft.defaults == ["lang": "en"])
        #expect(read.namespaces.map(\.hosts) == [["api.example.com"]])
    }

    @Test("a route for GET is written rather than one without a kind, whichever is first")
    func exportWithoutKind() throws {
        var snapshot = RegistrySnapshot.of(["/a", "/a", "/b"])
        snapshot.routes[1].kind = "GET"
        snapshot.routes[1].target = "a.show"
        let export = try OpenAPIExport(snapshot, namespace: "default")
        let text = JSONValue.object(export.json).description
        #expect(export.count == 2 && text.contains("a.show") && text.contains("\"/b\""))
    }

    @Test("an export says what OpenAPI does not")
    func exportLosses() throws {
        let snapshot = try RegistrySnapshot.redirects([
            ("/a/**", RouteRedirect(to: "/b")), ("myapp://x", nil), ("/c(/{d})", nil),
            ("/c/{e}", nil), ("/old", .gone),
        ])
        let export = try OpenAPIExport(snapshot, namespace: "default")
        #expect(export.losses.leavesOut)
        let text = JSONValue.object(export.json).description
        #expect(text.contains(#""301":{"description":"Redirects to /b.""#))
        #expect(text.contains(#""410":{"description":"Gone."}"#))
        #expect(export.losses.list.contains { $0.message.contains("'**'") })
        #expect(export.losses.list.contains { $0.message.contains("every method") })
    }
}
