import Testing

@testable import RouteDBTerminal

@Suite struct ListingFormatTests {
    private let tool: Tool

    init() async throws {
        tool = try Tool()
        await tool("add", "/shop/{category}", "--target", "shop.list", "--name", "shop")
        await tool(
            "add", "/a/very/long/pattern/that/no/eighty/columns/can/hold/{at}/{all}", "--target",
            "somewhere")
    }

    @Test(arguments: [
        ("table", "--table"), ("csv", "--csv"), ("json", "--json"), ("ndjson", "--ndjson"),
    ])
    func `a form has one long name and a shorthand`(format: String, shorthand: String) async {
        let long = await tool("list", "--format", format)
        #expect(long.status == 0 && !long.output.isEmpty)
        #expect(long.output == (await tool("list", shorthand).output))
        #expect(long.output == (await tool("list", "-f", format, shorthand).output))
    }

    @Test func `tsv is what a pipe gets`() async {
        #expect(
            await tool("list", "-f", "tsv", onTerminal: true).output == tool("list").output)
    }

    @Test func `two forms are one too many`() async {
        for arguments in [["--csv", "--ndjson"], ["-f", "csv", "--json"], ["--table", "--json"]] {
            #expect(await tool.run(["list"] + arguments + ["--db", tool.path]).status == 64)
        }
        let run = await tool("list", "--format", "cvs")
        #expect(run.status == 64 && run.diagnostics.contains("Did you mean 'csv'?"))
    }

    @Test func `empty columns are left out of tables alone`() async {
        #expect(
            await tool("list", "--table", "--name", "shop").lines == [
                "ID  NAME  NAMESPACE  PRIORITY  ENABLED  TARGET     PATTERN",
                " 1  shop  default           0  yes      shop.list  /shop/{category}",
            ])
        #expect(
            await tool("list", "--table", "--name", "shop", "--wide").lines[0]
                == "ID  NAME  GROUP  NAMESPACE  PRIORITY  ENABLED  TARGET     PATTERN           KIND"
        )
        #expect(await tool("list", "--csv").lines[0].contains("group"))
    }

    @Test func `columns are chosen by name, in order`() async {
        #expect(
            await tool("list", "--table", "--columns", "Target,id,group").lines == [
                "TARGET     ID  GROUP", "shop.list   1", "somewhere   2",
            ])
        #expect(
            await tool("list", "--columns", "name,target").lines == [
                "shop\tshop.list", "\tsomewhere",
            ])
        #expect(await tool("list", "--csv", "--columns", "target").lines[1] == "shop.list")
        let wrong = await tool("list", "--columns", "targt")
        #expect(wrong.status == 64 && wrong.diagnostics.contains("Did you mean 'target'?"))
        #expect(await tool("list", "--json", "--columns", "target").status == 64)
        let sql = await tool(
            "sql", "SELECT 1 AS a_b, 'x' AS c", "--table", "--columns", "c,a-b")
        #expect(sql.lines == ["C  A_B", "x    1"])
    }

    @Test func `tables fit the terminal, and COLUMNS says how wide it is`() async {
        let size = TerminalSize(columns: 70, rows: 100)
        let fitted = await tool("list", onTerminal: true, terminalSize: size)
        #expect(fitted.lines.allSatisfy { DisplayWidth.of($0) <= 70 })
        #expect(fitted.lines[2].hasSuffix("…"))
        let wide = await tool("list", "--wide", onTerminal: true, terminalSize: size)
        #expect(wide.output.contains("{at}/{all}"))
        // A file holds what a terminal has no room for.
        #expect(await tool("list", "--table").output.contains("{at}/{all}"))
        tool.environment["COLUMNS"] = "60"
        #expect(await tool("list", "--table").lines.allSatisfy { DisplayWidth.of($0) <= 60 })
        #expect(await tool("list", "--csv").output.contains("{at}/{all}"))
    }
}
