import RouteDB
import RouteDBTestSupport
import Testing

@Suite("Routes for a time, as commands")
struct RoutePeriodCommandTests {
    private let tool: Tool

    init() async throws {
        tool = try Tool()
        await tool(
            "add", "/sale", "--target", "sale", "--starts", "2026-11-27", "--ends",
            "2026-11-30T12:00:00+01:00")
        await tool("add", "/{page}", "--target", "page")
    }

    @Test("add, show, list, export and diff have the start and the end")
    func surfaces() async {
        let show = await tool("show", "#1")
        #expect(
            show.output.contains("from 2026-11-27T00:00:00Z until 2026-11-30T11:00:00Z"))
        let list = await tool("list", "--json")
        #expect(list.output.contains("\"starts\":\"2026-11-27T00:00:00Z\""))
        #expect(list.output.contains("\"ends\":\"2026-11-30T11:00:00Z\""))
        let export = await tool("export", "--format", "json")
        #expect(export.output.contains("\"ends\":\"2026-11-30T11:00:00Z\""))
        #expect(await tool("set", "#1", "ends=2026-12-01").status == 0)
        let diff = await tool("diff", "@3", "@4")
        #expect(diff.output.contains("ends"))
        #expect(diff.output.contains("2026-12-01T00:00:00Z"))
        #expect(await tool("set", "#1", "ends=", "starts=").status == 0)
        #expect(await !tool("show", "#1").output.contains("from 2026"))
    }

    @Test("resolve and explain go by the time of the request")
    func resolving() async {
        let before = await tool("resolve", "/sale", "--at", "2026-11-26T23:59:59Z")
        #expect(before.output.contains("page"))
        #expect(await tool("resolve", "/sale", "--at", "2026-11-27").output.contains("sale"))
        let explain = await tool("explain", "/sale", "--at", "2026-11-30T11:00:00Z")
        #expect(explain.output.contains("the route is not in effect since 2026-11-30T11:00:00Z"))
    }

    @Test("an end before the start, and a time that is none, are refused")
    func mistakes() async {
        let order = await tool(
            "add", "/x", "--target", "x", "--starts", "2026-02-01", "--ends", "2026-01-01")
        #expect(order.status == 2)
        #expect(order.diagnostics.contains("The route ends at 2026-01-01T00:00:00Z, but starts at"))
        let text = await tool("set", "#1", "ends=soon")
        #expect(text.status == 2)
        #expect(text.diagnostics.contains("a time such as"))
    }

    @Test("a route for a time does not make the route behind it unreachable")
    func lint() async {
        await tool(
            "add", "/sale", "--target", "usual", "--on-duplicate", "keep-both")
        let lint = await tool("lint", "--format", "json")
        #expect(!lint.output.contains("unreachable"))
    }
}
