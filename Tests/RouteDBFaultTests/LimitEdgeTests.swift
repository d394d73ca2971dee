import Foundation
import RouteDB
import RouteDBAppLinks
import RouteDBTestSupport
import RouteDBTraffic
import Testing

/// Limits of `Docs/limits.md`, each tried at its edge.
@Suite("Edges of limits")
struct LimitEdgeTests {
    @Test("files and links at the limit are read, and one byte more is refused")
    func links() throws {
        let limit = AppLinkFile.byteLimit
        let whole = MemorySource([UInt8](repeating: 0x20, count: limit), pieceBytes: 1 << 20)
        var reader = ByteReader(whole)
        #expect(try reader.rest(limit: limit).count == limit)
        let more = MemorySource([UInt8](repeating: 0x20, count: limit + 1), pieceBytes: 1 << 20)
        reader = ByteReader(more)
        #expect(throws: InputProblem.self) { try reader.rest(limit: limit) }

        let file = AppLinkFile(
            Array(
                #"{"applinks":{"details":[{"appIDs":["A.b"],"components":[{"/":"*"}]}]}}"#.utf8))
        let start = "https://example.com/"
        let link =
            start + String(repeating: "a", count: AppLinkFile.urlLimit - start.utf8.count)
        #expect(try file.explain(link).apps.count == 1)
        let error = #expect(throws: RouteDBError.self) { try file.explain(link + "a") }
        #expect(error?.message.contains("8192") == true)
    }

    @Test("a manifest at the limits is read, and one element more is refused")
    func manifests() {
        func message(_ text: String) -> String? {
            do throws(MarkupProblem) {
                _ = try MarkupReader.read(Array(text.utf8))
                return nil
            } catch { return error.message }
        }
        func deep(_ depth: Int) -> String {
            String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
        }
        #expect(message(deep(MarkupReader.depthLimit)) == nil)
        #expect(message(deep(MarkupReader.depthLimit + 1))?.contains("64") == true)
        func many(_ count: Int) -> String {
            "<a>" + String(repeating: "<b/>", count: count - 1) + "</a>"
        }
        #expect(message(many(MarkupReader.elementLimit)) == nil)
        #expect(message(many(MarkupReader.elementLimit + 1))?.contains("200000") == true)
    }

    @Test("a line of a log at the limit is imported, and a longer one is rejected")
    func lines() async throws {
        let directory = try TemporaryDirectory()
        let start = "10.0.0.1 - - [10/Oct/2000:13:55:36 -0700] \"GET /a HTTP/1.1\" 200 1 \"-\" \""
        let longest = 1 << 20
        func line(_ length: Int) -> String {
            start + String(repeating: "a", count: length - start.utf8.count - 1) + "\"\n"
        }
        let log = directory.path("access.log")
        try Data((line(longest) + line(longest + 1) + line(200)).utf8)
            .write(to: URL(fileURLWithPath: log))
        let importer = try await LogImporter.open(
            directory.path("routes.hits.db"),
            options: LogImportOptions(resolving: .table(RoutingTable(.of(["/a"])))))
        let report = try await importer.importFile(log)
        await importer.close()
        #expect(report.imported == 2 && report.rejected == 1)
    }
}
