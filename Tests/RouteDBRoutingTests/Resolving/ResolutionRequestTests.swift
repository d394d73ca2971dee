import RouteDBRouting
import RouteDBTestSupport
import Testing

@Suite("Requests")
struct ResolutionRequestTests {
    @Test("what was set and taken back leaves no trace")
    func takenBack() {
        let plain = ResolutionRequest("/a")
        var request = plain
        request.namespace = "web"
        request.kind = "task"
        request.defaults["tab"] = "posts"
        request.context["flag"] = true
        request.principal = RequestPrincipal("ada", roles: ["staff"])
        request.time = 1
        #expect(request != plain)
        #expect(request.namespace == "web" && request.kind == "task" && request.time == 1)
        #expect(request.defaults == ["tab": "posts"] && request.context == ["flag": true])
        #expect(request.principal?.roles == ["staff"])
        let copy = request
        request.namespace = nil
        request.kind = nil
        request.defaults = [:]
        request.context = [:]
        request.principal = nil
        request.time = nil
        #expect(request == plain && request.hashValue == plain.hashValue)
        #expect(copy.namespace == "web" && copy.context == ["flag": true])
    }

    @Test("requests are equal when all that they say is")
    func equality() {
        let request = ResolutionRequest("/a", namespace: "web", context: ["x": 1])
        #expect(request == ResolutionRequest("/a", namespace: "web", context: ["x": 1]))
        #expect(request != ResolutionRequest("/a", namespace: "web", context: ["x": 2]))
        #expect(request != ResolutionRequest("/b", namespace: "web", context: ["x": 1]))
        #expect(request != ResolutionRequest(named: "/a", namespace: "web", context: ["x": 1]))
    }
}
