import RouteDBRouting
import Testing

@Suite("Examples")
struct ExampleTests {
    @Test("the example table holds routes with distinct names and valid patterns")
    func routes() throws {
        var names: Set<JSONValue> = []
        let lines = try Repository.file("Examples/routes.ndjson").lines
        #expect(lines.count >= 25)
        for line in lines {
            guard case .object(let route) = try JSONValue(parsing: String(line)),
                case .string(let text) = route["pattern"], let name = route["name"]
            else {
                Issue.record("no route: \(line)")
                continue
            }
            #expect(names.insert(name).inserted, "\(name) stands twice")
            #expect(route["target"] != nil)
            #expect(throws: Never.self, "\(text)") { try RoutePattern(text) }
        }
    }
}
