import RouteDBRouting
import RouteDBTestSupport
import Testing

@Suite struct ParameterTypeTests {
    /// A type with texts that are and are not of it.
    struct Case: Sendable, CustomTestStringConvertible {
        let type: ParameterType
        let accepted: [String]
        let refused: [String]
        var testDescription: String { type.description }
    }

    static let cases = [
        Case(type: .string, accepted: ["a", " ", "é", "/"], refused: [""]),
        Case(type: .path, accepted: ["a", "a/b"], refused: [""]),
        Case(
            type: .int(minimum: nil, maximum: nil),
            accepted: [
                "0", "-0", "007", "-1", "+1", "+0", "9223372036854775807", "-9223372036854775808",
                "00000000000000000000000000001",
            ],
            refused: [
                "", "-", "+", "+-1", "1.0", "1e3", " 1", "1 ", "９", "9223372036854775808",
                "-9223372036854775809", "18446744073709551616", "99999999999999999999", "0x1",
                "--1",
            ]),
        Case(
            type: .int(minimum: -2, maximum: 9), accepted: ["-2", "9", "0", "09"],
            refused: ["-3", "10", "a"]),
        Case(type: .int(minimum: 1, maximum: nil), accepted: ["1", "9999"], refused: ["0", "-1"]),
        Case(
            type: .float,
            accepted: [
                "0", "1.5", ".5", "-.5", "1e3", "1E-3", "1.5e+10", "1e308", "0e999", "1e-999",
                "5.", "-5.", "+1", "+.5", "5.e3",
            ],
            refused: [
                "", "-", "+", ".", "-.", "+-1", "1e", "1e+", "e5", ".e5", "1.5.2", "5..", "inf",
                "nan", "1e999",
                "-1e400", "0x1p3", "1_0", "1,5", String(repeating: "9", count: 400),
            ]),
        Case(
            type: .decimal, accepted: ["0", "-1", "1.50", "00.10", "12345678901234567890.1"],
            refused: ["", "-", ".5", "5.", "1e3", "1.2.3", "+1", "1,5"]),
        Case(
            type: .number, accepted: ["0", "-1", "1.50", "12345678901234567890.1"],
            refused: ["", "-", ".5", "5.", "1e3", "1.2.3", "+1", "abc"]),
        Case(
            type: .bool, accepted: ["true", "false", "1", "0"],
            refused: ["", "True", "yes", "2", "10", "truee", "tru", "fals"]),
        Case(
            type: .uuid,
            accepted: [
                "00000000-0000-0000-0000-000000000000", "f81D4fae-7dec-11d0-A765-00a0c91e6bf6",
            ],
            refused: [
                "", "f81d4fae7dec11d0a76500a0c91e6bf6", "f81d4fae-7dec-11d0-a765-00a0c91e6bf",
                "f81d4fae-7dec-11d0-a765-00a0c91e6bf67", "{f81d4fae-7dec-11d0-a765-00a0c91e6b}",
            ]),
        Case(
            type: .date,
            accepted: ["2024-02-29", "2000-02-29", "0000-01-01", "9999-12-31", "2023-04-30"],
            refused: [
                "", "2023-02-29", "1900-02-29", "2023-04-31", "2023-00-01", "2023-13-01",
                "2023-01-00", "2023-01-32", "2023-1-1", "20230101", "2023/01/01", "2023-01-01T",
                "-023-01-01",
            ]),
        Case(
            type: .slug, accepted: ["a", "1", "a-b", "the-9-lives", "abc"],
            refused: ["", "-", "-a", "a-", "a--b", "A", "a_b", "é", "a b"]),
        Case(
            type: .hex, accepted: ["0", "aF", "deadBEEF", "0123456789abcdefABCDEF", "123456789"],
            refused: ["", "g", "0x1", "deadbeeg", "gdeadbeef", "01234567é", "@@@@@@@@", "`aaaaaaa"]),
        Case(
            type: .oneOf(["a", "ab", "é"]), accepted: ["a", "ab", "é"],
            refused: ["", "b", "abc", "A", "e\u{301}"]),
    ]

    @Test("a type accepts exactly its values", arguments: cases)
    func table(_ row: Case) {
        for text in row.accepted { #expect(accepts(row.type, text), "\(text)") }
        for text in row.refused { #expect(!accepts(row.type, text), "\(text)") }
    }

    @Test("a type parses from its printed text", arguments: cases)
    func description(_ row: Case) throws {
        let text = "/{x:\(row.type)}"
        #expect(try RoutePattern(text).parameters.map(\.type) == [row.type])
    }

    @Test("a list that ignores the case of letters takes every spelling, as the text that it lists")
    func foldedList() {
        let type = ParameterType.oneOf(["en", "EN-gb", "é", "De", "de"], foldsCase: true)
        for text in ["en", "EN", "eN", "en-GB", "é", "De", "de", "DE"] {
            #expect(accepts(type, text), "\(text)")
        }
        for text in ["", "e", "enn", "É", "en_gb"] { #expect(!accepts(type, text), "\(text)") }
        #expect(
            ["EN", "En-Gb", "de", "DE", "x"].map(type.listed) == ["en", "EN-gb", "de", "De", "x"])
        #expect(type.value(of: "EN") == "en")
        let bytes = Array("EN-GBx".utf8)
        #expect(type.acceptablePrefix(of: bytes.span.bytes) == 5)
    }

    @Test("no accepted prefix is longer than the acceptable prefix", arguments: cases)
    func prefixes(_ row: Case) {
        var random = SeededGenerator(seed: 42)
        let samples = row.accepted + row.refused
        for _ in 0..<500 {
            let bytes = Array((random.pick(samples) + random.pick(samples)).utf8)
            let limit = row.type.acceptablePrefix(of: bytes.span.bytes)
            #expect((0...bytes.count).contains(limit))
            for end in (limit..<bytes.count).map({ $0 + 1 }) {
                #expect(!accepts(row.type, Array(bytes[..<end])), "\(bytes) \(end)")
            }
        }
    }

    @Test("hex words agree with checking each byte")
    func hexOracle() {
        var random = SeededGenerator(seed: 7)
        let digits = Array("0123456789abcdefABCDEF".utf8)
        for _ in 0..<20_000 {
            var bytes = (0..<1 + random.below(20)).map { _ in random.pick(digits) }
            if random.oneIn(2) { bytes[random.below(bytes.count)] = UInt8(random.below(256)) }
            let expected = bytes.allSatisfy(digits.contains)
            #expect(accepts(.hex, bytes) == expected, "\(bytes)")
        }
    }

    @Test("each byte in each position of a UUID is checked")
    func uuidOracle() {
        let sample = Array("f81d4fae-7dec-11d0-a765-00a0c91e6bf6".utf8)
        let digits = Array("0123456789abcdefABCDEF".utf8)
        for index in sample.indices {
            for byte in UInt8.min...UInt8.max {
                var bytes = sample
                bytes[index] = byte
                let isHyphen = sample[index] == UInt8(ascii: "-")
                let expected = isHyphen ? byte == sample[index] : digits.contains(byte)
                #expect(accepts(.uuid, bytes) == expected)
            }
        }
    }

    @Test("whole numbers agree with the standard library")
    func integerOracle() {
        var random = SeededGenerator(seed: 8)
        for _ in 0..<20_000 {
            var text = String(Int64(bitPattern: random.next()) >> Int64(random.below(64)))
            if random.oneIn(3) { text += String(random.below(10)) }
            let type = ParameterType.int(minimum: nil, maximum: nil)
            #expect(accepts(type, text) == (Int64(text) != nil), "\(text)")
        }
    }

    @Test("dates agree with counting days", arguments: [1600, 1900, 1999, 2000, 2023, 2024, 2100])
    func dateOracle(year: Int) {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let days = [0, 31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31, 0]
        for month in 0...13 {
            for day in 0...32 {
                let text = "\(year)-\(padded(month))-\(padded(day))"
                #expect(accepts(.date, text) == (day >= 1 && day <= days[month]), "\(text)")
            }
        }
    }

    private func padded(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }

    private func accepts(_ type: ParameterType, _ text: String) -> Bool {
        accepts(type, Array(text.utf8))
    }

    private func accepts(_ type: ParameterType, _ bytes: [UInt8]) -> Bool {
        type.accepts(bytes.span.bytes)
    }
}
