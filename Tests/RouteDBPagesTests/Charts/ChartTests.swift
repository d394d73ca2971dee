import RouteDB
import RouteDBTestSupport
import RouteDBTraffic
import Testing

@testable import RouteDBPages

@Suite("Charts")
struct ChartTests {
    @Test(
        "an axis has round numbers and room for the largest value",
        arguments: [
            (0.0, 1.0), (1, 1), (3, 3), (7, 8), (10, 10), (99, 100), (1_234, 1_500),
            (50_001, 60_000),
        ])
    func scales(_ largest: Double, _ top: Double) {
        let scale = ChartScale(for: largest)
        #expect(scale.top == top)
        #expect(scale.ticks.first == 0 && scale.ticks.count <= 8)
    }

    @Test("an axis bears any number", arguments: [.nan, .infinity, -1, 1e300, 1e-300])
    func strangeNumbers(_ largest: Double) {
        #expect(ChartScale(for: largest, wholeOnly: false).ticks.count <= 12)
    }

    @Test("a revision is marked at its moment, with who made it, and others are not")
    func marks() async throws {
        let fixture = try HistoryFixture()
        let hour: Int64 = 3_600_000_000
        let start: Int64 = 1_767_225_600_000_000
        try fixture.writer().append(
            HitBatch(
                (0..<4).map { index in
                    Hit(
                        time: Timestamp(microseconds: start + Int64(index) * hour),
                        url: Array("/a".utf8),
                        outcome: .unmatched)
                }))
        let history = try await HitHistory.open(fixture.path)
        let query = AnalysisQuery(
            HitSelection(
                since: Timestamp(microseconds: start),
                until: Timestamp(microseconds: start + 4 * hour)),
            in: RegistrySnapshot.of(["/a"]))
        let timeline = try await history.timeline(query, bucket: .hour)
        func figure(at time: Int64) async throws -> String {
            var options = RegistryOptions.testing(.creating)
            options.now = { Timestamp(microseconds: time) }
            let directory = try TemporaryDirectory()
            let registry = try await RouteRegistry.open(
                directory.path("routes.db"), options: options)
            try await registry.edit("Why", author: "<ada>") {
                try $0.add(RouteDraft(pattern: "/b", target: "t"))
            }
            let made = try await registry.revisions()
            await registry.close()
            return TimelineFigure(timeline, label: "Hits", zone: .utc, revisions: made).markup.html
        }
        // The middle of the second of four hours.
        let inside = try await figure(at: start + hour + hour / 2)
        #expect(inside.ranges(of: "class=\"mark\"><title>").count == 2)
        #expect(
            inside.contains("Revision 2, by &lt;ada&gt;: Why")
                && inside.contains("revisions</span> 2"))
        #expect(inside.contains("x1=\"37.5%\""))
        for time in [start - 1, start + 4 * hour] {
            let outside = try await figure(at: time)
            #expect(!outside.contains("class=\"mark\""))
        }
    }

    private static let days = ["2026-01-30", "2026-01-31", "2026-02-01"]

    @Test("columns are stacked, each with its numbers as a title")
    func columns() {
        let chart = ColumnChart(
            "Hits <over> time", times: Self.days,
            layers: [.init("matched", [10, 20, 0]), .init("unmatched", [0, 20, 0])],
            previous: [5, 0, 40])
        let html = chart.markup.html
        #expect(html.contains("aria-label=\"Hits &lt;over&gt; time\""))
        #expect(html.contains("<title>2026-01-31: 40 hits, matched 20, unmatched 20</title>"))
        #expect(html.contains(">31 Jan</text>"))
        // The halves of the second column meet in the middle.
        #expect(
            html.contains("class=\"matched\" x=\"33.51%\" width=\"32.98%\" y=\"90\" height=\"90\""))
        #expect(html.contains("class=\"line previous\""))
        #expect(HTMLCheck(html).problems.isEmpty)
    }

    @Test("lines leave gaps where there is no value")
    func lines() {
        let chart = LineChart(
            "Durations", times: Self.days,
            lines: [.init("p50", style: "matched", [1, nil, 3])], unit: { "\($0)" })
        let html = chart.markup.html
        #expect(html.split(separator: "<polyline").count == 3)
        #expect(HTMLCheck(html).problems.isEmpty)
    }

    @Test("days are labelled where buckets are shorter")
    func timeAxis() {
        let labels = (0..<12).map {
            "2026-01-\(10 + $0 / 4)T\(["00", "06", "12", "18"][$0 % 4]):00:00Z"
        }
        let html = TimeAxis(labels: labels).markup(y: 10).html
        #expect(html.contains(">10 Jan<") && html.contains(">12 Jan<") && !html.contains("06:00"))
        let hours = TimeAxis(labels: ["2026-01-10T09:00:00+01:00", "2026-01-10T10:00:00+01:00"])
        #expect(hours.markup(y: 10).html.contains(">09:00<"))
        #expect(TimeAxis(labels: ["?", ""]).markup(y: 1).html.contains(">?<"))
    }
}
