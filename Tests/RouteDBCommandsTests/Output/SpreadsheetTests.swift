import RouteDB
import RouteDBTestSupport
import Testing

@testable import RouteDBCommands

@Suite("Reports opened in spreadsheets")
struct SpreadsheetTests {
    @Test(
        "a cell that a spreadsheet would run gets an apostrophe",
        arguments: [
            "=1+1", "+1+1", "-1+1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", " =1", "-cmd|' /C calc'!A0",
            "+", "-A1", "--1", "\u{FF1D}1", "\u{FF20}x", "-inf", "-5e", "-0x10", "+nan", "=",
        ])
    func formulas(cell: String) {
        #expect(SpreadsheetCell.harmless(Array(cell.utf8)) == Array("'\(cell)".utf8))
    }

    @Test(
        "numbers and other texts are unchanged",
        arguments: [
            "", "-5", "+5", "-1.25", "-.5", "-1e10", "+3.5E-7", "-", "a=1", "/user/-1", "1-2",
            "'=1",
            "myapp://user/42?a=b", " a", "caf\u{E9}", "\u{FF21}",
        ])
    func others(cell: String) {
        #expect(SpreadsheetCell.harmless(Array(cell.utf8)) == Array(cell.utf8))
    }

    @Test("lists and SQL as CSV are harmless; exports are exact")
    func commands() async throws {
        let tool = try Tool()
        await tool("add", "/a", "--target", "=1+1", "--name", "@n")
        await tool("resolve", "=HYPERLINK()", "--record")
        let list = await tool("list", "--csv")
        #expect(list.output.contains(",'=1+1"))
        #expect(list.output.contains("'@n"))
        let rows = await tool(
            "sql", "--csv", "SELECT target, -5 AS n, -1.5 AS \"=x\", '-5' FROM route")
        #expect(rows.output.contains("'=1+1,-5,-1.5,-5\n"))
        #expect(rows.output.hasPrefix("target,n,'=x,"))
        let export = await tool("export", "--format", "csv")
        #expect(export.output.contains("=1+1"))
        #expect(!export.output.contains("'="))
        let hits = await tool("hits", "export", "--format", "csv")
        #expect(hits.output.contains("=HYPERLINK()"))
        #expect(!hits.output.contains("'="))
    }
}
