import RouteDBRouting
import RouteDBTestSupport
import Testing

@testable import RouteDB

@Suite("Lists of JSON, item by item")
struct JSONListsTests {
    /// The value of a text that is read by its lists, put together again.
    private func whole(_ lists: JSONLists) -> JSONValue {
        func items(_ key: String?) -> [JSONValue] {
            var items: [JSONValue] = []
            lists.forEachItem(of: key) { index, value in
                #expect(index == items.count)
                items.append(value)
                return true
            }
            return items
        }
        switch lists.text.value {
        case .array: return .array(items(nil))
        case .object(let object):
            return .object(
                JSONObject(
                    distinct: object.members.map { member in
                        guard case .array = member.value else { return member }
                        return .init(key: member.key, value: .array(items(member.key)))
                    }))
        case let value: return value
        }
    }

    /// Compares a text by its lists with the same text read at once: its value, or its mistake.
    private func compare(_ text: [UInt8]) {
        let shown = String(decoding: text, as: UTF8.self)
        do throws(InputProblem) {
            let expected = try JSONText(text, firstLine: 1).value
            do throws(InputProblem) {
                #expect(whole(try JSONLists(text)) == expected, "\(shown)")
            } catch {
                Issue.record("\(error) \(shown)")
            }
        } catch {
            let problem = error
            #expect(throws: problem, "\(shown)") { _ = try JSONLists(text) }
        }
    }

    @Test(
        "a text by its lists has the value and the mistakes that it has at once",
        arguments: 0..<20 as Range<UInt64>)
    func lists(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let values = [
            "{}", "[]", "[[]]", "null", "-1.5e3", #""é\u00e9""#, #"{"a": {"b": [1, {"c": []}]}}"#,
            #"{"a": 1, "\u0061b": [true, {}]}"#, #"[{"x": "y"}, "z"]"#,
        ]
        for _ in 0..<50 * FuzzBudget.rounds {
            let items = (0..<4).map { _ in random.pick(values) }
            let lists = [
                "[\(items.joined(separator: ", "))]",
                #"{"routes": [\#(items[0]),\#(items[1])], "a": \#(items[2]), "b": [[\#(items[3])]]}"#,
                #" {"a": {}, "b": [], "c": {"d": [\#(items[0])]}} "#,
            ]
            var text = Array(random.pick(lists).utf8)
            compare(text)
            text[random.below(text.count)] = random.pick(Array("[]{},:\" 1x".utf8))
            compare(text)
            compare(Array(text.prefix(random.below(text.count + 1))))
        }
    }

    @Test("reading ends with the item that asks for it")
    func end() throws {
        let lists = try JSONLists(Array(#"{"routes": [1, 2, 3]}"#.utf8))
        var seen: [JSONValue] = []
        lists.forEachItem(of: "routes") { _, value in
            seen.append(value)
            return seen.count < 2
        }
        #expect(seen == [.int(1), .int(2)])
        lists.forEachItem(of: "rules") { _, _ in
            Issue.record("The text has no such list.")
            return false
        }
    }

    @Test("an item has its place in the text")
    func places() throws {
        let lists = try JSONLists(Array("{\n  \"routes\": [1,\n    {\"a\": 2}]\n}".utf8))
        #expect(
            lists.text.place(of: [.key("routes"), .index(1), .key("a")])
                == InputPlace(line: 3, column: 11))
    }
}
