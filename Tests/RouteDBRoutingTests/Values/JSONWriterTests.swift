import RouteDBRouting
import RouteDBTestSupport
import Testing

@Suite("Writing JSON")
struct JSONWriterTests {
    @Test(
        "values are written compactly",
        arguments: [
            (nil, "null"), (true, "true"), (false, "false"), (0, "0"),
            (.int(.min), "-9223372036854775808"), (.int(.max), "9223372036854775807"),
            ([], "[]"), ([1, "a", nil], #"[1,"a",null]"#), ([:], "{}"),
            (["b": [:], "a": [[]]], #"{"b":{},"a":[[]]}"#),
        ] as [(JSONValue, String)])
    func compact(_ value: JSONValue, text: String) {
        #expect(value.description == text)
        #expect("\(value)" == text)
    }

    @Test("an object describes itself as JSON")
    func objectDescription() {
        let object: JSONObject = ["tab": "posts", "n": 1]
        #expect(object.description == #"{"tab":"posts","n":1}"#)
    }

    @Test(
        "doubles are short and remain doubles",
        arguments: [
            (1, "1.0"), (-0.0, "-0.0"), (0.1, "0.1"), (1e16, "1e+16"), (1e300, "1e+300"),
            (100_000, "100000.0"), (0x1p63, "9.223372036854776e+18"),
            (.leastNonzeroMagnitude, "5e-324"),
            (1e-5, "1e-05"), (.greatestFiniteMagnitude, "1.7976931348623157e+308"),
        ] as [(Double, String)])
    func doubles(_ double: Double, text: String) throws {
        #expect(JSONValue.double(double).description == text)
        #expect(try JSONValue(parsing: text) == .double(double))
    }

    @Test("non-finite numbers are written as null", arguments: [Double.nan, .infinity, -.infinity])
    func notFinite(_ double: Double) {
        #expect(JSONValue.double(double).description == "null")
    }

    @Test(
        "strings escape only what they must",
        arguments: [
            ("", #""""#), ("a\"b\\c", #""a\"b\\c""#), ("/", #""/""#),
            ("\u{8}\u{C}\n\r\t", #""\b\f\n\r\t""#), ("\u{0}\u{1}\u{1F}", #""\u0000\u0001\u001f""#),
            ("\u{7F}\u{2028}\u{2029}é😀", "\"\u{7F}\u{2028}\u{2029}é😀\""), ("\r\n", #""\r\n""#),
            ("\"\u{301}", "\"\\\"\u{301}\""),
        ])
    func strings(_ text: String, written: String) {
        #expect(JSONValue.string(text).description.utf8.elementsEqual(written.utf8))
    }

    @Test("every scalar survives writing and parsing")
    func everyScalar() throws {
        var text = ""
        for scalar in (0...0x10FFFF).lazy.compactMap({ Unicode.Scalar(UInt32($0)) })
        where scalar.value < 0x800 || scalar.value % 97 == 0 {
            text.unicodeScalars.append(scalar)
        }
        guard case .string(let parsed) = try JSONValue(parsing: JSONValue.string(text).description)
        else {
            Issue.record("not a string")
            return
        }
        #expect(parsed.utf8.elementsEqual(text.utf8))
    }

    @Test("any written value parses back", arguments: 0..<400 as Range<UInt64>)
    func roundTrip(_ seed: UInt64) throws {
        var values = JSONGenerator(seed: seed)
        let value = values.value(depth: 5)
        let text = value.description
        let parsed = try JSONValue(parsing: text)
        #expect(parsed == value)
        #expect(parsed.description.utf8.elementsEqual(text.utf8))
    }

    @Test("any finite double parses back bit for bit", arguments: 0..<20 as Range<UInt64>)
    func doubleRoundTrip(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            let double = Double(bitPattern: random.next())
            guard double.isFinite else { continue }
            guard case .double(let parsed) = try JSONValue(parsing: "\(JSONValue.double(double))")
            else {
                Issue.record("\(double) is no double any more")
                return
            }
            #expect(parsed.bitPattern == double.bitPattern)
        }
    }
}
