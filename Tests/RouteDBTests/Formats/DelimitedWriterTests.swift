import RouteDB
import RouteDBRouting
import Testing

@Suite("Delimited text")
struct DelimitedWriterTests {
    private func csv(_ fields: [String]) -> String {
        var bytes: [UInt8] = []
        DelimitedWriter(delimiter: UInt8(ascii: ",")).append(fields, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(
        "a field with a delimiter, a quote or a line end is quoted, also with a lone CR",
        arguments: [
            ("a,b", "\"a,b\"\n"), ("a\"b", "\"a\"\"b\"\n"), ("a\nb", "\"a\nb\"\n"),
            ("a\rb", "\"a\rb\"\n"), ("\r", "\"\r\"\n"), ("a\r", "\"a\r\"\n"),
            ("a\r\nb", "\"a\r\nb\"\n"),
        ])
    func quoted(field: String, line: String) {
        #expect(csv([field]) == line)
    }

    @Test("other fields are written as they are", arguments: ["", "a b", "a;b", "'", "caf\u{E9}"])
    func plain(field: String) {
        #expect(csv([field, "x"]) == "\(field),x\n")
    }
}
