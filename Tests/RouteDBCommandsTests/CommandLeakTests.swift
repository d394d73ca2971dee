import Foundation
import RouteDBCommands
import RouteDBTestSupport
import Testing

/// The memory that a process keeps that runs every command, over minutes: `make leaks MINUTES=5`.
@Suite("Memory over minutes of commands")
struct CommandLeakTests {
    /// The command lines of a session; `@` stands for its folder, and `~` for a space in a word.
    private static let session = """
        init
        namespace add web --host example.com --scheme https
        namespace add legacy --profile jlroutes --scheme old host=ignore
        namespace set web case=insensitive
        namespace list
        namespace show web
        add /user/{id:int} --target user --name user --label owner=growth
        add /old/{id:int} --name old --redirect /user/{id} --status 302
        add /gone --name gone --gone
        add /buy/{n:int} --target buy --name buy --namespace web
        add /:page(/x) --target page --namespace legacy
        add /spare --target spare --name spare
        set spare redirect=/user/1
        rename spare other
        disable other
        enable other
        list --json
        show user
        resolve /user/42 /old/7 /gone /nothing --record
        explain /usr/42
        url user id=42
        link https://example.com/ --slug l
        link add https://example.com/ --slug k
        link list
        link show k
        login ada
        link qr k
        default set tab=posts --route user
        set user note=Checked
        default list
        default unset tab --route user
        converter set region --namespace legacy --allow kr,jp
        converter list
        converter remove region --namespace legacy
        convert legacy --urls 10
        acl allow user --role admin --when param.id~range~1..9
        acl deny user --anonymous --shadow
        acl challenge old --claim checked=false --target login
        acl list
        acl show 1
        acl check /user/42 --as ada --role admin
        acl who user
        acl reach --as ada --role admin
        acl what-if @/rule.json --requests @/requests.ndjson
        acl remove 2 --yes
        app add ios ABCDE12345.com.example.app --namespace web
        app set ABCDE12345.com.example.app --namespace web --name Shop
        app list
        app show ABCDE12345.com.example.app --namespace web
        app-links generate ios --namespace web -o @/aasa.json
        app-links check @/aasa.json
        app-links explain https://example.com/buy/1 --file @/aasa.json
        app-links prove @/aasa.json --namespace web
        app remove ABCDE12345.com.example.app --namespace web
        export --format json -o @/routes.json
        export --to netlify -o @/_redirects
        export --to openapi -o @/openapi.json
        import @/routes.csv
        import --from openapi @/openapi.json --namespace web --on-duplicate skip
        plan @/routes.json
        apply @/routes.json
        generate swift
        backup @/copy.db
        merge @/copy.db --dry-run
        check
        recover @/copy.db -o @/recovered.db
        tag v1
        log
        diff @1
        blame user
        revert @2 --dry-run
        rollback @2 --dry-run
        rollback v1
        digest
        lint run --all
        lint suppress ambiguous user old --reason kept
        lint suppressions
        lint unsuppress 1
        test add /user/42 --case found
        test list
        test export
        test import @/cases.ndjson --replace
        test run --all --coverage
        test remove found --yes
        hits import @/access.log
        hits rejects
        hits imports
        hits info
        hits parameters utm_campaign
        hits export -o @/hits.ndjson
        hits verify
        stats top
        stats unmatched
        stats dead
        stats timeline
        stats params user
        stats latency
        stats denied
        report -o @/report.html
        sql SELECT~count(*)~FROM~hits
        replay --base @2
        review --base @2 --head @/routes.json
        hits forget 1 --yes
        hits prune --max-rows 3 --yes
        remove user --yes
        namespace remove legacy --with-routes --yes
        completions bash
        reference
        """

    /// Commands that wait for others, or that need a service or a PostgreSQL of their own; those have
    /// the tests with many processes (`make soak`, `make fleet`).
    private static let waiting = ["serve", "follow", "hub", "node", "token"]

    @Test("the session has every command but those that wait for others")
    func commands() {
        let names = CommandReference.markdown().split(separator: "\n")
            .filter { $0.hasPrefix("## routedb ") }.map { $0.dropFirst("## routedb ".count) }
        let lines = Self.session.split(separator: "\n")
        for name in names where !names.contains(where: { $0.hasPrefix("\(name) ") }) {
            let isWaiting = Self.waiting.contains { name == $0 || name.hasPrefix("\($0) ") }
            let isThere = lines.contains { "\($0) ".hasPrefix("\(name) ") }
            #expect(isThere != isWaiting, "\(name)")
        }
    }

    @Test("every command leaves nothing behind", .enabled(if: LeakLoop.isAsked))
    func flat() async throws {
        let growth = try await LeakLoop.growth { try await Self.run() }
        #expect(growth < LeakLoop.tolerance)
    }

    /// Runs the session in a new folder.
    private static func run() async throws {
        let tool = try Tool()
        let files = [
            "rule.json": #"{"effect":"deny","route":"user","subject":"anyone"}"#,
            "requests.ndjson": #"{"url":"/user/42"}"#,
            "routes.csv": "pattern,target,name\n/about,about,about\n",
            "cases.ndjson": #"{"case":"found","url":"/user/42","expect":{"outcome":"matched"}}"#,
            "access.log": (1...4).map {
                "10.0.0.1 - - [01/Jan/2026:20:56:0\($0) +0000] \"GET /user/\($0) HTTP/1.1\" 200 5\n"
            }.joined() + "junk\n",
        ]
        for (name, text) in files {
            try Data(text.utf8).write(to: URL(fileURLWithPath: tool.directory.path(name)))
        }
        for line in session.split(separator: "\n") {
            let words = line.split(separator: " ").map { word in
                word.replacingOccurrences(of: "~", with: " ")
                    .replacingOccurrences(of: "@/", with: tool.directory.path + "/")
            }
            // The registry is the one of the environment, since some commands have no registry.
            tool.environment["ROUTEDB_DB"] = tool.path
            let run = await tool.run(words)
            // A negative answer and a part that was rejected are no failures.
            #expect([0, 1, 3].contains(run.status), "\(line): \(run.diagnostics)")
        }
    }
}
