import RouteDB
import RouteDBTestSupport
import Testing

@testable import RouteDBTerminal

@Suite("Rows in each format")
struct RowWriterTests {
    private struct Item: Sendable {
        let id: Int64
        let text: String
        var note: String?
    }

    private let listing = Listing<Item>(
        "items",
        columns: [
            .init("id") { "\($0.id)" }, .init("the text") { $0.text },
            .init("note") { $0.note ?? "" },
        ],
        object: { ["id": .int($0.id), "text": .string($0.text)] })

    private let items = [
        Item(id: 7, text: "a,\"b\"\r\nc\td"), Item(id: 1_000, text: "=1+1", note: "caf\u{E9}"),
    ]

    private func text(
        _ items: [Item], as format: ListingFormat, head: JSONObject = [:]
    ) throws -> String {
        let sink = MemorySink()
        let output = OutputWriter(sink)
        try listing.write(items, as: format, head: head, to: output)
        try output.flush()
        return String(decoding: sink.bytes, as: UTF8.self)
    }

    @Test("a list is one JSON object, behind its head")
    func json() throws {
        #expect(
            try text(items, as: .json, head: ["revision": 3]) == """
                {"schema":1,"revision":3,"items":[{"id":7,"text":"a,\\"b\\"\\r\\nc\\td"},\
                {"id":1000,"text":"=1+1"}]}

                """)
        #expect(try text([], as: .json) == "{\"schema\":1,\"items\":[]}\n")
    }

    @Test("each line of NDJSON is an object of its own")
    func ndjson() throws {
        #expect(
            try text(items, as: .ndjson, head: ["revision": 3]) == """
                {"schema":1,"id":7,"text":"a,\\"b\\"\\r\\nc\\td"}
                {"schema":1,"id":1000,"text":"=1+1"}

                """)
        #expect(try text([], as: .ndjson) == "")
    }

    @Test("CSV has a header, quotes and harmless cells, and lines that end with LF")
    func csv() throws {
        #expect(
            try text(items, as: .csv)
                == "id,the text,note\n7,\"a,\"\"b\"\"\r\nc\td\",\n1000,'=1+1,caf\u{E9}\n")
        #expect(try text([], as: .csv) == "id,the text,note\n")
        let chosen = ListingFormat(.csv, columns: ["Note", "THE-TEXT"])
        #expect(try text([items[1]], as: chosen) == "note,the text\ncaf\u{E9},'=1+1\n")
    }

    @Test("TSV has no header, and no cell breaks its line")
    func plain() throws {
        #expect(
            try text(items, as: .plain)
                == "7\ta,\"b\"\\r\\nc\\td\t\n1000\t=1+1\tcaf\u{E9}\n")
        #expect(try text([], as: .plain) == "")
    }

    @Test("a table is as wide as its widest rows, without empty columns")
    func table() throws {
        #expect(
            try text(items, as: .table)
                == "  ID  THE TEXT       NOTE\n   7  a,\"b\"\\r\\nc\\td\n"
                + "1000  =1+1           caf\u{E9}\n")
        #expect(try text([items[0]], as: .table) == "ID  THE TEXT\n 7  a,\"b\"\\r\\nc\\td\n")
        #expect(try text([], as: .table) == "")
    }

    @Test("an unknown column is refused before anything is written", arguments: ["", "ids"])
    func unknownColumn(name: String) throws {
        let sink = MemorySink()
        let output = OutputWriter(sink)
        #expect(throws: CommandFailure.self) {
            try listing.write(items, as: ListingFormat(.csv, columns: [name]), to: output)
        }
        try output.flush()
        #expect(sink.bytes.isEmpty)
    }

    @Test("rows for programs keep bytes that are not UTF-8, and what a spreadsheet would run")
    func exact() throws {
        let cells: [SQLCell] = [.text([0xFF, UInt8(ascii: ",")]), .text(Array("=1".utf8)), .null]
        func bytes(isExact: Bool) throws -> [UInt8] {
            let sink = MemorySink()
            let output = OutputWriter(sink)
            let writer = try RowWriter(
                ["a", "b", "c"], in: RowWriter.Frame(key: "rows", isExact: isExact), as: .csv,
                to: output)
            try writer.write({ cells[$0] }, object: { _ in })
            try writer.end()
            try output.flush()
            return sink.bytes
        }
        let head = Array("a,b,c\n\"".utf8) + [0xFF]
        #expect(try bytes(isExact: true) == head + Array(",\",=1,\n".utf8))
        #expect(try bytes(isExact: false) == head + Array(",\",'=1,\n".utf8))
    }
}
