import RouteDBRouting
import Testing

@Suite("What a JSON value is")
struct JSONValueReadingTests {
    private static let all: [JSONValue] = [
        .null, .bool(true), .int(7), .double(2.5), .string("7"), .array([1]), .object(["a": 1]),
    ]

    @Test("each accessor takes values of its kind only")
    func kinds() {
        #expect(Self.all.map(\.stringValue) == [nil, nil, nil, nil, "7", nil, nil])
        #expect(Self.all.map(\.intValue) == [nil, nil, 7, nil, nil, nil, nil])
        #expect(Self.all.map(\.boolValue) == [nil, true, nil, nil, nil, nil, nil])
        #expect(Self.all.map(\.arrayValue) == [nil, nil, nil, nil, nil, [1], nil])
        #expect(Self.all.map(\.objectValue) == [nil, nil, nil, nil, nil, nil, ["a": 1]])
    }

    @Test("an integer is a number too, rounded where it is large")
    func numbers() {
        #expect(Self.all.map(\.doubleValue) == [nil, nil, 7, 2.5, nil, nil, nil])
        #expect(JSONValue.int(.max).doubleValue == 9_223_372_036_854_775_808)
    }
}
