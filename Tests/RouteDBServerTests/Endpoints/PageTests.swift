#if Server
import HTTPTypes
import Hummingbird
import RouteDB
import RouteDBServer
import RouteDBTestSupport
import Testing

@Suite("Forms and pages")
struct PageTests {
    @Test("the fields of a form are read as those of a query: in order, with '+' as a space")
    func fields() throws {
        let fields = try RequestTarget.fields("a=1&b=x+y%26&a=&c")
        #expect(fields.map(\.key) == ["a", "b", "a", "c"])
        #expect(fields.map(\.value) == ["1", "x y&", "", ""])
        let problem = #expect(throws: Problem.self) { try RequestTarget.fields("a=%FF") }
        #expect(problem?.status == .badRequest)
    }

    @Test("a page may use what the service serves, and post to it, and nothing else")
    func policy() {
        let page = Response.page(Array("<p>".utf8))
        let policy = page.headers[.contentSecurityPolicy] ?? ""
        #expect(policy.hasPrefix("default-src 'none'; script-src 'self'; "))
        #expect(policy.contains("form-action 'self'; base-uri 'none'; frame-ancestors 'none'"))
        #expect(!policy.contains("unsafe"))
        #expect(page.headers[.contentType] == "text/html; charset=utf-8")
    }
}
#endif
