import RouteDBHistory
import RouteDBRouting
import RouteDBTestSupport
import Testing

@testable import RouteDB
@testable import RouteDBTraffic

@Suite("Counting hits by several properties at once")
struct CrossReportTests {
    @Test("combinations agree with a loop over all hits", arguments: 0..<6)
    func combinations(seed: UInt64) throws {
        var fixture = try AnalysisFixture(seed: seed)
        for words in [
            "routes,statuses", "query:cm,day,outcome", "platforms,bots,context:language,kinds",
            "variants,hour", "groups,label:owner,targets,namespaces", "principals,referrers",
        ] {
            let dimensions = try HitDimension.list(words)
            let query = fixture.query()
            let hits = fixture.selected(query.selection)
            let expected = hits.counts { hit in dimensions.map { Self.value($0, of: hit) } }
            for scan in AnalysisFixture.scans(fixture) {
                let report = try Analysis(query, of: scan).crossed(dimensions, zone: .utc)
                let rows = Dictionary(
                    uniqueKeysWithValues: report.rows.map { ($0.values, $0.count) })
                #expect(rows == expected, "\(words) \(query.selection)")
                #expect(report.frame.total == hits.count && !report.frame.countsPruned)
                let weights = report.rows.map(\.count.weight)
                #expect(weights == weights.sorted(by: >))
            }
        }
    }

    private static func value(_ dimension: HitDimension, of hit: Hit) -> String? {
        let time = "\(hit.time)"
        switch dimension {
        case .day: return String(time.prefix(10))
        case .hour: return time.prefix(13) + ":00"
        case .outcome: return hit.outcome.outcome?.rawValue
        case .nearest: return nil
        case .subject(let subject):
            let label = AnalysisOracleTests.label(hit, subject)
            return label?.isEmpty == true ? nil : label
        }
    }

    @Test("the window before is counted like others, and limits truncate", arguments: 0..<4)
    func comparison(seed: UInt64) throws {
        var fixture = try AnalysisFixture(seed: seed)
        var query = fixture.query(bounded: true)
        query.comparesPrevious = true
        let dimensions = try HitDimension.list("routes,outcome")
        let scan = HistoryScan(path: fixture.history.path)
        let report = try Analysis(query, of: scan).crossed(dimensions, zone: .utc)
        var before = query
        before.comparesPrevious = false
        before.selection = try #require(report.frame.previousSelection)
        let other = try Analysis(before, of: scan).crossed(dimensions, zone: .utc)
        let counts = Dictionary(uniqueKeysWithValues: other.rows.map { ($0.values, $0.count) })
        for row in report.rows { #expect(row.previous == counts[row.values] ?? HitCount()) }
        #expect(Set(counts.keys).isSubset(of: report.rows.map(\.values)))
        query.limit = 2
        let cut = try Analysis(query, of: scan).crossed(dimensions, zone: .utc)
        #expect(cut.rows == Array(report.rows.prefix(2)))
        #expect(cut.others == report.rows.dropFirst(2).map(\.count).sum)
    }

    @Test("a property may be named for one of its values, as in '--where'")
    func singular() throws {
        for subject in TopReport.Subject.allCases {
            #expect(try ReportKind.top(by: subject.title) == .top(subject))
        }
        let several = "platform,day,label:owner,status"
        #expect(
            try HitDimension.list(several)
                == HitDimension.list("platforms,day,label:owner,statuses"))
    }

    @Test(
        "a property that is none, or stands twice, is refused",
        arguments: [
            "", "day,", "dya", "routes,routes", "route,routes", "day,hour,outcome,nearest,routes",
        ])
    func refused(words: String) {
        let error = #expect(throws: RouteDBError.self) { try ReportKind.top(by: words) }
        #expect(error?.code == .invalidValue && error?.hint != nil)
    }

    @Test("one property of the usual ones is the usual report")
    func usual() throws {
        #expect(try ReportKind.top(by: "routes") == .top(.routes))
        #expect(try ReportKind.top(by: "day") == .crossed([.day]))
        #expect(
            try ReportKind.top(by: "query:a,day") == .crossed([.subject(.query("a")), .day]))
    }
}
