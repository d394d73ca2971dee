import RouteDB
import RouteDBInsight
import RouteDBRouting
import Testing

@Suite("Limits of servers of OpenAPI")
struct OpenAPILimitTests {
    private func read(_ members: String) throws -> ForeignRoutes {
        let text = "{\(members)}"
        return try ForeignRoutes(openAPI: JSONText(Array(text.utf8), firstLine: 1), .init())
    }

    private func read(servers: String) throws -> ForeignRoutes {
        try read(#""openapi": "3.1.0", "servers": [\#(servers)], "paths": {"/a": {"get": {}}}"#)
    }

    private func list(_ count: Int, _ text: (Int) -> String) -> String {
        (0..<count).map(text).joined(separator: ", ")
    }

    @Test("URLs of servers have limits")
    func urls() throws {
        func server(_ url: String, value: String = "v") -> String {
            #"{"url": "\#(url)", "variables": {"v": {"default": "\#(value)"}}}"#
        }
        let variables = String(repeating: "{v}", count: 32)
        let found = try read(servers: server("/\(variables)"))
        #expect(
            found.routes.map(\.draft.pattern) == ["/\(String(repeating: "v", count: 32))/a"])
        let many = try #require(throws: InputProblem.self) {
            try read(servers: server("/\(variables){v}"))
        }
        #expect("\(many)".contains("more than 32 variables") && many.place?.column == 34)
        let text = String(repeating: "a", count: 8_192)
        _ = try read(servers: server("/\(text.dropFirst())"))
        _ = try read(servers: server("/{v}", value: text))
        for long in [server("/\(text)"), server("/{v}", value: "\(text)a")] {
            let problem = try #require(throws: InputProblem.self) { try read(servers: long) }
            #expect("\(problem)".contains("more than 8192 bytes"))
        }
    }

    @Test("servers count before they are made: those of a URL, of all lists and of schemes")
    func servers() throws {
        func product(_ count: Int) throws -> ForeignRoutes {
            let values = list(count) { "\"v\($0)\"" }
            let variables = ["s", "h", "p"].map { #""\#($0)": {"enum": [\#(values)]}"# }
            return try read(
                servers: #"{"url": "{s}://h{h}.com/p-{p}", "variables": {"#
                    + variables.joined(separator: ", ") + "}}")
        }
        let full = try product(10)
        #expect(full.namespaces.map(\.hosts.count) == [10] && full.routes.count == 10)
        #expect(throws: InputProblem.self) { try product(11) }

        func own(_ count: Int) throws -> ForeignRoutes {
            let paths = ["a", "b"].map { path in
                let servers = list(count) { #"{"url": "/\#(path)\#($0)"}"# }
                return #""/\#(path)": {"servers": [\#(servers)], "get": {}}"#
            }
            return try read(
                #""openapi": "3.1.0", "paths": {"# + paths.joined(separator: ", ") + "}")
        }
        #expect(try own(500).routes.count == 1_000)
        #expect(throws: InputProblem.self) { try own(501) }

        func swagger(_ count: Int) throws -> ForeignRoutes {
            let schemes = list(count) { "\"s\($0)\"" }
            return try read(
                #""swagger": "2.0", "host": "h.test", "schemes": [\#(schemes)], "paths": {}"#)
        }
        #expect(try swagger(1_000).namespaces.map(\.schemes.count) == [1_000])
        let problem = try #require(throws: InputProblem.self) { try swagger(1_001) }
        #expect("\(problem)".contains("more than 1000 servers"))
    }
}
