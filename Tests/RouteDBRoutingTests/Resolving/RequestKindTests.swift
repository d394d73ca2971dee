import RouteDBTestSupport
import Testing

@testable import RouteDBRouting

/// Which routes take requests of a kind.
@Suite struct RequestKindTests {
    @Test("a route without a kind takes requests of every kind, after those of the kind")
    func everyKind() throws {
        let table = try KindTable([("/cart", nil), ("/cart", "POST")])
        #expect(table.all("/cart", kind: "POST") == [2, 1])
        #expect(table.all("/cart", kind: "GET") == [1])
        #expect(table.all("/cart", kind: "view") == [1])
        // A request without a kind is taken by all, in the same order.
        #expect(table.all("/cart", kind: nil) == [2, 1])
    }

    @Test("a more specific route without a kind comes before a less specific one of the kind")
    func specificity() throws {
        let table = try KindTable([("/a/{x}", "GET"), ("/a/b", nil)])
        #expect(table.all("/a/b", kind: "GET") == [2, 1])
        #expect(table.first("/a/c", kind: "GET") == 1)
        #expect(table.first("/a/c", kind: "POST") == nil)
    }

    @Test("HEAD is taken by the route for GET, unless there is one for HEAD")
    func head() throws {
        let table = try KindTable([("/a", "get"), ("/b", "GET"), ("/b", "head"), ("/c", "HEAD")])
        #expect(table.first("/a", kind: "HEAD") == 1)
        #expect(table.all("/b", kind: "HEAD") == [3, 2])
        #expect(table.all("/b", kind: "GET") == [2])
        // GET is not HEAD.
        #expect(table.first("/c", kind: "GET") == nil)
        #expect(table.first("/c", kind: "HEAD") == 4)
    }

    @Test("a table that only differs in kinds does not find the same matches")
    func alike() throws {
        let table = try KindTable([("/a", "GET"), ("/b", nil)]).table
        func alike(_ kinds: String?...) throws -> [Bool]? {
            let other = try KindTable([("/a", kinds[0]), ("/b", kinds[1])]).table
            return table.namespacesMatching(alike: other)
        }
        #expect(try alike("get", nil) == [true])
        #expect(try alike("POST", nil) == [false])
        #expect(try alike("GET", "GET") == [false])
    }

    @Test("the kinds for which routes answer a URL are known, whatever the request's")
    func answeredKinds() throws {
        let table = try KindTable([
            ("/a", "post"), ("/{x}", "GET"), ("/{x}", "view"), ("/b", "HEAD"), ("/b", "POST"),
            ("/c", nil), ("/{x}", "POST"),
        ])
        #expect(table.kinds("/a") == ["POST", "GET", "view"])
        #expect(table.kinds("/b") == ["HEAD", "POST", "GET", "view"])
        // What takes every request leaves nothing to those behind it.
        #expect(table.kinds("/c") == [nil])
        #expect(table.kinds("/x/y").isEmpty && table.kinds("/%FF").isEmpty)
        // GET answers HEAD, also where a route for HEAD follows.
        let other = try KindTable([("/b", "GET"), ("/{x}", "HEAD")])
        #expect(other.kinds("/b") == ["GET"])
    }

    @Test("kinds for which access is denied are left out")
    func deniedKinds() throws {
        let denied = try KindTable(
            [("/a", "GET"), ("/a", "POST"), ("/a", nil)],
            rules: [
                AccessRule(
                    id: RuleID(rawValue: 1), scope: .route(RouteID(rawValue: 2)), effect: .deny,
                    subject: .anyone),
                AccessRule(
                    id: RuleID(rawValue: 2), scope: .route(RouteID(rawValue: 3)),
                    effect: .challenge("login"), subject: .anyone),
            ])
        #expect(denied.kinds("/a") == ["GET", nil])
    }

    @Test("a name is asked for with a kind as a URL is")
    func names() throws {
        let namespace = RouteNamespace(id: NamespaceID(rawValue: 1), name: "default")
        func kinds(_ kind: String?) -> [String?] {
            let route = Route(
                id: RouteID(rawValue: 1), namespace: namespace.id, name: "go", kind: kind,
                pattern: nil, target: "t")
            return RoutingTable(
                RegistrySnapshot(revision: 1, namespaces: [namespace], routes: [route])
            ).kinds(answering: ResolutionRequest(named: "go"))
        }
        #expect(kinds("task") == ["task"])
        #expect(kinds(nil) == [nil])
    }

    @Test(
        "a text of a file names one kind, several methods, or every kind",
        arguments: [
            ("GET", ["GET"]), ("get", ["get"]), ("view", ["view"]), ("a|b", ["a|b"]),
            ("GET|HEAD", ["GET"]), ("HEAD", ["HEAD"]), ("put, PATCH", ["PUT", "PATCH"]),
            ("GET,POST,GET", ["GET", "POST"]), ("POST|HEAD", ["POST", "HEAD"]), ("ANY", [nil]),
            ("all", [nil]), ("*", [nil]), ("GET|*", [nil]), ("any kind", ["any kind"]),
            ("GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS", [nil]), ("GET|page", ["GET|page"]),
        ] as [(String, [String?])])
    func lists(text: String, kinds: [String?]) {
        #expect(RouteKind.list(text) == kinds)
    }
}
