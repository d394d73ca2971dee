import RouteDBTestSupport
import Testing

@testable import RouteDBRouting

@Suite struct LiteralPathTests {
    @Test(
        "routes are found by their whole paths if all are literal",
        arguments: [
            (["/a", "/a/b", "/"], true), (["/a/b-{c}", "/a"], false), (["/a?b", "/a"], false),
            (["/a/**", "/a"], false), (["/a%2Fb", "/a"], false), (["/a(/b)", "/c"], true),
            (["/"], false),
        ])
    func kinds(patterns: [String], isLiteral: Bool) throws {
        let table = try Matching(patterns).table
        let shard = try #require(table.tables.objects.first?.shards.objects.first)
        #expect(shard.isLiteral == isLiteral)
    }

    @Test("an escaped slash does not separate two literals")
    func escapedSlash() throws {
        let table = try Matching(["/a/b", "/a/b/c", "/x"])
        #expect(table.all("/a/b") == ["/a/b"])
        #expect(table.all("/%61/b") == ["/a/b"])
        #expect(table.all("/a%2Fb").isEmpty)
        #expect(table.all("/a%2Fb/c").isEmpty)
    }

    @Test("of routes with one literal path, all are found in the order of rank")
    func twins() throws {
        let table = try Matching([("/a/b", 0), ("/a(/b)", 1), ("/a/b", 2)])
        #expect(table.all("/a/b/") == ["/a/b", "/a(/b)", "/a/b"])
        #expect(table.all("/a") == ["/a(/b)"])
        #expect(table.all("/").isEmpty)
    }
}
