import RouteDBTestSupport
import Testing

@testable import RouteDBRouting

@Suite("The shape of texts in JSON")
struct JSONShapeTests {
    /// The values of a text that is read by the shape of another; `nil` if it has another shape.
    private func values(of text: String, byShapeOf known: String) throws -> [JSONValue]? {
        let bytes = Array(known.utf8)
        var outline = JSONOutline()
        try outline.read(bytes.span.bytes)
        var shape = JSONShape()
        _ = shape.take(from: outline, of: bytes.span.bytes, from: 0)
        return values(of: Array(text.utf8), by: &shape)
    }

    private func values(of text: [UInt8], by shape: inout JSONShape) -> [JSONValue]? {
        guard shape.read(text.span.bytes, from: 0) else { return nil }
        return shape.values.nodes.indices.map { shape.values.value(at: $0, of: text.span.bytes) }
    }

    @Test("numbers and strings may differ, of any length")
    func values() throws {
        let found = try values(
            of: #"{"a": -1.5e3, "b": ["", "\u00e9\n", 12345678901]}"#,
            byShapeOf: #"{"a": 7, "b": ["x", "y", 0.5]}"#)
        #expect(found == [.double(-1500), .string(""), .string("é\n"), .int(12_345_678_901)])
    }

    @Test(
        "everything else makes another shape",
        arguments: [
            #"{"a": 7, "b": ["x", "y", 0.5]} "#, #"{"a":7, "b": ["x", "y", 0.5]}"#,
            #"{"A": 7, "b": ["x", "y", 0.5]}"#, #"{"a": "7", "b": ["x", "y", 0.5]}"#,
            #"{"a": null, "b": ["x", "y", 0.5]}"#, #"{"a": 7, "b": ["x", "y"]}"#,
            #"{"a": 7, "b": ["x", "y", 0.5, 1]}"#, #"{"a": 7, "b": ["x", "y", 0.5]"#, "",
            #"{"a": 7, "b": ["x", "y", 0.5"#, #"{"a": 7, "b": ["x", "y"#,
            #"{"a": 7, "b": ["x", "y\"#,
        ])
    func others(_ text: String) throws {
        #expect(try values(of: text, byShapeOf: #"{"a": 7, "b": ["x", "y", 0.5]}"#) == nil)
    }

    @Test(
        "a value that is not JSON is not read",
        arguments: [
            #"{"a": 07, "b": "x"}"#, #"{"a": 1., "b": "x"}"#, #"{"a": 1e999, "b": "x"}"#,
            #"{"a": 7, "b": "\q"}"#, "{\"a\": 7, \"b\": \"\u{1}\"}", #"{"a": 7, "b": "\ud800"}"#,
            #"{"a": -, "b": "x"}"#,
        ])
    func mistakes(_ text: String) throws {
        #expect(try values(of: text, byShapeOf: #"{"a": 7, "b": "x"}"#) == nil)
    }

    @Test("a text without values, or with very many, has no shape that others could have")
    func limits() throws {
        #expect(try values(of: "{}", byShapeOf: "{}") == nil)
        let many = "[\(Array(repeating: "1", count: 257).joined(separator: ","))]"
        #expect(try values(of: many, byShapeOf: many) == nil)
    }

    @Test(
        "a text is read by a shape exactly if it is JSON that differs in numbers and strings only")
    func oracle() throws {
        let marks = Array(#" "[]\{}:,.-0123456789eE/u"#.utf8)
        let known = Array(#"{"a": -1.5, "b": {"c": ["x\ty", true, 12]}, "é": "", "d": [[0]]}"#.utf8)
        var outline = JSONOutline()
        try outline.read(known.span.bytes)
        let skeleton = skeleton(of: known, outline)
        var shape = JSONShape()
        let places = shape.take(from: outline, of: known.span.bytes, from: 0)
        #expect(places?.count == 5)
        var generator = SeededGenerator(seed: 17)
        var count = 0
        for _ in 0..<20_000 * FuzzBudget.rounds {
            let text = generator.damaged(known, marks: marks)
            let isJSON = (try? outline.read(text.span.bytes)) != nil
            let found = values(of: text, by: &shape)
            guard isJSON, self.skeleton(of: text, outline) == skeleton else {
                #expect(found == nil, "\(String(decoding: text, as: UTF8.self))")
                continue
            }
            count += 1
            let expected = outline.nodes.indices.filter { outline.nodes[$0].isValue }.map {
                outline.value(at: $0, of: text.span.bytes)
            }
            #expect(found == expected, "\(String(decoding: text, as: UTF8.self))")
        }
        #expect(count > 300)
    }

    /// A text with a word for each of its numbers and strings.
    private func skeleton(of text: [UInt8], _ outline: JSONOutline) -> [UInt8] {
        var result = text
        for node in outline.nodes.reversed() where node.isValue {
            result.replaceSubrange(
                node.range, with: (node.kind == .string ? "string" : "number").utf8)
        }
        return result
    }
}

extension JSONNode {
    fileprivate var isValue: Bool { [.string, .int, .double].contains(kind) }
}
