import RouteDBRouting
import RouteDBTestSupport
import Testing

/// What becomes of a parameter that is decoded once it has matched.
@Suite struct ParameterDecodingTests {
    private func value(_ text: String) throws -> JSONValue? {
        let matching = try Matching(["/{x}"], [.decoding: "parameters"])
        let resolution = matching.table.resolve(ResolutionRequest("/\(text)"))
        #expect(resolution.outcome == .matched)
        return resolution.parameters["x"]
    }

    @Test(
        "a parameter is percent-decoded, including line endings",
        arguments: [
            ("a%20b", "a b"), ("a%2Fb", "a/b"), ("a%0D%0Ab%09", "a\r\nb\t"), ("%C3%A9", "é"),
            ("100%", "100%"), ("%2541", "%41"),
        ])
    func text(written: String, expected: String) throws {
        #expect(try value(written) == .string(expected))
    }

    @Test("a rest is decoded but for its slashes")
    func rest() throws {
        let matching = try Matching(["/{x:path}"], [.decoding: "parameters"])
        let resolution = matching.table.resolve(ResolutionRequest("/a%20b%2fc/%41/%252F"))
        #expect(resolution.parameters["x"] == "a b%2Fc/A/%252F")
        #expect(matching.table.resolve(ResolutionRequest("/a/%FF")).parameters["x"] == nil)
    }

    @Test("a value that does not decode to UTF-8 is left out", arguments: ["%FF", "a%C3", "a%00b"])
    func noText(written: String) throws {
        #expect(try value(written) == nil)
    }
}
