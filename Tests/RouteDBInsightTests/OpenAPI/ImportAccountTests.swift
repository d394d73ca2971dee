import RouteDB
import RouteDBInsight
import RouteDBRouting
import RouteDBTestSupport
import Testing

/// Random descriptions of APIs and lists of links: whatever is in them becomes a route that answers, or is told.
@Suite("Imports account for everything")
struct ImportAccountTests {
    /// An operation, as the description has it, and how it is asked for.
    private struct Operation: Hashable {
        let path: String
        let method: String
    }

    private static func operations(_ generator: inout SeededGenerator) -> Set<Operation> {
        let segments = ["a", "b", "{id}", "{id}.json", "v1", "a-b", "{name}"]
        return Set(
            (0..<generator.below(12) + 1).map { _ in
                var names: Set<String> = []
                let path = (0..<generator.below(4)).map { _ -> String in
                    let segment = generator.pick(segments)
                    // A path has a parameter once.
                    return segment.hasPrefix("{") && !names.insert(segment.prefix(3) + "").inserted
                        ? "/x" : "/\(segment)"
                }.joined()
                let end = generator.pick(["", "", "", "/", "?k=1", "#f"])
                return Operation(
                    path: path.isEmpty ? "/" : path + (path.isEmpty ? "" : end),
                    method: generator.pick(["get", "put", "post", "delete", "head", "options"]))
            })
    }

    private static func document(_ operations: Set<Operation>, server: String) -> String {
        let paths = Dictionary(grouping: operations, by: \.path).map { path, operations in
            let members = operations.map { operation in
                let names = ["id", "name"].filter { path.contains("{\($0)}") }.map {
                    #"{"name": "\#($0)", "in": "path", "required": true, "schema": {"type": "string"}}"#
                }
                return
                    #""\#(operation.method)": {"parameters": [\#(names.joined(separator: ","))]}"#
            }
            return "\"\(path)\": {\(members.joined(separator: ","))}"
        }
        let servers = server.isEmpty ? "" : #""servers": [{"url": "\#(server)"}],"#
        return
            #"{"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, \#(servers) "paths": {\#(paths.joined(separator: ","))}}"#
    }

    /// A table of the routes that were read.
    private static func table(_ found: ForeignRoutes) throws -> RoutingTable {
        var namespaces = [
            RouteNamespace(id: NamespaceID(rawValue: 1), name: RouteNamespace.defaultName)
        ]
        for draft in found.namespaces {
            namespaces.append(
                RouteNamespace(
                    id: NamespaceID(rawValue: Int64(namespaces.count + 1)), name: draft.name,
                    schemes: draft.schemes, hosts: draft.hosts))
        }
        let routes = try found.routes.enumerated().map { index, route in
            let draft = route.draft
            let space = namespaces.first { $0.name == draft.namespace } ?? namespaces[0]
            return Route(
                id: RouteID(rawValue: Int64(index + 1)), namespace: space.id, kind: draft.kind,
                pattern: try RoutePattern(draft.pattern ?? ""), target: draft.target,
                redirect: draft.redirect)
        }
        return RoutingTable(
            RegistrySnapshot(revision: 1, namespaces: namespaces, routes: routes))
    }

    @Test("each operation of an API is answered by a route, or told as left out")
    func operations() throws {
        var generator = SeededGenerator(seed: 449)
        for _ in 0..<FuzzBudget.tries(4_000, byDefault: 250) {
            let operations = Self.operations(&generator)
            let server = generator.pick([
                "", "/v2", "https://api.example.com", "https://api.example.com/v2",
            ])
            let text = Self.document(operations, server: server)
            let found = try ForeignRoutes(
                openAPI: JSONText(Array(text.utf8), firstLine: 1), .init())
            let table = try Self.table(found)
            let leftOut = found.losses.list.filter(\.isLeftOut)
            for operation in operations {
                let path = operation.path.replacing("{id}", with: "7").replacing(
                    "{name}", with: "n")
                let url = server + path.prefix { $0 != "#" }
                let answer = table.resolve(
                    ResolutionRequest(url, kind: operation.method.uppercased()))
                let isTold = leftOut.contains { $0.item.contains(operation.path) }
                guard answer.outcome != .matched, !isTold else { continue }
                Issue.record("\(operation) at \(url): \(answer.outcome); \(leftOut)\n\(text)")
                return
            }
            #expect(leftOut.reduce(0) { $0 + $1.count } + found.routes.count >= operations.count)
        }
    }

    @Test("each link of a list leads where the list says, or is told as left out")
    func links() throws {
        var generator = SeededGenerator(seed: 450)
        let keywords = [
            "a", "b", "a/b", "A", "a%20b", "ü", "{x}", "a:b", "*", "a.b", "..", "(a)", "",
        ]
        let places = [
            "https://e.com/", "https://e.com/a?b=c", "mailto:x@y", "https://e.com/{x}", "", "/a",
            "x",
            "myapp://a", "https://e.com/ü", "https://e.com/a b",
        ]
        for _ in 0..<FuzzBudget.tries(4_000, byDefault: 400) {
            let rows = (0..<generator.below(6) + 1).map { _ in
                (keyword: generator.pick(keywords), place: generator.pick(places))
            }
            let text = rows.map { "\($0.keyword),\($0.place)\n" }.joined()
            // A list with a mistake is refused as a whole.
            guard
                let found = try? ForeignRoutes(
                    shortLinks: Array("keyword,url\n\(text)".utf8), of: .yourls, .init())
            else { continue }
            #expect(
                found.routes.count
                    + found.losses.list.filter(\.isLeftOut).reduce(0) { $0 + $1.count }
                    == rows.count, "\(text)")
            let table = try Self.table(found)
            for (draft, _) in found.routes {
                guard let pattern = draft.pattern else { continue }
                let url = pattern.contains("\\") || pattern.contains("{") ? nil : pattern
                guard let url, let redirect = table.resolve(url).redirect else { continue }
                #expect(rows.contains { redirect.location?.hasPrefix($0.place.prefix(10)) == true })
            }
        }
    }
}
