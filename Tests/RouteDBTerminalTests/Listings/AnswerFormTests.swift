import RouteDB
import RouteDBTerminal
import RouteDBTestSupport
import Testing

@Suite("Answers in each format")
struct AnswerFormTests {
    private static let answer: JSONObject = [
        "schema": 1, "id": 7, "name": "a\tb", "note": .null, "hosts": ["x", ["y": true]],
        "labels": .object([:]),
    ]

    private func written(as kind: ListingFormat.Kind?) throws -> String {
        let sink = MemorySink()
        let output = OutputWriter(sink)
        try AnswerForm(kind).write(
            Self.answer, orLines: TitledLines.lines([("id", "7"), ("name", "a\tb")], width: 6),
            to: output)
        try output.flush()
        return String(decoding: sink.bytes, as: UTF8.self)
    }

    @Test(
        "people get lines with their texts in one column",
        arguments: [nil, .table] as [ListingFormat.Kind?])
    func text(kind: ListingFormat.Kind?) throws {
        #expect(try written(as: kind) == "id    7\nname  a\\tb\n")
    }

    @Test("programs get one object", arguments: [.json, .ndjson] as [ListingFormat.Kind])
    func object(kind: ListingFormat.Kind) throws {
        #expect(
            try written(as: kind)
                == #"{"schema":1,"id":7,"name":"a\tb","note":null,"hosts":["x",{"y":true}],"labels":{}}"#
                + "\n")
    }

    @Test("a list of fields goes by the paths of their keys")
    func fields() throws {
        #expect(
            try written(as: .csv) == """
                field,value
                id,7
                name,a\tb
                note,
                hosts.0,x
                hosts.1.y,true
                labels,{}

                """)
    }
}
