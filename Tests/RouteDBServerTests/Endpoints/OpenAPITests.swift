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
            #expect(names.isSuperset(of: ["live", "ready", "metrics", "login", "openapi"]))
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
