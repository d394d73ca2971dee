import RouteDB
import RouteDBInsight
import RouteDBTestSupport
import Testing

@Suite("Cases from hits")
struct CaseRecorderTests {
    private struct Hit {
        var url: String
        var principal: String?
        var time: Timestamp
    }

    private func cases(
        of hits: [Hit], in snapshot: RegistrySnapshot, perRoute limit: Int = 2
    ) -> [RouteTestCase] {
        var recorder = CaseRecorder(snapshot, perRoute: limit, time: 0)
        for hit in hits {
            var request = ResolutionRequest(hit.url)
            request.principal = hit.principal.map { RequestPrincipal($0) }
            recorder.add(request, time: hit.time)
        }
        return recorder.cases
    }

    private static let hits: [Hit] =
        (0..<50).flatMap { number in
            [
                Hit(
                    url: "app://user/\(number)", principal: "p\(number % 3)",
                    time: Timestamp(microseconds: Int64(number))),
                Hit(url: "app://user/x\(number)", time: Timestamp(microseconds: Int64(number))),
                Hit(
                    url: "app://admin?\(number)",
                    time: Timestamp(microseconds: Int64(1_800_000_000_000_000 + number))),
                Hit(url: "app://\u{0}\(number)", time: 5),
            ]
        }

    @Test(
        "the number for each route and outcome is limited, in any order of hits")
    func choice() async throws {
        let snapshot = try await RouteTestRunTests.snapshot()
        let cases = cases(of: Self.hits, in: snapshot)
        let outcomes = cases.map { $0.expected.outcome?.rawValue ?? "" }
        #expect(
            outcomes == ["matched", "denied", "unmatched", "invalid"].flatMap { [$0, $0] })
        var random = SeededGenerator(seed: 1)
        for _ in 0..<5 {
            let again = (Self.hits + Self.hits).shuffled(using: &random)
            #expect(self.cases(of: again, in: snapshot) == cases)
        }
    }

    @Test("a case has the principal and time of its hit and expects the current answer")
    func content() async throws {
        let snapshot = try await RouteTestRunTests.snapshot()
        let run = RouteTestRun(snapshot, time: 7)
        let cases = cases(of: Self.hits, in: snapshot, perRoute: 50)
        #expect(cases.count == Self.hits.count)
        #expect(cases.allSatisfy { run.result(of: $0).isPassed })
        let user = cases.first { $0.request.url == "app://user/4" }
        #expect(user?.request.principal == RequestPrincipal("p1") && user?.request.time == 4)
        #expect(user?.expected.values == ["tab": "posts", "id": 4])
    }

    @Test("of repeated hits the earliest counts")
    func repeated() async throws {
        let snapshot = try await RouteTestRunTests.snapshot()
        let hits = [9, 3, 5].map { Hit(url: "app://user/1", principal: "p", time: $0) }
        #expect(cases(of: hits, in: snapshot).map(\.request.time) == [3])
    }

    @Test("a URL that is not UTF-8 is counted and skipped")
    func bytes() async throws {
        let snapshot = try await RouteTestRunTests.snapshot()
        var recorder = CaseRecorder(snapshot, perRoute: 1, time: 0)
        recorder.add(ResolutionRequest(utf8: [0xFF]), time: 0)
        #expect(recorder.cases.isEmpty)
        #expect(recorder.hitCount == 1 && recorder.unwritableCount == 1)
    }
}
