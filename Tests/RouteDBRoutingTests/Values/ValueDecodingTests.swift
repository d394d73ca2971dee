import RouteDBRouting
import Testing

/// Whole types made of JSON objects.
@Suite struct ValueDecodingTests {
    private struct User: Decodable, Equatable {
        enum Role: String, Decodable { case admin, guest }

        var id: Int
        var role = Role.guest
        var tags: [String] = []
        var boss: Boss?
    }

    private struct Boss: Decodable, Equatable { var id: Int }

    private func error<Value: Decodable>(_ json: JSONObject, as type: Value.Type) -> ValueError? {
        #expect(throws: ValueError.self) { try json.decode(type) }
    }

    @Test("properties have the values with their names")
    func properties() throws {
        let user: User = try
            (["id": "42", "role": "admin", "tags": ["a", "b"], "boss": ["id": 1], "other": 0]
            as JSONObject).decode()
        #expect(user == User(id: 42, role: .admin, tags: ["a", "b"], boss: Boss(id: 1)))
    }

    @Test("an optional property needs no value")
    func optional() throws {
        let json: JSONObject = ["id": 1, "role": "guest", "tags": []]
        #expect(try json.decode(User.self).boss == nil)
        #expect(try json.merging(["boss": nil]).decode(User.self).boss == nil)
    }

    @Test("an error names the path to the value")
    func path() {
        let json: JSONObject = ["id": 1, "role": "guest", "tags": ["a", 2]]
        let error = error(json, as: User.self)
        #expect(error?.path == "tags[1]")
        #expect(error?.code == .mismatch)
        #expect(error?.found == 2)
    }

    @Test("a property without a value is an error")
    func missing() {
        let error = error(["id": 1, "role": "guest", "tags": [], "boss": [:]], as: User.self)
        #expect(error?.description == "boss.id: Expected Int, found nothing.")
        #expect(error?.code == .missing)
        #expect(error?.found == nil)
    }

    @Test("an unknown word of an enumeration is an error with the word")
    func unknownWord() {
        let error = error(["id": 1, "role": "king", "tags": []], as: User.self)
        #expect(error?.code == .refused)
        #expect(error?.path == "role")
        #expect(error?.found == "king")
        #expect(error?.message.contains("king") == true)
    }

    @Test("an enumeration of numbers accepts texts too")
    func numberedWords() throws {
        enum Level: Int, Decodable { case low = 1, high }
        #expect(try (["level": "2"] as JSONObject).decode([String: Level].self) == ["level": .high])
    }

    @Test("an enumeration with values is decoded")
    func enumerationWithValues() throws {
        enum Shape: Decodable, Equatable { case circle(radius: Double), none }
        let json: JSONObject = ["a": ["circle": ["radius": 2]], "b": ["none": [:]]]
        #expect(
            try json.decode([String: Shape].self) == ["a": .circle(radius: 2), "b": Shape.none])
    }

    @Test("dictionaries may have names or numbers as keys")
    func dictionaries() throws {
        #expect(
            try (["a": 1, "b": "2"] as JSONObject).decode([String: Int].self) == ["a": 1, "b": 2])
        #expect(try (["1": true] as JSONObject).decode([Int: Bool].self) == [1: true])
        #expect(error(["a": ["1": "x"]], as: [String: [Int: Int]].self)?.path == "a.1")
    }

    @Test("lists hold lists, nulls and optionals")
    func lists() throws {
        let json: JSONObject = ["x": [[1, nil], [], ["3"]]]
        #expect(try json.decode([String: [[Int?]]].self) == ["x": [[1, nil], [], [3]]])
        #expect(error(json, as: [String: [[Int]]].self)?.path == "x[0][1]")
    }

    @Test("an error thrown by a type is reported with its description")
    func ownError() {
        struct Refusal: Error, CustomStringConvertible { let description = "no such day" }
        struct Day: Decodable { init(from decoder: any Decoder) throws { throw Refusal() } }
        let error = error(["x": 1], as: [String: Day].self)
        #expect(error?.code == .refused)
        #expect(error?.description == "no such day")
    }

    @Test("a type may catch the errors it knows from other decoders")
    func decodingErrors() throws {
        struct Lenient: Decodable, Equatable {
            var seen: [String] = []

            enum Key: String, CodingKey { case absent, none, text, large }

            init(from decoder: any Decoder) throws {
                let values = try decoder.container(keyedBy: Key.self)
                for key in [Key.absent, .none, .text, .large] {
                    do {
                        _ = try values.decode(Int8.self, forKey: key)
                    } catch DecodingError.keyNotFound(let key, _) {
                        seen.append("no \(key.stringValue)")
                    } catch DecodingError.valueNotFound(let type, _) {
                        seen.append("null for \(type)")
                    } catch DecodingError.typeMismatch(let type, _) {
                        seen.append("no \(type)")
                    } catch DecodingError.dataCorrupted(let context) {
                        seen.append(context.debugDescription)
                    }
                }
            }
        }
        let json: JSONObject = ["none": nil, "text": "x", "large": 1000]
        #expect(
            try json.decode(Lenient.self).seen
                == ["no absent", "null for Int8", "no Int8", "1000 does not fit Int8."])
    }

    @Test("values nest as deeply as JSON")
    func deep() throws {
        struct Node: Decodable {
            var next: [Node]
            var depth: Int { 1 + (next.first?.depth ?? 0) }
        }
        var json: JSONObject = ["next": []]
        for _ in 1..<32 { json = ["next": [.object(json)]] }
        let read = try JSONValue(parsing: json.description)
        #expect(read == .object(json))
        #expect(try json.decode(Node.self).depth == 32)
    }
}
