import RouteDBRouting
import Testing

@Suite("Parsing JSON")
struct JSONParserTests {
    struct Accepted: Sendable, CustomTestStringConvertible {
        let text: String
        let value: JSONValue

        init(_ text: String, _ value: JSONValue) {
            self.text = text
            self.value = value
        }

        var testDescription: String { text }
    }

    static let accepted: [Accepted] = [
        Accepted("null", nil),
        Accepted("true", true),
        Accepted("false", false),
        Accepted(" \t\r\n1 \t\r\n", 1),
        Accepted("0", 0),
        Accepted("-0", 0),
        Accepted("-1", -1),
        Accepted("9223372036854775807", .int(.max)),
        Accepted("-9223372036854775808", .int(.min)),
        Accepted("9223372036854775808", .double(0x1p63)),
        Accepted("-9223372036854775809", .double(-0x1p63)),
        Accepted(
            "123456789012345678901234567890", .double(0x1.8ee90ff6c373ep96)),
        Accepted("1.0", .double(1)),
        Accepted("-0.0", .double(-0.0)),
        Accepted("0.1", .double(0.1)),
        Accepted("1e2", .double(100)),
        Accepted("1E+2", .double(100)),
        Accepted("1.25e-2", .double(0.0125)),
        Accepted("0e0", .double(0)),
        Accepted("1e-400", .double(0)),
        Accepted("5e-324", .double(.leastNonzeroMagnitude)),
        Accepted("1.7976931348623157e308", .double(.greatestFiniteMagnitude)),
        Accepted(#""""#, ""),
        Accepted(#""a""#, "a"),
        Accepted(#""é€😀""#, "é€😀"),
        Accepted(#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
        Accepted(#""\u0041\u00e9\u20AC""#, "A\u{E9}€"),
        Accepted(#""\uD83D\uDE00""#, "😀"),
        Accepted(#""\uD800\uDC00""#, "\u{10000}"),
        Accepted(#""\uDBFF\uDFFF""#, "\u{10FFFF}"),
        Accepted(#""\u0000""#, "\u{0}"),
        Accepted(#""\uFFFE""#, "\u{FFFE}"),
        Accepted("\"\u{7F}\"", "\u{7F}"),
        Accepted("\"\u{2028}\u{2029}\"", "\u{2028}\u{2029}"),
        Accepted("[]", []),
        Accepted("[ ]", []),
        Accepted("[1,[2],\"3\"]", [1, [2], "3"]),
        Accepted("[ 1 , 2 ]", [1, 2]),
        Accepted("{}", [:]),
        Accepted("{ }", [:]),
        Accepted(#"{"b":1,"a":{"c":[]}}"#, ["b": 1, "a": ["c": []]]),
        Accepted(#"{ "a" : null , "" : 1 }"#, ["a": nil, "": 1]),
        Accepted(#"{"a":1,"A":2}"#, ["a": 1, "A": 2]),
    ]

    @Test("valid texts are parsed", arguments: accepted)
    func accepts(_ example: Accepted) throws {
        #expect(try JSONValue(parsing: example.text) == example.value)
        #expect(try JSONValue(parsing: Array(example.text.utf8)) == example.value)
    }

    static let rejected: [String] = [
        "", " ", "nul", "nulL", "True", "truex", "null null", "1 2", "NaN", "Infinity",
        "-Infinity", "undefined", "'a'", "a",
        "-", "+1", "01", "-01", "00", "1.", ".5", "-.5", "1.e1", "1e", "1e+", "1E-", "1e1.5",
        "0x10",
        "1_000", "1e309", "-1e309", "1" + String(repeating: "0", count: 400), "--1", "1a", "１",
        "\"", "\"a", #""\"#, #""\""#, #""\a""#, #""\x41""#, #""\U0041""#, #""\u""#, #""\u00""#,
        #""\u004""#, #""\u00G0""#, #""\u+041""#, #""\uD800""#, #""\uDC00""#, #""\uD800\n""#,
        #""\uD800\u0041""#, #""\uD800\uD800""#, #""\uD800x""#, #""\uD800\"#, #""\uD800\u"#,
        "\"\n\"", "\"\t\"", "\"\u{0}\"", "\"\u{1F}\"",
        "[", "]", "[1", "[1,", "[1,]", "[,1]", "[1 2]", "[1,,2]", "[1}", "[]]", "[1:2]",
        "{", "}", "{]", "{1:2}", "{a:1}", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#, #"{"a":1"#,
        #"{"a" 1}"#, #"{"a":1 "b":2}"#, #"{,"a":1}"#, #"{"a":1}}"#, #"{"a"::1}"#, #"{'a':1}"#,
        #"{"a":1,"a":2}"#, #"{"a":1,"\u0061":2}"#, #"{"":1,"":1}"#,
        "// comment\n1", "/* c */ 1", "# c\n1", "1 // c",
        "\u{FEFF}1", "\u{A0}1", "\u{B}1", "\u{C}1", "\u{2028}1",
    ]

    @Test("invalid texts are refused", arguments: rejected)
    func rejects(_ text: String) {
        #expect(throws: JSONError.self) { try JSONValue(parsing: text) }
    }

    @Test(
        "invalid UTF-8 is refused at its place",
        arguments: [
            ([0x22, 0x61, 0xFF, 0x22], 2), ([0x22, 0xC3, 0x22], 1), ([0x22, 0xC0, 0x80, 0x22], 1),
            ([0x22, 0x61, 0x62, 0xED, 0xA0, 0x80, 0x22], 3),
            ([0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], 1),
            ([0x22, 0xC3, 0xA9, 0xE2, 0x82, 0x22], 3), ([0xFF], 0),
        ] as [([UInt8], Int)])
    func rejectsInvalidUTF8(_ bytes: [UInt8], at offset: Int) {
        let error = #expect(throws: JSONError.self) { try JSONValue(parsing: bytes) }
        #expect(error?.offset == offset)
    }

    @Test("canonically equal keys with different bytes are two keys")
    func keysAreBytes() throws {
        let value = try JSONValue(parsing: "{\"e\u{301}\":1,\"\u{E9}\":2}")
        guard case .object(let object) = value else {
            Issue.record("not an object")
            return
        }
        #expect(object.members.count == 2)
        #expect(object["e\u{301}"] == 1)
        #expect(object["\u{E9}"] == 2)
    }

    @Test(
        "a key given twice is refused in small objects and in large ones", arguments: [2, 17, 500])
    func duplicateKeys(_ count: Int) throws {
        let members = (0..<count).map { "\"k\($0)\":\($0)" }
        let text = "{" + members.joined(separator: ",") + "}"
        guard case .object(let object) = try JSONValue(parsing: text) else {
            Issue.record("not an object")
            return
        }
        #expect(object.members.map(\.key) == (0..<count).map { "k\($0)" })

        for repeated in [0, count / 2, count - 1] {
            let text = "{" + (members + ["\"k\(repeated)\":0"]).joined(separator: ",") + "}"
            #expect(throws: JSONError.self) { try JSONValue(parsing: text) }
        }
    }

    @Test("64 levels may nest, 65 or a million may not")
    func depth() throws {
        func arrays(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        func objects(_ depth: Int) -> String {
            String(repeating: "{\"a\":", count: depth) + "1" + String(repeating: "}", count: depth)
        }
        #expect(try JSONValue(parsing: arrays(64)).description == arrays(64))
        #expect(try JSONValue(parsing: objects(64)).description == objects(64))
        for depth in [65, 1_000_000] {
            let error = #expect(throws: JSONError.self) { try JSONValue(parsing: arrays(depth)) }
            #expect(error?.offset == 64)
            #expect(throws: JSONError.self) { try JSONValue(parsing: objects(depth)) }
        }
        // Siblings do not add up.
        let siblings = "[" + Array(repeating: "[]", count: 100).joined(separator: ",") + "]"
        #expect(try JSONValue(parsing: siblings).description == siblings)
    }

    @Test(
        "an error has its place",
        arguments: [
            ("", 0, 1, 1), ("[1,\n 2,\n  x]", 10, 3, 3), ("{\"a\":1,\r\n\"a\":2}", 9, 2, 1),
            ("[\"é\", 01]", 7, 1, 8), ("[1e999]", 1, 1, 2), ("\"ab\\q\"", 3, 1, 4),
        ])
    func errorPlace(_ text: String, offset: Int, line: Int, column: Int) throws {
        let error = try #require(throws: JSONError.self) { try JSONValue(parsing: text) }
        #expect((error.offset, error.line, error.column) == (offset, line, column))
        #expect(error.description == "line \(line), column \(column): \(error.message)")
    }
}
