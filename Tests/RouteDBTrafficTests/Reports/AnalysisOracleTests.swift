import RouteDBHistory
import RouteDBRouting
import RouteDBStorage
import RouteDBTestSupport
import Testing

@testable import RouteDB
@testable import RouteDBTraffic

@Suite("Reports against a list of the hits")
struct AnalysisOracleTests {
    @Test("the most frequent routes agree with a loop over all hits", arguments: 0..<6)
    func top(seed: UInt64) throws {
        var fixture = try AnalysisFixture(seed: seed)
        let keyed: [TopReport.Subject] = [
            .label("owner"), .query("cm"), .context("language"), .context("nobody"),
        ]
        for subject in TopReport.Subject.allCases + keyed {
            let query = fixture.query()
            // Roll-ups have the numbers of pruned hits by route, and nothing else.
            let isCounted = [.routes, .targets, .groups, .namespaces, .label("owner")].contains(
                subject)
            let hits = fixture.selected(query.selection)
            let pruned = fixture.selectedPruned(query.selection)
            let all = isCounted ? hits + pruned : hits
            let expected = all.counts { Self.label($0, subject) }
            for scan in AnalysisFixture.scans(fixture) {
                let report = try Analysis(query, of: scan).top(subject)
                let rows = Dictionary(
                    uniqueKeysWithValues: report.rows.map { ($0.label, $0.count) })
                #expect(rows == expected, "\(subject) \(query.selection) \(scan)")
                #expect(report.frame.total == all.count)
                #expect(report.without == all.filter { Self.label($0, subject) == nil }.count)
                #expect(report.frame.pruned == pruned.count)
                let weights = report.rows.map(\.count.weight)
                #expect(weights == weights.sorted(by: >))
            }
        }
    }

    @Test("conditions on fields select the hits that have the values", arguments: 0..<6)
    func conditions(seed: UInt64) throws {
        var fixture = try AnalysisFixture(seed: seed)
        let chosen: [(texts: [String], holds: (Hit) -> Bool)] = [
            (["status=302", "status=404"], { [302, 404].contains($0.status) }),
            (["platform=ios"], { Self.label($0, .platforms) == "ios" }),
            (
                ["bot=no", "kind=GET"],
                { Self.label($0, .bots) == "no" && Self.label($0, .kinds) == "GET" }
            ),
            (
                ["query:cm=x 1", "query:cm=x 2"],
                { ["x 1", "x 2"].contains(Self.label($0, .query("cm"))) }
            ),
            (["context:language=de"], { Self.label($0, .context("language")) == "de" }),
            (
                ["principal=p3", "platform=linux"],
                {
                    Self.label($0, .principals) == "p3" && Self.label($0, .platforms) == "linux"
                }
            ),
            (["referrer="], { _ in false }),
            (["url=/r/3", "url=/r/4"], { ["/r/3", "/r/4"].contains(Self.label($0, .urls)) }),
            (["namespace=default", "bot=no"], { Self.label($0, .bots) == "no" }),
        ]
        for (texts, holds) in chosen {
            var query = fixture.query()
            try query.select(where: ReportConditions(texts))
            let hits = fixture.selected(query.selection).filter(holds)
            for scan in AnalysisFixture.scans(fixture) {
                let analysis = try Analysis(query, of: scan)
                for subject in [TopReport.Subject.routes, .principals, .query("cm")] {
                    let top = try analysis.top(subject)
                    let rows = Dictionary(
                        uniqueKeysWithValues: top.rows.map { ($0.label, $0.count) })
                    #expect(rows == hits.counts { Self.label($0, subject) }, "\(texts) \(subject)")
                    #expect(top.frame.total == hits.count && !top.frame.countsPruned)
                }
                let days = try analysis.timeline(by: .outcome, bucket: .hour, zone: .utc)
                #expect(days.frame.total == hits.count)
                #expect(
                    try analysis.latency(by: .route, bucket: nil, zone: .utc).frame.total
                        == hits.count)
                let missing = hits.filter { [.unmatched, .invalid].contains($0.outcome) }
                #expect(try analysis.unmatched().frame.total == missing.count)
            }
        }
    }

    @Test("conditions on routes select the hits of the routes that meet them", arguments: 0..<4)
    func routeConditions(seed: UInt64) throws {
        let chosen: [(texts: [String], holds: (Route) -> Bool)] = [
            (
                ["target=target.1", "target=target.2"],
                { ["target.1", "target.2"].contains($0.target) }
            ),
            (["group=shop"], { $0.group == "shop" }), (["group="], { $0.group == nil }),
            (["label:owner=growth"], { $0.labels["owner"] == "growth" }),
            (["label:owner=", "group=shop"], { $0.labels.isEmpty && $0.group == "shop" }),
            (["label:nobody=x"], { _ in false }),
            (["route=#3", "route=/r/5"], { [3, 5].contains($0.id.rawValue) }),
        ]
        var fixture = try AnalysisFixture(seed: seed)
        for (texts, holds) in chosen {
            var (query, same) = (fixture.query(), AnalysisQuery(in: AnalysisFixture.snapshot))
            same.selection = query.selection
            try query.select(where: ReportConditions(texts))
            let routes = Set(AnalysisFixture.snapshot.routes.filter(holds).map(\.id))
            same.selection.routes = same.selection.routes?.intersection(routes) ?? routes
            for scan in AnalysisFixture.scans(fixture) {
                let (found, wanted) = (
                    try Analysis(query, of: scan), try Analysis(same, of: scan)
                )
                #expect(try found.top(.routes).rows == wanted.top(.routes).rows, "\(texts)")
                let (dead, known) = (try found.dead(), try wanted.dead())
                #expect(dead.rows == known.rows && dead.routeCount == known.routeCount)
            }
        }
    }

    @Test("a route that is gone is a condition by its number, and an unknown name is refused")
    func goneRoutes() throws {
        var query = AnalysisQuery(in: AnalysisFixture.snapshot)
        try query.select(where: ReportConditions(["route=#99"]))
        #expect(query.routes == [RouteID(rawValue: 99)])
        try query.select(route: "98")
        #expect(query.routes == [] && query.takeRoutes() == [] && query.routes == nil)
        let error = #expect(throws: RouteDBError.self) {
            try query.select(where: ReportConditions(["route=/r/"]))
        }
        #expect(error?.code == .routeNotFound)
    }

    @Test(
        "a condition that is none is refused, with the fields that there are",
        arguments: [
            "", "platform", "plattform=ios", "query:=a", "routes=x", "=ios", "outcome=lost",
        ])
    func badConditions(text: String) {
        let error = #expect(throws: RouteDBError.self) { try ReportConditions([text]) }
        #expect(error?.code == .invalidValue && error?.hint != nil)
    }

    @Test(
        "the hits of bots are told from all others, of which pruned ones are no part",
        arguments: 0..<4)
    func bots(seed: UInt64) throws {
        var fixture = try AnalysisFixture(seed: seed)
        for areBots in [true, false] {
            var query = fixture.query()
            query.selection.areBots = areBots
            let hits = fixture.selected(query.selection)
            for scan in AnalysisFixture.scans(fixture) {
                let analysis = try Analysis(query, of: scan)
                let top = try analysis.top(.routes)
                #expect(top.frame.total == hits.count && !top.frame.countsPruned)
                let rows = Dictionary(uniqueKeysWithValues: top.rows.map { ($0.label, $0.count) })
                #expect(rows == hits.counts { Self.label($0, .routes) })
                #expect(try analysis.dead().frame.total == hits.count)
            }
        }
    }

    static func label(_ hit: Hit, _ subject: TopReport.Subject) -> String? {
        let known = hit.route.flatMap { id in
            AnalysisFixture.snapshot.routes.first { $0.id.rawValue == id }
        }
        return switch subject {
        case .routes: hit.route.map { known?.patternText ?? "#\($0)" }
        case .targets: hit.route.map { known?.target ?? "#\($0)" }
        case .namespaces: hit.namespace.map { $0 == 1 ? "default" : "#\($0)" }
        case .principals: hit.principal.map { String(decoding: $0, as: UTF8.self) }
        case .referrers: hit.referrer.map { String(decoding: $0, as: UTF8.self) }
        case .label(let key): hit.route.map { _ in known?.labels[key] ?? "" }
        case .groups: hit.route.map { _ in known?.group ?? "" }
        case .kinds: hit.kind.map { String(decoding: $0, as: UTF8.self) }
        case .statuses: hit.status.map { "\($0)" }
        case .platforms: hit.client?.platform.rawValue
        case .bots: hit.client.map { $0.isBot ? "yes" : "no" }
        case .query(let name): Self.value(of: name, in: hit)
        case .context(let name): Self.member(["context", name], of: hit)
        case .urls: String(decoding: hit.url, as: UTF8.self)
        // The fixture's URLs have none.
        case .hosts: nil
        case .variants:
            Self.member(["variant"], of: hit).map { number in
                "\(known?.patternText ?? "#\(hit.route ?? 0)") \(number)"
            }
        }
    }

    /// The first value of a parameter of the URL, as the fixture writes them.
    private static func value(of name: String, in hit: Hit) -> String? {
        let url = String(decoding: hit.url, as: UTF8.self)
        let items = url.split(separator: "?").dropFirst().joined().split(separator: "&")
        return items.lazy.map { $0.split(separator: "=") }
            .first { $0[0].replacing("%6D", with: "m") == name }
            .map { $0[1].replacing("+", with: " ") }.map(String.init)
    }

    /// A text or a number of the attributes, found by their keys.
    private static func member(_ path: [String], of hit: Hit) -> String? {
        var value = hit.attributes.flatMap { try? JSONValue(parsing: $0) }
        for key in path {
            guard case .object(let object)? = value else { return nil }
            value = object[key]
        }
        return switch value {
        case .string(let text): text
        case .int(let number): "\(number)"
        default: nil
        }
    }

    @Test(
        "the preceding window is counted like others, and limits truncate", arguments: 0..<6)
    func comparison(seed: UInt64) throws {
        var fixture = try AnalysisFixture(seed: seed)
        var query = fixture.query(bounded: true)
        query.comparesPrevious = true
        let scan = HistoryScan(path: fixture.history.path)
        let report = try Analysis(query, of: scan).top(.routes)
        var before = query
        before.comparesPrevious = false
        before.selection = try #require(report.frame.previousSelection)
        let other = try Analysis(before, of: scan).top(.routes)
        #expect(report.frame.previousTotal == other.frame.total)
        let counts = Dictionary(uniqueKeysWithValues: other.rows.map { ($0.label, $0.count) })
        for row in report.rows { #expect(row.previous == counts[row.label] ?? HitCount()) }
        #expect(Set(counts.keys).isSubset(of: report.rows.map(\.label)))
        query.limit = 3
        let cut = try Analysis(query, of: scan).top(.routes)
        #expect(cut.rows == Array(report.rows.prefix(3)))
        #expect(cut.others == report.rows.dropFirst(3).map(\.count).sum)
    }

    @Test("time buckets have the hits of their times", arguments: 0..<8)
    func timeline(seed: UInt64) throws {
        var fixture = try AnalysisFixture(seed: seed)
        let query = fixture.query()
        let zone = try #require(
            ZoneRules(fixed: ["UTC", "+05:45", "-03:00", "+00:07"][Int(seed) % 4]))
        let length = try #require(TimeBucket(["15m", "1h", "7m", "6h", "1d", "1w"][Int(seed) % 6]))
        let hits = fixture.selected(query.selection)
        let pruned = fixture.selectedPruned(query.selection)
        for scan in AnalysisFixture.scans(fixture) {
            let report = try Analysis(query, of: scan).timeline(
                by: .outcome, bucket: length, zone: zone)
            #expect(report.frame.total == (hits + pruned).count)
            for (index, bucket) in report.buckets.enumerated() {
                let range = bucket.start..<bucket.end
                if index > 0 { #expect(report.buckets[index - 1].end == bucket.start) }
                let own =
                    hits.filter { range.contains($0.time) }
                    + pruned.filter { range.contains(AnalysisFixture.quarter(of: $0)) }
                for series in report.series {
                    let expected = own.filter { $0.outcome.outcome?.rawValue == series.label }
                    #expect(series.counts[index] == expected.count)
                }
            }
            let routes = try Analysis(query, of: scan).timeline(
                by: .route, bucket: length, zone: zone)
            #expect(routes.series.map(\.total).sum == report.frame.total)
        }
    }

    @Test("quantiles are those of the sorted durations, within 0.4%", arguments: 0..<5)
    func latency(seed: UInt64) throws {
        var fixture = try AnalysisFixture(seed: seed)
        let query = fixture.query()
        let hits = fixture.selected(query.selection)
        for scan in AnalysisFixture.scans(fixture) {
            let report = try Analysis(query, of: scan).latency(by: .route, bucket: nil, zone: .utc)
            for row in report.rows {
                let own = row.route == nil ? hits : hits.filter { $0.route == row.route?.rawValue }
                Self.check(row.histogram, own)
            }
            let times = try Analysis(query, of: scan).latency(
                by: .bucket, bucket: .hour, zone: .utc)
            var merged = LatencyHistogram()
            for row in times.rows.dropFirst() { merged.merge(row.histogram) }
            #expect(merged == times.rows[0].histogram)
            #expect(times.frame.total == hits.count)
        }
    }

    private static func check(_ histogram: LatencyHistogram, _ hits: [Hit]) {
        let durations = hits.flatMap { hit in
            hit.durationMicroseconds.map {
                [Duration](repeating: .microseconds($0), count: Int(hit.weight))
            } ?? []
        }.sorted()
        #expect(histogram.count == Int64(durations.count))
        #expect(histogram.minimum == durations.first && histogram.maximum == durations.last)
        #expect(histogram.sum == durations.reduce(.zero, +))
        for (_, share) in LatencyReport.quantiles where !durations.isEmpty {
            let place = max(1, Int((share * Double(durations.count)).rounded(.up)))
            let exact = durations[place - 1]
            let error = abs(
                ((histogram.quantile(share) ?? .seconds(-1)) - exact) / .microseconds(1))
            #expect(error <= exact / .microseconds(1) * 0.004 + 0.5)
        }
    }

    @Test("refusals are counted by route and outcome", arguments: 0..<6)
    func denied(seed: UInt64) throws {
        var fixture = try AnalysisFixture(seed: seed)
        let query = fixture.query()
        let hits = fixture.selected(query.selection)
        for scan in AnalysisFixture.scans(fixture) {
            let report = try Analysis(query, of: scan).denied()
            var refused = HitCount()
            for row in report.rows {
                let route = hits.filter { $0.route ?? 0 == row.route.rawValue }
                let own = route.filter { $0.outcome.outcome == row.outcome }
                #expect(row.count == own.count && row.share == own.count.share(of: route.count))
                #expect(row.anonymous == own.filter { $0.principal == nil }.count)
                #expect(row.principals == Set(own.compactMap(\.principal)).count)
                #expect(row.first == own.map(\.time).min())
                #expect(row.last == own.map(\.time).max())
                refused += row.count
            }
            #expect(refused == hits.filter { [.denied, .challenged].contains($0.outcome) }.count)
            #expect(report.refused == refused)
        }
    }

    @Test("values of parameters are counted, and so are those that are missing", arguments: 0..<6)
    func parameters(seed: UInt64) throws {
        var fixture = try AnalysisFixture(seed: seed)
        var query = fixture.query()
        query.selection.routes = nil
        query.limit = 1_000
        let hits = fixture.selected(query.selection).filter { $0.route == 3 }
        for scan in AnalysisFixture.scans(fixture) {
            let report = try Analysis(query, of: scan).parameters(
                of: RouteID(rawValue: 3), countingUnmatched: false)
            #expect(report.frame.total == hits.count)
            #expect(
                report.unreadable == hits.filter { $0.parameters == Array("{broken".utf8) }.count)
            for parameter in report.parameters {
                let expected = hits.counts { Self.value($0, parameter.name) }
                let values = parameter.values.map { ($0.text, $0.count) }
                #expect(Dictionary(uniqueKeysWithValues: values) == expected)
                #expect(parameter.present == Array(expected.values).sum)
                #expect(parameter.present.weight + parameter.missing.weight == hits.count.weight)
                #expect(parameter.types.map(\.count).sum == parameter.present)
                #expect(parameter.distinct == expected.count)
            }
        }
    }

    private static func value(_ hit: Hit, _ name: String) -> String? {
        guard let bytes = hit.parameters, case .object(let object)? = try? JSONValue(parsing: bytes)
        else { return nil }
        return switch object[name] {
        case .string(let text)?: text
        case let value?: value.description
        case nil: nil
        }
    }

    @Test("a route without hits is dead, with the time of its last hit", arguments: 0..<6)
    func dead(seed: UInt64) throws {
        var fixture = try AnalysisFixture(seed: seed)
        var query = fixture.query()
        query.selection.routes = nil
        query.selection.namespaces = nil
        let hits = fixture.selected(query.selection) + fixture.selectedPruned(query.selection)
        let alive = Set(hits.compactMap(\.route))
        for scan in AnalysisFixture.scans(fixture) {
            let report = try Analysis(query, of: scan).dead()
            #expect(Set(report.rows.map(\.route.id.rawValue)) == Set(1...11).subtracting(alive))
            for row in report.rows {
                let own = (fixture.live + fixture.pruned).filter {
                    $0.route == row.route.id.rawValue
                }
                #expect(row.lastHit == own.map(AnalysisFixture.quarter).max())
                #expect(row.cause == .unhit)
            }
        }
    }
}
