import RouteDBRouting
import Testing

/// Single values as Swift types.
@Suite struct TypedValueTests {
    private func value<Value: Decodable>(_ json: JSONValue, as type: Value.Type) -> Value? {
        try? (["x": json] as JSONObject).decode([String: Value].self)["x"]
    }

    private func error<Value: Decodable>(_ json: JSONValue, as type: Value.Type) -> ValueError? {
        #expect(throws: ValueError.self) {
            try (["x": json] as JSONObject).decode([String: Value].self)
        }
    }

    @Test("an integer is decoded from an integer and from its text")
    func wholeNumbers() {
        #expect(value(42, as: Int.self) == 42)
        #expect(value("42", as: Int.self) == 42)
        #expect(value("-7", as: Int8.self) == -7)
        #expect(value("+7", as: UInt16.self) == 7)
        #expect(value("18446744073709551615", as: UInt64.self) == .max)
        #expect(value(.int(.min), as: Int64.self) == .min)
        #expect(value(255, as: UInt8.self) == 255)
        #expect(value(1, as: UInt.self) == 1)
        #expect(value(1, as: Int16.self) == 1)
        #expect(value(1, as: Int32.self) == 1)
        #expect(value(1, as: UInt32.self) == 1)
    }

    @Test(
        "nothing else is an integer",
        arguments: [
            .double(1.5), .double(1), "1.5", "1.0", "1e3", "", "+", " 1", "0x10", "١", true, [1],
            [:],
        ] as [JSONValue])
    func noWholeNumber(json: JSONValue) {
        let error = error(json, as: Int.self)
        #expect(error?.code == .mismatch)
        #expect(error?.found == json)
    }

    @Test(
        "an integer that does not fit is refused",
        arguments: [256, -1, "256", "-1", "99999999999999999999999"] as [JSONValue])
    func tooLarge(json: JSONValue) {
        #expect(error(json, as: UInt8.self)?.code == .outOfRange)
    }

    @Test("a number is decoded from any exactly representable number, and from its text")
    func numbers() {
        #expect(value(.double(1.5), as: Double.self) == 1.5)
        #expect(value(3, as: Double.self) == 3)
        #expect(value("1.5e3", as: Double.self) == 1500)
        #expect(value(".5", as: Float.self) == 0.5)
        #expect(value(.double(0.1), as: Float.self) == 0.1)
        #expect(value("9007199254740992", as: Double.self) == 9_007_199_254_740_992)
        #expect(error("x", as: Double.self)?.code == .mismatch)
        #expect(error("nan", as: Double.self)?.code == .mismatch)
        #expect(error(true, as: Double.self)?.code == .mismatch)
    }

    @Test(
        "a number that would lose precision is refused",
        arguments: [9_007_199_254_740_993, "9007199254740993"] as [JSONValue])
    func rounded(json: JSONValue) {
        #expect(error(json, as: Double.self)?.code == .outOfRange)
    }

    @Test("a number beyond the range of a float is refused")
    func infinite() {
        #expect(error(.double(1e300), as: Float.self)?.code == .outOfRange)
        #expect(error("1e300", as: Float.self)?.code == .outOfRange)
    }

    @Test("a Boolean is decoded from a Boolean and from four texts")
    func truthValues() {
        #expect(value(true, as: Bool.self) == true)
        #expect(value("true", as: Bool.self) == true)
        #expect(value("1", as: Bool.self) == true)
        #expect(value("false", as: Bool.self) == false)
        #expect(value("0", as: Bool.self) == false)
        #expect(error("yes", as: Bool.self)?.code == .mismatch)
        #expect(error("", as: Bool.self)?.code == .mismatch)
        #expect(error(1, as: Bool.self)?.code == .mismatch)
    }

    @Test("only a string is a string", arguments: [1, .double(1.5), true, ["a"]] as [JSONValue])
    func noText(json: JSONValue) {
        #expect(value("a", as: String.self) == "a")
        #expect(error(json, as: String.self)?.code == .mismatch)
    }

    @Test("null is an optional without a value and nothing else")
    func null() {
        #expect(value(nil, as: Int?.self) == .some(nil))
        #expect(value(1, as: Int?.self) == .some(1))
        #expect(error("x", as: Int?.self)?.code == .mismatch)
        for error in [error(nil, as: Int.self), error(nil, as: [Int].self)] {
            #expect(error?.code == .missing)
            #expect(error?.found == JSONValue.null)
        }
    }

    @Test("a single value is not a list")
    func noList() {
        #expect(value(["a", "b"], as: [String].self) == ["a", "b"])
        #expect(error("a", as: [String].self)?.code == .mismatch)
    }

    @Test("a JSON value is unchanged")
    func json() {
        let json: JSONValue = ["b": "1", "a": [nil, .double(1.5), true], "c": ["d": 1]]
        #expect(value(json, as: JSONValue.self) == json)
        #expect(value(json, as: JSONObject.self).map(JSONValue.object) == json)
        #expect(value("1", as: JSONValue.self) == "1")
        #expect(error(["a"], as: JSONObject.self)?.code == .mismatch)
    }

    @Test("an error has the path, the expected type and the actual value")
    func message() {
        #expect(error("abc", as: Int.self)?.description == "x: Expected Int, found 'abc'.")
        #expect(error(nil, as: Int.self)?.description == "x: Expected Int, found null.")
        #expect(error(300, as: UInt8.self)?.description == "x: 300 does not fit UInt8.")
        #expect(
            error(1, as: [Int].self)?.description == "x: Expected a list, found 1.")
        #expect(
            error([["a": 1]], as: [Int].self)?.description
                == "x[0]: Expected Int, found an object.")
    }

    @Test("an error quotes the beginning of a long text")
    func longText() {
        let error = error(.string(String(repeating: "a", count: 5000)), as: Int.self)
        #expect(
            error?.message
                == "Expected Int, found '\(String(repeating: "a", count: 80))…'.")
    }
}
