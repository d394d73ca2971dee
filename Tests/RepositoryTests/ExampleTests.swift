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

    @Test("the server's page creates the registry that the script checks")
    func commands() throws {
        let page = try Repository.file("Examples/README.md").lines
        let begin = try #require(page.firstIndex(of: "routedb init"))
        let commands = page[begin...].prefix { !$0.hasPrefix("PORT=") }
        let script = try Repository.file("Examples/check").lines
        #expect(commands.count > 5)
        for line in commands {
            let checked = line.hasPrefix("routedb ") ? "edit" + line.dropFirst(7) : String(line)
            #expect(script.contains(checked[...]), "\(line)")
        }
    }
}
