import RouteDB
import RouteDBTestSupport
import Testing

@Suite("acl check, and access in resolve")
struct AccessDecisionTests {
    private let tool: Tool

    init() async throws {
        tool = try Tool()
        await tool("add", "myapp://admin", "--target", "admin", "--name", "admin")
        await tool("add", "myapp://user/{id:int}", "--target", "user", "--name", "user")
        await tool(
            "acl", "allow", "admin", "--role", "admin", "--when", "context.ip network 10.0.0.0/8")
        await tool(
            "acl", "deny", "admin", "--anonymous", "--code", "login-needed", "--reason-message",
            "Log in first")
        await tool("acl", "challenge", "user", "--claim", "plan=free", "--target", "upgrade")
        await tool("acl", "deny", "user", "--until", "2026-06-01", "--when", "param.id in 13,666")
        await tool("acl", "deny", "user", "--shadow")
    }

    @Test("check shows each rule, each condition and the verdict, with an exit status")
    func check() async {
        let run = await tool(
            "acl", "check", "myapp://admin", "--as", "alice", "--role", "admin", "--context",
            "ip=11.0.0.1")
        #expect(run.status == 1)
        #expect(
            run.output == """
                myapp://admin
                  route     #1 admin  myapp://admin -> admin
                  verdict   deny, allow rules cover the route, but none of them applies
                  rule 1: allow, for role admin, on route #1 admin, when context.ip network 10.0.0.0/8
                    does not apply: a condition fails
                    context.ip network 10.0.0.0/8  fails
                  rule 2: deny, for anonymous, on route #1 admin
                    does not apply: its subject does not match

                """)
        let allowed = await tool(
            "acl", "check", "--name", "admin", "--as", "alice", "--role", "admin", "--context",
            "ip=10.0.0.1")
        #expect(allowed.status == 0)
        #expect(allowed.lines.contains("  verdict   allow, by rule 1"))
    }

    @Test("check --json is a resolution with the rules that were considered")
    func checkJSON() async throws {
        let run = await tool(
            "acl", "check", "myapp://user/13", "--at", "2026-07-01T00:00:00+02:00", "--json")
        #expect(run.status == 0)
        let object = try run.object
        #expect(
            object["access"] == [
                "verdict": "allow", "reason": "open", "rules": [], "shadow": [5], "code": nil,
                "message": nil, "target": nil,
            ])
        guard case .array(let considered)? = object["considered"] else {
            return #expect(Bool(false))
        }
        #expect(
            considered.map { "\($0)" }.map { $0.contains("\"applies\":true") }
                == [false, false, true])
        #expect("\(considered[1])".contains("\"why\":\"it has expired\""))
        #expect(
            "\(considered[1])".contains(
                "{\"condition\":\"param.id in 13,666\",\"finding\":\"holds\"}"))
    }

    @Test("check exits with 1 if there is no route")
    func unmatched() async {
        for url in ["myapp://none", "/p/%FF"] {
            #expect(await tool("acl", "check", url).status == 1)
        }
        #expect(await tool("acl", "check", "/", "--namespace", "none").status == 2)
    }

    @Test("resolve shows the route and the reason if access is refused")
    func resolve() async throws {
        let denied = await tool("resolve", "myapp://admin", "--json")
        #expect(denied.status == 1)
        let object = try denied.object
        #expect(object["outcome"] == "denied")
        guard case .object(let route)? = object["route"] else { return #expect(Bool(false)) }
        #expect(route["target"] == "admin")
        #expect(
            object["access"] == [
                "verdict": "deny", "reason": "rules", "rules": [2], "shadow": [],
                "code": "login-needed", "message": "Log in first", "target": nil,
            ])
        #expect(object["target"] == nil)
        let challenged = await tool(
            "resolve", "myapp://user/1", "--as", "a", "--claim", "plan=free", "--json")
        #expect(challenged.status == 1)
        #expect(try challenged.object["outcome"] == "challenged")
        #expect(try challenged.object["target"] == "upgrade")
        #expect(
            await tool("resolve", "myapp://admin", "myapp://user/13", "myapp://user/1").lines == [
                "myapp://admin\tdenied\t\tLog in first\t\t",
                "myapp://user/13\tdenied\t\tby rule 4\t\t",
                "myapp://user/1\tmatched\tuser\t{\"id\":1}\t\t",
            ])
        #expect(
            await tool("resolve", "myapp://user/1", "--as", "a", "--claim", "plan=free", "--table")
                .lines == [
                    "myapp://user/1", "  challenged  #2 user, go to upgrade first  by rule 3",
                ])
    }

    @Test("resolve uses the principal, the context and the time")
    func requests() async {
        let allowed = await tool(
            "resolve", "myapp://admin", "--as", "a", "--role", "x", "--role", "admin", "--context",
            "ip=10.1.2.3")
        #expect(allowed.status == 0)
        let late = await tool("resolve", "myapp://user/13", "--at", "2026-06-01")
        #expect(late.status == 0)
        #expect(await tool("resolve", "myapp://user/13", "--at", "2026-05-31").status == 1)
        // The clock of the tests says January 2026.
        #expect(await tool("resolve", "myapp://user/13").status == 1)
        #expect(await tool("resolve", "/", "--role", "x").status == 64)
    }

    @Test("a closed namespace denies what no rule allows")
    func closed() async throws {
        await tool("namespace", "set", "default", "--access", "closed")
        let run = await tool("resolve", "myapp://user/1", "--json")
        #expect(run.status == 1)
        guard case .object(let access)? = try run.object["access"] else {
            return #expect(Bool(false))
        }
        #expect(access["reason"] == "closed")
    }
}
