#if Server
import RouteDB
import RouteDBPages
import RouteDBTestSupport
import Testing

@Suite("Values by their keys, a line each")
struct MemberLinesTests {
    @Test("values that were written as lines are read as the same values")
    func roundTrip() throws {
        var random = SeededGenerator(seed: 11)
        let values: [JSONValue] = [
            "a", "5", " a ", "true", "null", "a=b", "", "\n", "[", 5, .double(1.5), true, .null,
            ["a": [1]],
            "\"quoted\"", "é",
        ]
        for _ in 0..<500 {
            var object = JSONObject()
            for _ in 0..<random.below(5) {
                object["k\(random.below(9))"] = random.pick(values)
            }
            let text = MemberLines.text(object)
            #expect(try MemberLines.object(text, of: "values") == object, "\(text)")
        }
    }

    @Test("a key that cannot be typed stays as it is while its lines are not changed")
    func strangeKeys() throws {
        let object: JSONObject = ["a=b": "1", "c": "x\ny"]
        let text = MemberLines.text(object)
        #expect(try MemberLines.object(text, of: "values", changing: object) == object)
        #expect(try MemberLines.object(text, of: "values") != object)
    }

    @Test("texts stay texts where nothing else is possible")
    func texts() throws {
        let text = MemberLines.text(["a": "5", "b": "true"], asText: true)
        #expect(text == "a=5\nb=true")
        #expect(try MemberLines.object(text, of: "l", asText: true) == ["a": "5", "b": "true"])
    }
}
#endif
