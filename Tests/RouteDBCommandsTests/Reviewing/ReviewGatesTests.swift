import RouteDB
import RouteDBTestSupport
import Testing

@Suite("Gates of a review")
struct ReviewGatesTests {
    private let fixture: ReviewFixture

    init() async throws { fixture = try await ReviewFixture() }

    @Test(
        "a mistake is an error with the file, the place, the rule and the way out",
        arguments: [
            (
                #"{"lnt":"error"}"#, "line 1, column 18: A review has no 'lnt'.",
                "Did you mean 'lint'?"
            ),
            (#"{"lint":"info"}"#, "column 19: 'info' is not a valid lint.", "note"),
            (#"{"access":1}"#, "The value of 'access' is 1, not a string.", "quotes"),
            (#"{"tests":"fial"}"#, "'fial' is not a valid tests.", "Did you mean 'fail'?"),
            (#"{"replay":[]}"#, "The value of 'replay' is an array, not an object.", "{"),
            (#"{"replay":{"failOn":["now-unmatchd"]}}"#, "is not a class", "now-unmatched"),
            (#"{"replay":{"failOn":"now-unmatched"}}"#, "a string, not an array", "brackets"),
            (#"{"replay":{"max":1}}"#, "A replay has no 'max'.", "maxChanged"),
            (#"{"replay":{"maxChanged":"many"}}"#, "neither a share", "0.1%"),
            (#"{"replay":{"maxChanged":-1}}"#, "neither a share", "0.1%"),
            (#"{"replay":{"minHits":-1}}"#, "not a whole number", ""),
            (#"{"replay":{"requireAttributes":"yes"}}"#, "not true or false", ""),
            (
                #"{"accept":[{"reason":"x"}]}"#, "An accepted difference has no 'classes'.",
                "write-accept"
            ),
        ])
    func mistakes(_ gates: String, message: String, hint: String) async throws {
        let run = try await fixture.review(gates: gates)
        #expect(run.status == 2)
        #expect(run.diagnostics.contains("gates.json, line 1, "), "\(run.diagnostics)")
        #expect(run.diagnostics.contains(message), "\(run.diagnostics)")
        #expect(run.diagnostics.contains(hint), "\(run.diagnostics)")
    }

    @Test("a file that is cut off, or about something else, is an error")
    func files() async throws {
        for (text, message) in [
            ("{\"review\":{", "This is not JSON"), ("[]", "not an object"),
            ("{\"reviews\":{}}", "The file has no 'reviews'."), ("", "This is not JSON"),
        ] {
            let path = try fixture.write(text, to: "routedb.json")
            let run = try await fixture.review("--config", path)
            #expect(run.status == 2 && run.diagnostics.contains(message), "\(run.diagnostics)")
        }
        #expect(try await fixture.review("--config", fixture.write("{}", to: "x.json")).status == 0)
    }

    private static let log = "/user/7\n/user/ada\n"

    /// The differences of a change, as entries to accept.
    private func entries(_ members: String) async throws -> [String] {
        await fixture.change(["set", "user", "pattern=/user/{id:int}"])
        let path = fixture.path("found.json")
        _ = await fixture.tool.run(
            [
                "replay", "--base", fixture.path("main.json"), "--head", fixture.path("head.json"),
                "-", "--write-accept", path,
            ], input: Self.log)
        return try fixture.text("found.json").split(separator: "\n").dropFirst().dropLast().map {
            "{\(members)," + $0.dropFirst().trimmingSuffix(",")
        }
    }

    private func review(_ entries: [String], _ arguments: String...) async throws -> ToolRun {
        let accept = entries.joined(separator: ",")
        return try await fixture.review(
            arguments.first ?? "-q", gates: "{\"tests\":\"show\",\"accept\":[\(accept)]}",
            log: Self.log)
    }

    @Test("accepted differences pass, with their reasons")
    func accepted() async throws {
        let entries = try await entries(#""reason":"Names were never links""#)
        #expect(entries.count == 2)
        let run = try await review(entries)
        #expect(run.status == 0, "\(run.output)")
        #expect(
            run.output.contains(
                "accepted: now-unmatched user -> (unmatched): Names were never links\n"))
        #expect(try await review([try #require(entries.first)]).status == 1)
        let object = try await review(entries, "--json").object
        guard case .array(let accepted)? = object["accepted"] else {
            Issue.record("nothing is accepted")
            return
        }
        #expect(accepted.count == 2)
    }

    @Test("an accepted difference counts until its time, and then is expired")
    func expired() async throws {
        // The clock is at 2026-01-02T03:04:05Z.
        let current = try await entries(#""reason":"r","until":"2026-01-03""#)
        #expect(try await review(current).status == 0)
        let past = try await entries(#""reason":"r","until":"2026-01-02""#)
        let run = try await review(past)
        #expect(run.status == 1)
        #expect(run.output.contains("expired: now-unmatched user -> (unmatched): r\n"))
        #expect(!run.output.contains("accepted: "))
    }

    @Test("an accepted difference that does not occur is listed as unused")
    func unused() async throws {
        let entries = try await entries(#""reason":"r""#)
        let other = try #require(entries.first).replacing(
            "\"target\":\"user\"", with: "\"target\":\"x\"")
        let run = try await review(entries + [other])
        #expect(run.status == 0 && run.output.contains("unused: "))
        // Without traffic, nothing shows what is unused.
        let silent = try await fixture.review(
            gates: "{\"tests\":\"show\",\"accept\":[\(other)]}")
        #expect(silent.status == 0 && !silent.output.contains("unused: "))
    }

    @Test(
        "an accepted difference needs all that identifies it, and a reason",
        arguments: [
            (#""x":1,"reason":"r""#, "An accepted difference has no 'x'."),
            (#""until":"2027-01-31""#, "has no 'reason'"),
            (#""reason":" ""#, "The reason is empty."),
            (#""reason":"r","until":"soon""#, "'soon' is not a valid time."),
        ])
    func incomplete(_ members: String, message: String) async throws {
        let run = try await review([try #require(try await entries(members).first)])
        #expect(run.status == 2 && run.diagnostics.contains(message), "\(run.diagnostics)")
    }
}

extension Substring {
    /// Returns the text without an end that it may have.
    fileprivate func trimmingSuffix(_ suffix: String) -> Substring {
        hasSuffix(suffix) ? dropLast(suffix.count) : self
    }
}
