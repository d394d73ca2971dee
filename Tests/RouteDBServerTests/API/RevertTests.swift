#if Server
import RouteDB
import RouteDBServer
import RouteDBTestSupport
import Testing

@Suite("Reverting over HTTP")
struct RevertTests {
    @Test("a revert answers with its conflicts, until they are decided")
    func conflicts() async throws {
        let directory = try TemporaryDirectory()
        let token = try RunningServer.addToken([.read, .write], in: directory)
        try await RunningServer.with(
            in: directory,
            registry: { try $0.add(RouteDraft(pattern: "/a", target: "a", name: "a")) }
        ) { server in
            let reader = server.client.with(token: token)
            let client = reader.with(("If-Match", "*"))
            for target in ["b", "c"] {
                let answer = try await client.send(
                    "PATCH", "/api/v1/routes/a", body: "{\"target\":\"\(target)\"}")
                #expect(answer.status == 200, "\(answer.text)")
            }
            let path = "/api/v1/revisions/3/revert"
            #expect(try await reader.send("POST", path).status == 428)
            let refused = try await client.send("POST", path)
            #expect(refused.status == 409 && refused.problem == "mergeConflict")
            #expect(refused.text.contains("\"label\":\"route #1 a\""))
            let tried = try await client.send("POST", path + "?dryRun").object
            #expect(tried["outcome"] == "conflicts" && tried["revision"] == .null)
            let wrong = try await client.send("POST", path + "?keep=b")
            #expect(wrong.status == 422 && wrong.problem == "invalidValue")
            let kept = try await client.send("POST", path + "?keep=a").object
            #expect(kept["outcome"] == "unchanged")
            let done = try await client.send("POST", path + "?conflicts=take").object
            #expect(done["outcome"] == "reverted" && done["revision"] == 5)
            #expect(done["first"] == 3 && done["last"] == 3)
            let route = try await client.get("/api/v1/routes/a").text
            #expect(route.contains("\"target\":\"a\""))
            let both = try await client.send("POST", path + "?through=5").object
            #expect(both["outcome"] == "unchanged")
            #expect(try await client.send("POST", "/api/v1/revisions/1/revert").status == 422)
        }
    }

    @Test("what a revert would remove or open has to be confirmed")
    func confirmation() async throws {
        let directory = try TemporaryDirectory()
        let token = try RunningServer.addToken([.read, .write], in: directory)
        try await RunningServer.with(
            in: directory,
            registry: { try $0.addRule(RuleDraft(.deny, in: .namespace("default"), for: .anyone)) }
        ) { server in
            let client = server.client.with(token: token).with(("If-Match", "*"))
            let path = "/api/v1/revisions/2/revert"
            let asked = try await client.send("POST", path)
            #expect(asked.status == 409 && asked.problem == "confirmationRequired")
            let done = try await client.send("POST", path + "?allowAccessChanges")
            #expect(done.status == 200, "\(done.text)")
            #expect(try done.object["outcome"] == "reverted")
        }
    }
}
#endif
