import RouteDB
import Testing

@Suite("Rows as CSV")
struct CSVRowsTests {
    private let cells: [SQLCell] = [
        .text(Array("=1+1".utf8)), .text(Array("a\rb".utf8)), .text(Array("-5".utf8)),
        .integer(-5), .null, .blob([0, 255]), .text(Array("\r=1".utf8)),
    ]

    private func csv(_ rows: CSVRows) -> String {
        var bytes: [UInt8] = []
        rows.append(cells, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test("a text that a spreadsheet would run is marked as text, and a lone CR is quoted")
    func harmless() {
        #expect(csv(CSVRows()) == "'=1+1,\"a\rb\",-5,-5,,x'00ff',\"'\r=1\"\n")
    }

    @Test("rows for programs are exact")
    func exact() {
        #expect(csv(CSVRows(isExact: true)) == "=1+1,\"a\rb\",-5,-5,,x'00ff',\"\r=1\"\n")
    }

    @Test("the names of columns are texts too")
    func head() {
        var bytes: [UInt8] = []
        CSVRows().append(head: ["=x", "y"], to: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == "'=x,y\n")
    }
}
