import RouteDBRouting
import RouteDBStorage
import RouteDBTestSupport
import Testing

@testable import RouteDB
@testable import RouteDBTraffic

@Suite("Routes that are read ahead for a log")
struct RoutesAheadTests {
    private let fixture: ImportFixture
    private var path: String { fixture.directory.path("routes.db") }

    init() async throws {
        fixture = try ImportFixture()
        let registry = try await RouteRegistry.open(
            fixture.directory.path("routes.db"), options: .testing(.creating))
        try await registry.edit { editor in
            try editor.add(RouteDraft(pattern: "/user/{id:int}", target: "user"))
            try editor.add(RouteDraft(pattern: "/team/{id}", target: "team"))
            try editor.add(RouteDraft(pattern: "https://shop.example/sale", target: "sale"))
        }
        await registry.close()
    }

    /// Imports lines with the routes for a text, and returns how many were read at first, and whether all were.
    private func report(
        of lines: [String], ahead text: String
    ) async throws -> (report: LogImportReport, routes: Int, readsAll: Bool) {
        let filter = RoutePrefilter(texts: [Array(text.utf8)])
        var options = RegistryOptions.testing(.reading)
        options.sieve = .requests(RequestedRoutes(filter))
        let registry = try await RouteRegistry.open(path, options: options)
        let importer = try await fixture.open(LogImportOptions(resolving: .live(registry)))
        let log = try fixture.write(lines, to: "access.log")
        let report = try await importer.importFile(log)
        let readsAll = await importer.ahead?.wholeTable != nil
        await importer.close()
        let routes = registry.table.content.routes.count
        await registry.close()
        return (report, routes, readsAll)
    }

    @Test("a log is resolved by the routes that its words may match")
    func few() async throws {
        let (report, routes, readsAll) = try await report(
            of: ["/user/1", "/user/x", "/u"], ahead: "/user/1 /user/x /u")
        #expect(report.imported == 3 && report.outcomes[.matched] == 1)
        // One is there for its host.
        #expect(routes == 2 && !readsAll)
    }

    @Test(
        "a word that was not read ahead has all routes read",
        arguments: [["/user/1", "/team/x", "/team/y"], ["/%75ser/1", "/te%61m/x", "/team/z"]])
    func grown(lines: [String]) async throws {
        let (report, _, readsAll) = try await report(of: lines, ahead: "/user/1")
        #expect(report.imported == 3 && report.outcomes[.matched] == 3)
        #expect(readsAll)
    }

    @Test("the warning about hosts is that of all routes")
    func hosts() async throws {
        let (report, _, readsAll) = try await report(
            of: ["/sale", "/none"], ahead: "/sale /none")
        let warning = report.hostWarning
        #expect(warning?.remedy.host == "shop.example" && warning?.remedy.matched == 1)
        #expect(warning?.tried == 2 && readsAll)
    }

    @Test("a registry with all routes has read none ahead")
    func whole() async throws {
        let registry = try await RouteRegistry.open(path, options: .testing(.reading))
        #expect(RoutesAhead(of: .live(registry)) == nil)
        #expect(RoutesAhead(of: .table(registry.table)) == nil)
        await registry.close()
    }

    @Test("more bytes than the limit, and what cannot be read, are not read ahead")
    func limits() throws {
        struct Broken: LogSource {
            func read() throws(LogSourceError) -> [UInt8] {
                throw LogSourceError(.unreadable, "no", at: 0)
            }
        }
        struct Text: LogSource {
            var text = Array("/user/1\n/team/2\n".utf8)
            mutating func read() throws(LogSourceError) -> [UInt8] {
                defer { text = [] }
                return text
            }
        }
        let filter = try #require(RoutePrefilter(ofLogs: [Text(), Text()], upTo: 28))
        #expect(filter.covers(Array("/team/1".utf8)) && !filter.covers(Array("/sale".utf8)))
        #expect(RoutePrefilter(ofLogs: [Text(), Text()], upTo: 27) == nil)
        #expect(RoutePrefilter(ofLogs: [Text(), Broken()], upTo: 100) == nil)
    }
}
