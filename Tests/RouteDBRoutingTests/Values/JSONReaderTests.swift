import RouteDBRouting
import Testing

@Suite("JSON read by type")
struct JSONReaderTests {
    /// Keeps mistakes, and shows two of them.
    private final class Kept: JSONSink {
        typealias Failure = Never

        var mistakes: [JSONMistake] = []

        static var nullIsAbsent: Bool { false }
        var isShowing: Bool { mistakes.count < 2 }

        func take(_ mistake: JSONMistake) { mistakes.append(mistake) }
    }

    private let members: JSONObject = [
        "word": "b", "count": 7, "half": .double(0.5), "sure": true, "nothing": nil,
        "list": ["a", 1, "c"], "inner": ["deep": "x"],
    ]

    private func message(_ read: (JSONReader<MistakeThrower>) throws -> Void) -> String? {
        do {
            try read(JSONReader(members))
            return nil
        } catch {
            return (error as? JSONMistake)?.description
        }
    }

    @Test
    func `a value of another type is told with its key, and how to write it`() {
        #expect(
            message { _ = try $0.string("count") }
                == "The value of 'count' is 7, not a string. Write it in quotes.")
        #expect(
            message { _ = try $0.boolean("word") }
                == "The value of 'word' is a string, not true or false."
                + " Write one of them, without quotes.")
        #expect(
            message { _ = try $0.number("half") }
                == "The value of 'half' is 0.5, not a whole number from -2147483648 to 2147483647.")
        #expect(
            message { _ = try $0.value("count", as: .number(0...6)) }
                == "The value of 'count' is 7, not a whole number from 0 to 6.")
        #expect(
            message { _ = try $0.array("sure") }
                == "The value of 'sure' is true, not an array. Write it in brackets.")
        #expect(
            message { _ = try $0.reader("list") }
                == "The value of 'list' is an array, not an object."
                + " Write it as {\"key\": value, …}.")
        #expect(
            message { _ = try $0.strings("list") }
                == "An element of 'list' is 1, not a string. Write it in quotes.")
        #expect(
            message { _ = try $0.time("word") }
                == "'b' is not a valid time."
                + " Write a date, 2026-01-31, or a time, 2026-01-31T09:30:00Z.")
    }

    @Test
    func `a mistake has the path to its member`() throws {
        let reader = try #require(try JSONReader(members).reader("inner"))
        let error = #expect(throws: JSONMistake.self) { try reader.number("deep") }
        #expect(error?.path.text == "inner.deep" && error?.keys == ["inner", "deep"])
        let element = #expect(throws: JSONMistake.self) { try JSONReader(members).strings("list") }
        #expect(element?.path.text == "list[1]" && element?.keys == ["list"])
    }

    @Test
    func `a key that is missing, unknown or misspelt is told`() {
        #expect(
            message { _ = try $0.required("name", of: "The case") } == "The case has no 'name'.")
        #expect(
            message { try $0.requireKeys(among: ["words"], of: "A case") }
                == "A case has no 'word'. Did you mean 'words'?")
        #expect(
            message { try $0.requireKeys(among: ["x", "y"], of: "A case") }
                == "A case has no 'word'. Use x, y.")
        #expect(
            message { _ = try $0.word("word", among: ["xx", "yy"]) { Int($0) } }
                == "'b' is not a valid word. Use xx, yy.")
    }

    @Test
    func `null counts as absent where mistakes are thrown`() throws {
        let reader = JSONReader(members)
        #expect(try reader.string("nothing") == nil && reader.value("nothing") == nil)
        #expect(throws: JSONMistake.self) { try reader.required("nothing", of: "The case") }
    }

    @Test
    func `a sink that keeps mistakes reads what is right`() {
        let sink = Kept()
        let reader = JSONReader(members, into: sink)
        #expect(reader.string("count") == nil && reader.string("word") == "b")
        #expect(reader.strings("list") == ["a", "c"])
        #expect(reader.elements("list", as: .string)?.map(\.path.text) == ["list[0]", "list[2]"])
        #expect(reader.string("nothing") == nil)
        #expect(sink.mistakes.map(\.path.text) == ["count", "list[1]", "list[1]", "nothing"])
        #expect(sink.mistakes.allSatisfy { $0.kind == .wrongType })
    }

    @Test
    func `a suggestion is searched only for mistakes that are shown`() {
        let sink = Kept()
        JSONReader(["wrod": 1, "wodr": 2, "wrdo": 3], into: sink)
            .requireKeys(among: ["word"], of: "A case")
        #expect(sink.mistakes.map(\.hint) == ["Did you mean 'word'?", "Did you mean 'word'?", nil])
        #expect(sink.mistakes.allSatisfy { $0.kind == .unknownKey })
    }
}
