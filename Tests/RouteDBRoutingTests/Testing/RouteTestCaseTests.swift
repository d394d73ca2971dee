import RouteDBRouting
import RouteDBTestSupport
import Testing

@Suite("Route tests as JSON")
struct RouteTestCaseTests {
    private static let whole = """
        {"case":"a","url":"x://y","namespace":"n","kind":"view","principal":"ada","roles":["r"],\
        "claims":{"plan":"gold"},"context":{"ip":"10.0.0.1"},"defaults":{"d":1},\
        "time":"2026-01-31T09:30:00Z","expect":{"outcome":"denied","namespace":"n","route":"u",\
        "target":null,"values":{"id":1.0},"decision":"deny","code":"c"}}
        """

    private func read(_ text: String) throws -> RouteTestCase {
        guard case .object(let object) = try JSONValue(parsing: text) else {
            throw JSONMistake(at: [], "no object")
        }
        return try RouteTestCase(json: object)
    }

    private func error(_ text: String) -> JSONMistake? {
        do {
            _ = try read(text)
            return nil
        } catch {
            return error as? JSONMistake
        }
    }

    @Test(
        "a case prints as it was read",
        arguments: [
            whole, #"{"url":"","expect":{"outcome":"invalid"}}"#,
            #"{"name":"task","expect":{"route":null}}"#,
            #"{"url":"a","expect":{"allValues":{}}}"#,
            #"{"case":"e\u0301","url":"\u0000","expect":{"code":null}}"#,
            #"{"url":"a","expect":{"redirect":{"to":"/b","status":301},"destination":{"url":"/c"}}}"#,
            #"{"url":"a","expect":{"message":"m","redirect":null,"pattern":"/a","wildcard":[]}}"#,
            #"{"url":"a","expect":{"unmet":{"id":"int"},"plan":{"action":"push"},"error":null}}"#,
            #"{"name":"a","expect":{"otherKind":"view"}}"#,
        ])
    func roundTrip(text: String) throws {
        let content = try read(text)
        #expect(try read(content.json.description) == content)
        let printed = try JSONValue(parsing: text).description
        #expect(content.json.description.utf8.elementsEqual(printed.utf8))
    }

    @Test("a case contains the request and the expectation")
    func parts() throws {
        let content = try read(Self.whole)
        #expect(
            content.request.principal
                == RequestPrincipal("ada", roles: ["r"], claims: ["plan": "gold"]))
        #expect(content.request.time == 1_769_851_800_000_000)
        #expect(content.expected.outcome == .denied && content.expected.decision == .deny)
        #expect(content.expected.target == .absent && content.expected.route == .text("u"))
    }

    @Test(
        "unknown keys are refused with a suggestion",
        arguments: [
            (#"{"url":"a","expects":{}}"#, ["expects"], "Did you mean 'expect'?"),
            (
                #"{"url":"a","expect":{"taget":"t"}}"#, ["expect", "taget"],
                "Did you mean 'target'?"
            ),
            (#"{"url":"a","expect":{"outcome":"match"}}"#, ["expect", "outcome"], "matched"),
            (#"{"url":"a","expect":{"decision":"no"}}"#, ["expect", "decision"], "allow"),
            (
                #"{"url":"a","expect":{"redirect":{"too":"/b"}}}"#, ["expect", "redirect", "too"],
                "Did you mean 'to'?"
            ),
            (#"{"url":"a","expect":{"redirect":{}}}"#, ["expect", "redirect"], "such as 'to'"),
        ])
    func misspelt(text: String, keys: [String], hint: String) {
        let error = error(text)
        #expect(error?.keys == keys)
        #expect(error?.hint?.contains(hint) == true)
    }

    @Test(
        "a case must request one thing and expect something",
        arguments: [
            (#"{"expect":{"outcome":"matched"}}"#, "'url' or the 'name'"),
            (#"{"url":"a","name":"b","expect":{"outcome":"matched"}}"#, "'url' or the 'name'"),
            (#"{"url":"a"}"#, "no 'expect'"), (#"{"url":"a","expect":{}}"#, "expects nothing"),
            (#"{"url":"a","expect":{"values":{"a":1},"allValues":{}}}"#, "'allValues'"),
            (#"{"url":"a","roles":["r"],"expect":{"outcome":"matched"}}"#, "need a principal"),
            (#"{"url":"a","expect":{"redirect":"/b"}}"#, "not an object"),
            (#"{"url":"a","time":"noon","expect":{"outcome":"matched"}}"#, "not a valid time"),
            (#"{"url":1,"expect":{"outcome":"matched"}}"#, "not a string"),
            (#"{"url":"a","principal":"p","roles":["r",1],"expect":{}}"#, "An element of 'roles'"),
        ])
    func incomplete(text: String, message: String) {
        #expect(error(text)?.message.contains(message) == true)
    }
}
