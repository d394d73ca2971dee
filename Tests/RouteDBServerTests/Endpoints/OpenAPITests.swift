#if Server
import Foundation
import RouteDB
import RouteDBServer
import RouteDBTestSupport
import Testing

@Suite("The OpenAPI document")
struct OpenAPITests {
    @Test("it describes every endpoint with its parameters, scope, body and answers")
    func complete() async throws {
        try await RunningServer.with { server in
            let document = try await server.client.get("/api/v1/openapi.json").object
            guard case .object(let paths)? = document["paths"] else {
                Issue.record("there are no paths")
                return
            }
            var names: Set<String> = []
            for path in paths.members {
                guard case .object(let item) = path.value else { continue }
                for operation in item.members {
                    guard case .object(let object) = operation.value,
                        case .string(let name)? = object["operationId"]
                    else {
                        Issue.record("\(operation.key) \(path.key) has no operationId")
                        continue
                    }
                    #expect(names.insert(name).inserted)
                    #expect(object["summary"] != nil)
                    #expect(object["security"] != nil)
                    guard case .object(let responses)? = object["responses"] else {
                        Issue.record("\(name) has no answers")
                        continue
                    }
                    #expect(responses.members.count > 1, "\(name)")
                }
            }
            #expect(names.isSuperset(of: ["live", "ready", "metrics", "openapi"]))
        }
    }

    @Test("no two paths match the same URLs, neither in the document nor among all endpoints")
    func shapes() async throws {
        func shape(_ path: String) -> String {
            path.split(separator: "/").map { $0.hasPrefix("{") ? "{}" : $0 }.joined(separator: "/")
        }
        let paths = Set(try await RunningServer.endpoints().map(\.path))
        #expect(Set(paths.map(shape)).count == paths.count)
        try await RunningServer.with { server in
            let document = try await server.client.get("/api/v1/openapi.json").object
            guard case .object(let described)? = document["paths"] else { return }
            let keys = described.members.map(\.key)
            #expect(Set(keys.map(shape)).count == keys.count && keys.count > 40)
        }
    }

    @Test("bodies are described with an example, and as objects without other members")
    func bodies() async throws {
        try await RunningServer.with { server in
            let document = try await server.client.get("/api/v1/openapi.json").object
            guard case .object(let paths)? = document["paths"],
                case .object(let components)? = document["components"],
                case .object(let schemas)? = components["schemas"]
            else { return }
            var count = 0
            for path in paths.members {
                guard case .object(let item) = path.value else { continue }
                for case .object(let operation) in item.members.map(\.value) {
                    guard case .object(let body)? = operation["requestBody"],
                        case .object(let content)? = body["content"]
                    else { continue }
                    for type in content.members {
                        guard case .object(let media) = type.value,
                            case .object(let schema)? = media["schema"]
                        else { continue }
                        #expect(media["example"] != nil, "\(path.key) \(type.key)")
                        count += 1
                        guard case .string(let reference)? = schema["$ref"] else { continue }
                        let name = reference.split(separator: "/").last.map(String.init) ?? ""
                        guard case .object(let named)? = schemas[name] else {
                            Issue.record("\(reference)")
                            continue
                        }
                        #expect(named["additionalProperties"] == false, "\(name)")
                    }
                }
            }
            #expect(count > 30)
        }
    }

    @Test("answers of one status with several media types are all described")
    func mediaTypes() async throws {
        try await RunningServer.with { server in
            let text = try await server.client.get("/api/v1/openapi.json").text
            let start = try #require(text.range(of: "\"exportDocument\"")).upperBound
            let end = try #require(text[start...].range(of: "\"operationId\"")).lowerBound
            for type in ["application/json", "application/x-ndjson", "text/csv"] {
                #expect(text[start..<end].contains("\"\(type)\":{\"schema\""), "\(type)")
            }
        }
    }

    @Test("the schemas that it names are there")
    func references() async throws {
        try await RunningServer.with { server in
            let answer = try await server.client.get("/api/v1/openapi.json")
            guard case .object(let components)? = try answer.object["components"],
                case .object(let schemas)? = components["schemas"]
            else {
                Issue.record("there are no schemas")
                return
            }
            let parts = answer.text.components(separatedBy: "#/components/schemas/").dropFirst()
            let named = Set(parts.map { String($0.prefix { $0 != "\"" }) })
            #expect(named == Set(schemas.members.map(\.key)))
        }
    }
}
#endif
