import Foundation
import RouteDBRouting
import Testing

/// What types that read their containers by hand are given.
@Suite struct DecodingContainerTests {
    private enum Key: String, CodingKey { case object, list, none }

    private class Animal: Decodable {
        let name: String
        private enum Key: String, CodingKey { case name }

        required init(from decoder: any Decoder) throws {
            name = try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .name)
        }
    }

    private final class Dog: Animal {
        let age: Int
        private enum Key: String, CodingKey { case age }

        required init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: Key.self)
            age = try values.decode(Int.self, forKey: .age)
            try super.init(from: values.superDecoder())
        }
    }

    @Test("the superclass is under its own key")
    func superclass() throws {
        let dog = try (["age": 3, "super": ["name": "Rex"]] as JSONObject).decode(Dog.self)
        #expect(dog.age == 3 && dog.name == "Rex")
        let error = #expect(throws: ValueError.self) {
            try (["age": 3] as JSONObject).decode(Dog.self)
        }
        #expect(error?.path == "super")
        #expect(error?.code == .missing)
    }

    @Test("nested containers are read in place")
    func nested() throws {
        struct Reader: Decodable {
            init(from decoder: any Decoder) throws {
                let values = try decoder.container(keyedBy: Key.self)
                #expect(values.allKeys.map(\.stringValue) == ["list", "object"])
                #expect(values.contains(.list) && !values.contains(.none))
                let object = try values.nestedContainer(keyedBy: Key.self, forKey: .object)
                #expect(try object.decodeNil(forKey: .none))
                #expect(throws: DecodingError.self) { try object.decodeNil(forKey: .list) }
                #expect(object.codingPath.map(\.stringValue) == ["object"])
                var list = try values.nestedUnkeyedContainer(forKey: .list)
                #expect(list.count == 4 && !list.isAtEnd)
                #expect(try list.decodeNil())
                #expect(try !list.decodeNil())
                // What cannot be read is not stepped over.
                #expect(throws: DecodingError.self) { try list.decode(Int.self) }
                #expect(list.currentIndex == 1)
                #expect(try list.decode(String.self) == "a")
                var inner = try list.nestedUnkeyedContainer()
                #expect(inner.isAtEnd)
                let end = #expect(throws: DecodingError.self) { try inner.decode(Int.self) }
                if case .valueNotFound? = end {
                } else {
                    Issue.record("The end of a list is a value that is missing.")
                }
                #expect(throws: DecodingError.self) { try inner.superDecoder() }
                let last = try list.superDecoder()
                #expect(last.codingPath.map(\.stringValue) == ["list", "3"])
                #expect(try last.singleValueContainer().decode(Bool.self))
                #expect(list.isAtEnd)
            }
        }
        let json: JSONObject = [
            "list": [nil, "a", [], "1"], "skipped": 0, "object": ["none": nil],
        ]
        _ = try json.decode(Reader.self)
    }

    @Test("keys are compared byte by byte")
    func keyBytes() throws {
        struct Reader: Decodable {
            enum Key: String, CodingKey { case accented = "\u{E9}" }
            let accented: Int
            private typealias CodingKeys = Key
        }
        #expect(try (["\u{E9}": 1] as JSONObject).decode(Reader.self).accented == 1)
        #expect(throws: ValueError.self) {
            try (["e\u{301}": 1] as JSONObject).decode(Reader.self)
        }
    }

    @Test("a JSON value can be decoded by other decoders too")
    func otherDecoder() throws {
        let text = #"{"a": [null, true, 1, 1.5, "x", {"b": []}]}"#
        let value = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
        #expect(value == (try JSONValue(parsing: text)))
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(JSONObject.self, from: Data("[1]".utf8))
        }
    }
}
