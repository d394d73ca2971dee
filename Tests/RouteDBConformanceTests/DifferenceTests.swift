import Foundation
import RouteDB
import Testing

@Suite("Differences")
struct DifferenceTests {
    private func covering(
        _ system: RouterSystem, _ caseClass: CaseClass, _ members: JSONObject = [:],
        isMalformed: Bool? = nil, facts: JSONObject = [:], keys: Set<String> = []
    ) throws -> String? {
        let test = try ConformanceCase.testing(system, caseClass, members)
        let refusals = isMalformed.map { [Refusal(pattern: "/", isMalformed: $0)] } ?? []
        return Difference.covering(
            FailedCase(test: test, refusals: refusals, facts: facts, keys: keys))?.id
    }

    private func routes(_ patterns: String...) -> JSONObject {
        ["routes": .array(patterns.map { ["pattern": .string($0)] })]
    }

    @Test("the documentation lists the same differences with the same words")
    func documentation() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Docs/dialects.md")
        let text = try String(contentsOf: file, encoding: .utf8)
        let section = try #require(text.components(separatedBy: "\n## Differences\n").last)
        let documented = section.components(separatedBy: "\n### ").dropFirst().map { entry in
            let parts = entry.split(separator: "\n\n", maxSplits: 1).map(String.init)
            return parts.map { $0.split(separator: "\n").joined(separator: " ") }
        }
        #expect(documented == Difference.all.map { ["\($0.id): \($0.title)", $0.reason] })
    }

    @Test("a case that fails without a listed difference has none")
    func none() throws {
        #expect(try covering(.jlroutes, .quirk, routes("/a/:b", "/")) == nil)
        #expect(try covering(.aroute, .quirk, routes("a/{b}/{c}")) == nil)
        #expect(try covering(.urlnavigator, .edge, routes("a://b/<path:c>")) == nil)
    }

    @Test("a malformed pattern is one, except in core behavior")
    func malformed() throws {
        #expect(try covering(.urlnavigator, .quirk, routes("/"), isMalformed: true) == "D1")
        #expect(try covering(.urlnavigator, .quirk, routes("/"), isMalformed: false) == nil)
        #expect(try covering(.urlnavigator, .core, routes("/"), isMalformed: true) == nil)
    }

    @Test("a scheme in a different case is one, in patterns and namespaces")
    func schemes() throws {
        let pattern = routes("MyApp://a").merging(["url": "myapp://a"])
        #expect(try covering(.urlnavigator, .edge, pattern) == "D2")
        let namespace: JSONObject = [
            "routes": [["pattern": "/a", "scheme": "Thing"]], "url": "thing://a",
        ]
        #expect(try covering(.jlroutes, .edge, namespace) == "D2")
        #expect(try covering(.urlnavigator, .edge, pattern.merging(["url": "MyApp://a"])) == nil)
    }

    @Test(
        "a number that is not finite or not written plainly is one",
        arguments: [
            ("nan", "nan", true), ("1e999", "inf", true), ("0x10", 16, true),
            ("1,234", 1234, true), ("12abc", 12, true), ("12", 12, false), ("-012.50", -12, true),
            ("-012.50", .double(-12.5), false), ("id-5.", 5, false), ("abc", "abc", false),
        ] as [(String, JSONValue, Bool)])
    func numbers(_ text: String, expected: JSONValue, isCovered: Bool) throws {
        let members = routes("a://<float:v>").merging([
            "url": .string("a://\(text)"), "expect": ["params": ["v": expected]],
        ])
        #expect(try covering(.urlnavigator, .edge, members) == (isCovered ? "D3" : nil))
        #expect(try covering(.jlroutes, .edge, members) == nil)
    }

    @Test(
        "a dot segment of the path is one, also percent-encoded",
        arguments: [
            ("a://b/../c", true), ("a://b/%2e%2E/c", true), ("a://b/./c?d", true),
            ("a://b/c.d/..e", false), ("a://b?c/../d", false),
        ])
    func dots(_ url: String, isCovered: Bool) throws {
        let members = routes("/b").merging(["url": .string(url)])
        #expect(try covering(.jlroutes, .edge, members) == (isCovered ? "D4" : nil))
    }

    @Test(
        "marks that ARoute documents but does not implement are one",
        arguments: [
            ("a/{b}-{c}", "{}", true), ("a/!b/c", "!", true), ("a/!b!-!c!", "!", true),
            ("a/!b!/!c!", "!", false), ("a/{b}/{c}", "{}", false), ("a/{{b}}", "{{}}", false),
        ])
    func marks(_ pattern: String, separator: String, isCovered: Bool) throws {
        let members: JSONObject = [
            "routes": [["pattern": .string(pattern), "separator": .string(separator)]]
        ]
        #expect(try covering(.aroute, .quirk, members) == (isCovered ? "D5" : nil))
        #expect(try covering(.aroute, .intent, members) == nil)
    }

    @Test("a trailing slash in a JLRoutes pattern is one")
    func slashes() throws {
        #expect(try covering(.jlroutes, .quirk, routes("/a/")) == "D6")
        #expect(try covering(.ikrouter, .quirk, routes("a://b/")) == nil)
    }

    @Test("a path parameter before the end is one")
    func paths() throws {
        #expect(try covering(.urlnavigator, .quirk, routes("a://b/<path:c>/d")) == "D7")
    }

    @Test("groups beside a repeated segment, and removing groups, are one")
    func groups() throws {
        #expect(try covering(.jlroutes, .quirk, routes("/a(/b)/a")) == "D8")
        let step: JSONObject = ["steps": [["op": "removePattern", "pattern": "/a(/b)"]]]
        #expect(try covering(.jlroutes, .quirk, routes("/a(/b)").merging(step)) == "D8")
        #expect(try covering(.jlroutes, .quirk, routes("/a(/b)/c")) == nil)
    }

    @Test("a value that begins with a colon is one")
    func colons() throws {
        let pattern = routes("a://b/:c")
        #expect(try covering(.ikrouter, .edge, pattern.merging(["url": "a://b/:d"])) == "D9")
        #expect(try covering(.ikrouter, .edge, pattern.merging(["url": "a://:b/d"])) == "D9")
        #expect(try covering(.ikrouter, .edge, pattern.merging(["url": "a://b/d:"])) == nil)
        #expect(try covering(.jlroutes, .edge, pattern.merging(["url": "a://b/:d"])) == nil)
    }

    @Test("the case of a letter beyond ASCII is one")
    func letterCase() throws {
        #expect(try covering(.aroute, .edge, routes("é").merging(["url": "É"])) == "D10")
        #expect(try covering(.aroute, .edge, routes("日e").merging(["url": "日E"])) == nil)
        #expect(try covering(.ikrouter, .edge, routes("a://é").merging(["url": "a://É"])) == nil)
    }

    @Test("behavior after matching is one where the router leaves its callers without an answer")
    func dispatching() throws {
        func expecting(_ expect: JSONObject, _ members: JSONObject = [:]) -> JSONObject {
            members.merging(["expect": .object(expect)])
        }
        let both = expecting(["unmatchedCalls": ["*", "n"]])
        let unmatched: Set = ["unmatchedCalls"]
        #expect(try covering(.jlroutes, .quirk, both, keys: unmatched) == "D11")
        #expect(try covering(.jlroutes, .quirk, both, keys: ["unmatchedCalls", "pattern"]) == nil)
        let one = expecting(["unmatchedCalls": ["n"]])
        #expect(try covering(.jlroutes, .quirk, one, keys: unmatched) == nil)
        let consumer: JSONObject = ["options": ["routableHandler": true]]
        let alone: JSONObject = ["pattern": "a://b"]
        #expect(try covering(.ikrouter, .quirk, consumer, facts: alone) == "D12")
        #expect(try covering(.ikrouter, .quirk, consumer, facts: ["pattern": "a://:b"]) == nil)
        #expect(try covering(.ikrouter, .quirk, facts: alone) == nil)
        let silent = expecting(["completion": []])
        let completion: Set = ["completion"]
        #expect(try covering(.ahservicerouter, .quirk, silent, keys: completion) == "D13")
        #expect(try covering(.ahservicerouter, .core, silent, keys: completion) == nil)
        #expect(try covering(.ahservicerouter, .quirk, silent, keys: ["stack"]) == nil)
        let once = expecting(["completion": [[true, nil]]])
        #expect(try covering(.ahservicerouter, .quirk, once, keys: completion) == nil)
        let presented: JSONObject = ["request": ["type": "presentWithNav"]]
        let popped: JSONObject = ["action": "popTo"]
        #expect(try covering(.ahservicerouter, .quirk, presented, facts: popped) == "D19")
        #expect(try covering(.ahservicerouter, .quirk, facts: popped) == nil)
        #expect(try covering(.ahservicerouter, .edge, isMalformed: true) == "D20")
        #expect(try covering(.ahservicerouter, .edge, isMalformed: false) == nil)
    }

    @Test("rare behavior of ARoute's actions, guards, names and prestacks is one")
    func aroute() throws {
        let action: JSONObject = ["routes": [["pattern": "x", "action": ["target": "A"]]]]
        #expect(try covering(.aroute, .quirk, action, keys: ["animated"]) == "D14")
        #expect(try covering(.aroute, .core, action, keys: ["animated"]) == nil)
        #expect(try covering(.aroute, .quirk, action, keys: ["animated", "stack"]) == nil)
        #expect(try covering(.aroute, .edge, ["expect": ["outcome": "crash"]]) == "D15")
        let below: JSONObject = [
            "routes": [["pattern": "x", "prestack": [["class": "P"]]]],
            "request": ["prestack": [["route": "x"]]],
        ]
        #expect(try covering(.aroute, .edge, below, keys: ["stack"]) == "D16")
        let without = below.merging(["request": [:]])
        #expect(try covering(.aroute, .edge, without, keys: ["stack"]) == nil)
        let denied: JSONObject = ["expect": ["outcome": "denied"]]
        #expect(try covering(.aroute, .quirk, denied, facts: ["matched": false]) == "D17")
        #expect(try covering(.aroute, .quirk, denied, facts: ["matched": true]) == nil)
        let named: JSONObject = ["request": ["name": "n"]]
        #expect(try covering(.aroute, .quirk, named, facts: ["matched": true]) == "D18")
        #expect(try covering(.aroute, .quirk, named, facts: ["matched": false]) == nil)
    }
}
