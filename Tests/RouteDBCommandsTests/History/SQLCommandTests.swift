import Foundation
import RouteDB
import RouteDBCommands
import RouteDBHistory
import RouteDBStorage
import RouteDBTerminal
import RouteDBTestSupport
import Testing

@Suite("sql")
struct SQLCommandTests {
    private let tool: Tool

    init() async throws {
        tool = try Tool()
        await tool("add", "myapp://user/{id:int}", "--target", "user.profile", "--name", "user")
        let writer = try HitsWriter(
            path: HitHistory.path(besideRegistry: tool.path),
            stream: [UInt8](repeating: 1, count: 16), time: 0)
        var batch = HitBatch()
        for number in 0..<4 {
            var hit = Hit(
                time: Tool.time + .seconds(number), url: Array("myapp://user/\(number)".utf8),
                outcome: number < 3 ? .matched : .unmatched)
            (hit.namespace, hit.route, hit.revision) = (1, number < 3 ? 1 : nil, 2)
            batch.append(hit)
        }
        try writer.append(batch)
    }

    @Test("hits have names from the registry and join with its tables")
    func names() async {
        let run = await tool(
            "sql", "SELECT namespace, route, target, count(*) FROM hits GROUP BY 2 ORDER BY 4")
        #expect(run.lines == ["default\t\t\t1", "default\tuser\tuser.profile\t3"])
        let join = await tool(
            "sql",
            """
            SELECT r.pattern, count(*) FROM hits h JOIN route r ON r.id = h.route_id
            WHERE r.ended_by IS NULL AND h.target = 'user.profile'
            """)
        #expect(join.lines == ["myapp://user/{id:int}\t3"])
        let none = await tool("sql", "SELECT url FROM hits WHERE target = 'nobody'")
        #expect(none.status == 0 && none.output.isEmpty)
    }

    @Test("each format represents every kind of value")
    func forms() async throws {
        let sql = """
            SELECT x'00ff' AS b, NULL AS n, 1.5 AS r, 'a' || char(0) || ',"' AS t, 2 AS t, 9e999 AS i
            """
        let json = await tool("sql", sql, "--json")
        #expect(
            json.output == """
                {"schema":1,"columns":["b","n","r","t","t_2","i"],"rows":[{"b":"x'00ff'","n":null,\
                "r":1.5,"t":"a\\u0000,\\"","t_2":2,"i":null}]}

                """)
        let line = await tool("sql", sql, "--ndjson")
        #expect(line.output.hasPrefix("{\"b\":\"x'00ff'\","))
        let csv = await tool("sql", sql, "--csv")
        #expect(csv.output == "b,n,r,t,t,i\nx'00ff',,1.5,\"a\0,\"\"\",2,inf\n")
        let plain = await tool("sql", sql)
        #expect(plain.output == "x'00ff'\t\t1.5\ta\\x00,\"\t2\tinf\n")
        let table = await tool("sql", "SELECT 1 AS one, 'x' AS letter", "--table")
        #expect(table.output == "ONE  LETTER\n  1  x\n")
    }

    @Test("a table with more rows than are measured is complete")
    func longTable() async {
        let run = await tool(
            "sql", "--table",
            """
            WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 2500)
            SELECT x FROM n
            """)
        // As wide as the first thousand rows are.
        #expect(run.lines.map { $0.drop { $0 == " " } } == ["X"] + (1...2_500).map { "\($0)" })
    }

    @Test("a mistake is shown in its place")
    func mistakes() async {
        let run = await tool("sql", "-", input: "SELECT url,\n  statis FROM hits")
        #expect(run.status == 2)
        #expect(
            run.diagnostics == """
                error: The SQL statement failed: no such column: statis.
                    statis FROM hits
                    ^
                hint: Did you mean 'status'?

                """)
        let json = await tool("sql", "SELECT 1; SELECT 2", "--json")
        #expect(json.error?["code"] == "invalidSQL")
        #expect(
            await tool("sql", "DELETE FROM route").diagnostics.contains(
                "Only SQL statements that read"))
        #expect(await tool("list").lines.count == 1)
    }

    @Test("table-valued JSON functions work, on parameters too")
    func tableFunctions() async {
        #expect(await tool("sql", "SELECT value FROM json_each('[1,2]')").lines == ["1", "2"])
        #expect(
            await tool("sql", "SELECT fullkey FROM json_tree('{\"a\":[1]}')").lines
                == ["$", "$.a", "$.a[0]"])
        let columns = await tool("sql", "SELECT count(*) > 5 FROM pragma_table_info('route')")
        #expect(columns.output == "1\n")
    }

    @Test(
        "functions that reach outside and statements that write are refused",
        arguments: [
            "SELECT load_extension('x')", "SELECT fts3_tokenizer('simple')",
            "SELECT hex(fts3_tokenizer('simple'))", "SELECT sqlite_log(1, 'x')",
            "SELECT readfile('/etc/passwd')", "SELECT writefile('x', 'y')", "SELECT edit('x')",
            "SELECT FTS3_Tokenizer('simple')", "SELECT sqlite_compileoption_get(0)",
            "ATTACH 'other.db' AS other", "DETACH history", "VACUUM INTO 'x.db'", "VACUUM",
            "PRAGMA database_list", "SELECT * FROM pragma_database_list",
            "SELECT json_patch('{}', '{}')",
            "PRAGMA journal_mode = DELETE", "PRAGMA writable_schema = ON",
            "PRAGMA user_version = 9",
            "PRAGMA query_only = OFF", "PRAGMA hard_heap_limit = 0",
            "UPDATE sqlite_master SET sql = ''", "UPDATE route SET name = 'x'",
            "UPDATE history.stream SET hits = 9", "CREATE TEMP TABLE t (a)", "CREATE TABLE t (a)",
            "CREATE VIRTUAL TABLE t USING fts5(a)", "DROP TABLE route", "COMMIT", "SAVEPOINT x",
            "INSERT INTO hits DEFAULT VALUES", "REINDEX", "ANALYZE",
        ])
    func refusals(sql: String) async throws {
        let before = try Data(contentsOf: URL(fileURLWithPath: tool.path))
        let run = await tool("sql", sql, "--json")
        #expect(run.status == 2)
        #expect(run.error?["code"] == "readOnly" || run.error?["code"] == "invalidSQL")
        #expect(try Data(contentsOf: URL(fileURLWithPath: tool.path)) == before)
    }

    private static let endless =
        "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n"

    @Test("a statement that takes too long is stopped")
    func timeLimit() async {
        let run = await tool("sql", Self.endless, "--timeout", "20ms", "--json")
        #expect(run.status == 2)
        #expect(run.error?["code"] == "limitExceeded")
        let wrong = await tool("sql", "SELECT 1", "--timeout", "soon")
        #expect(wrong.status == 64 && wrong.diagnostics.contains("'soon' is not a valid duration"))
        for time in ["0", "1h30m", "90s", "500ms"] {
            #expect(await tool("sql", "SELECT 1", "--timeout", time).output == "1\n")
        }
    }

    @Test(
        "a statement that needs too much memory or too long a value is stopped",
        .enabled(if: BuiltTool.isThere))
    func memoryLimit() throws {
        let many = """
            WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 100)
            SELECT count(DISTINCT randomblob(900000)), json_group_array(hex(randomblob(100000)))
            FROM n
            """
        #expect(try runAlone(many, memory: "4M").contains("limitExceeded"))
        let long = "SELECT length(zeroblob(3000000))"
        #expect(try runAlone(long, memory: "8MB").contains("limitExceeded"))
        #expect(try runAlone(long, memory: "16MiB") == "")
        #expect(try runAlone(long, memory: "0") == "")
        #expect(try runAlone(long, memory: "much").contains("usage"))
    }

    /// Runs a statement in a process of its own, as the limit of memory is that of a process.
    ///
    /// - Returns: What the tool complains about.
    private func runAlone(_ sql: String, memory: String) throws -> String {
        let process = Process()
        process.executableURL = BuiltTool.executable
        process.arguments = ["sql", "--json", "--memory", memory, "--db", tool.path, sql]
        let errors = Pipe()
        process.standardOutput = FileHandle.nullDevice
        process.standardError = errors
        try process.run()
        let bytes = try errors.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test("an interruption ends a statement, with its status")
    func interruption() async {
        let interruption = Interruption()
        interruption.interrupt()
        let run = await tool.run(
            [
                "sql",
                "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) "
                    + "SELECT count(*) FROM n", "--db", tool.path,
            ], interruption: interruption)
        #expect(run.status == 130)
    }

    @Test("a history or a registry may be missing unless its path was given")
    func missing() async throws {
        let other = try Tool()
        await other("init")
        let empty = await other("sql", "SELECT count(*) FROM hits")
        #expect(empty.output == "0\n")
        #expect(empty.diagnostics.contains("'hits' is empty"))
        let none = other.directory.path("none.hits.db")
        #expect(await other("sql", "SELECT 1", "--history", none).status == 2)
        let history = HitHistory.path(besideRegistry: tool.path)
        let alone = await other.run(["sql", "SELECT count(*) FROM hits", "--history", history])
        #expect(alone.output == "4\n")
        let foreign = await other("sql", "SELECT 1", "--history", tool.path)
        #expect(foreign.diagnostics.contains("is not a history"))
    }

    @Test("a damaged or foreign history does not affect other commands")
    func independence() async throws {
        let other = try Tool()
        await other("init")
        let path = HitHistory.path(besideRegistry: other.path)
        try Data("no database at all".utf8).write(to: URL(fileURLWithPath: path))
        #expect(await other("list").status == 0)
        #expect(await other("check").status == 0)
        let run = await other("sql", "SELECT 1", "--json")
        #expect(run.error?["code"] == "notAHistory")
    }
}
