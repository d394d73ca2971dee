import RouteDB
import RouteDBInsight
import RouteDBRouting
import RouteDBYAML
import Testing

@Suite("OpenAPI in YAML")
struct OpenAPIYAMLTests {
    private func read(_ text: String) throws -> ForeignRoutes {
        try ForeignRoutes(openAPI: JSONText(Array(text.utf8), orYAMLAt: "-"), .init())
    }

    private static let yaml = """
        openapi: 3.0.3
        info: {title: Pet Store!, version: 1.0.0}
        servers:
          - url: https://api.example.com/v1
          - url: "https://{r}.example.org/v1"
        x-id: &id
          name: id
          in: path
          required: true
          schema: {type: integer, minimum: 1, maximum: 9, exclusiveMaximum: true}
        paths:
          /pets/{id}:
            parameters:
              - $ref: '#/components/parameters/id'
            get:
              operationId: getPet
              tags: [pets]
              summary: >
                One
                pet
              parameters:
                - {name: full, in: query, required: yes, schema: {type: boolean}}
                - {name: lang, in: query, schema: {type: string, default: en}}
                - {name: on, in: query, required: true, schema: {type: boolean}}
              responses:
                200: {description: ok}
            delete:
              deprecated: true
              responses: {}
          /other/{id}:
            get:
              parameters: [*id]
        components:
          parameters:
            id: *id
        """

    private static let json = """
        {"openapi": "3.0.3", "info": {"title": "Pet Store!", "version": "1.0.0"},
         "servers": [{"url": "https://api.example.com/v1"}, {"url": "https://{r}.example.org/v1"}],
         "paths": {
          "/pets/{id}": {
           "parameters": [{"$ref": "#/components/parameters/id"}],
           "get": {"operationId": "getPet", "tags": ["pets"], "summary": "One pet\\n",
            "parameters": [
             {"name": "full", "in": "query", "required": "yes", "schema": {"type": "boolean"}},
             {"name": "lang", "in": "query", "schema": {"type": "string", "default": "en"}},
             {"name": "on", "in": "query", "required": true, "schema": {"type": "boolean"}}],
            "responses": {"200": {"description": "ok"}}},
           "delete": {"deprecated": true, "responses": {}}},
          "/other/{id}": {"get": {"parameters": [{"$ref": "#/components/parameters/id"}]}}},
         "components": {"parameters": {"id": {"name": "id", "in": "path", "required": true,
           "schema": {"type": "integer", "minimum": 1, "maximum": 9, "exclusiveMaximum": true}}}}}
        """

    @Test("a description is the same routes in YAML as in JSON")
    func equal() throws {
        let (yaml, json) = (try read(Self.yaml), try read(Self.json))
        #expect(yaml.routes.map(\.draft) == json.routes.map(\.draft))
        #expect(yaml.routes.count == 3)
        #expect(yaml.namespaces.map(\.hosts) == json.namespaces.map(\.hosts))
        #expect(yaml.losses.lines == json.losses.lines)
        // Each route has the place of its operation.
        #expect(
            yaml.routes.map { $0.place()?.description ?? "" } == ["16:7", "28:7", "32:7"])
    }

    @Test(
        "a mistake in the description has its place",
        arguments: [
            ("openapi: 3.1.0\npaths:\n  x: {}\n", "3:6", "/x"),
            ("swagger: '1.2'", "1:10", "2.0"), ("openapi: 4.0.1", "1:10", "3.0"),
            ("openapi: 3.1", "1:10", "string"), ("info: {}", "1:1", "'openapi'"),
            ("openapi: 3.1.0\nservers:\n- {}", "3:3", "url"),
            ("openapi: 3.1.0\npaths: []", "2:8", "object"), ("- a", "1:1", "not an object"),
            ("{\"openapi\": 3}", "1:13", "string"),
        ])
    func refused(text: String, place: String, hint: String) throws {
        let problem = try #require(throws: InputProblem.self) { try read(text) }
        #expect(problem.place?.description == place, "\(problem)")
        #expect("\(problem)".contains(hint), "\(problem)")
    }
}
