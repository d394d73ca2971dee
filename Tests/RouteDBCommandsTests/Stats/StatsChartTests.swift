import Foundation
import RouteDBTestSupport
import Testing

@testable import RouteDBCommands

@Suite("Charts of reports")
struct StatsChartTests {
    private let tool: Tool

    init() async throws {
        tool = try Tool()
        await tool("add", "/offers/{id:int}", "--target", "offer", "--name", "offer")
        await tool("add", "/tea & biscuits", "--target", "tea")
        let lines = (0..<120).map { index in
            let url =
                index % 3 == 0 ? "/tea%20&%20biscuits" : "/offers/\(index % 4 == 0 ? "x" : "1")"
            return "2026-01-0\(1 + index / 60)T0\(index % 6):00:00Z,\(url),\(index)ms"
        }
        let text = (["time,url,duration"] + lines).joined(separator: "\n") + "\n"
        await tool("hits", "import", "-", input: text)
    }

    private func drawing(_ words: String...) async throws -> String {
        let path = tool.directory.path("chart.svg")
        let run = await tool.run(["stats"] + words + ["-o", path, "--db", tool.path])
        #expect(run.status == 0 && run.output.isEmpty, "\(run.diagnostics)")
        return try String(contentsOfFile: path, encoding: .utf8)
    }

    @Test(
        "a report is a drawing that needs nothing else",
        arguments: [
            ["top"], ["top", "urls"], ["top", "--by", "day,outcome"], ["top", "--bucket", "1d"],
            ["unmatched"], ["timeline"],
            [
                "timeline", "--by", "route", "--compare", "previous",
                "--since", "2026-01-02",
            ], ["latency", "--bucket", "1h"], ["denied"],
        ])
    func drawn(words: [String]) async throws {
        let path = tool.directory.path("chart.svg")
        let run = await tool.run(["stats"] + words + ["-o", path, "--db", tool.path])
        #expect(run.status == 0 && run.output.isEmpty, "\(run.diagnostics)")
        let svg = try String(contentsOfFile: path, encoding: .utf8)
        #expect(svg.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"960\""))
        #expect(svg.hasSuffix("</svg>\n") && !svg.contains("var(") && !svg.contains("url("))
        let opened = svg.ranges(of: "<svg").count
        #expect(opened == svg.ranges(of: "</svg>").count)
        #expect(svg.ranges(of: "<g").count == svg.ranges(of: "</g>").count)
    }

    @Test("rows are bars in proportion to their hits, with names and numbers")
    func bars() async throws {
        let svg = try await drawing("top")
        #expect(svg.contains(">Hits by route</text>"))
        #expect(svg.contains(">120 hits</text>") || svg.contains(">100 hits</text>"))
        let widths = svg.split(separator: "<rect class=\"matched\"").dropFirst().compactMap {
            part in
            part.split(separator: "width=\"").dropFirst().first.flatMap {
                $0.split(separator: "\"").first
            }
            .flatMap { Double($0) }
        }
        let hits = await tool("stats", "top", "-f", "tsv").lines.compactMap { line in
            Double(line.split(separator: "\t")[3])
        }
        #expect(widths.count == 2 && hits.count == 2)
        #expect(abs(widths[1] / widths[0] - hits[1] / hits[0]) < 0.01)
        #expect(
            svg.contains("offer · offer</text>") && svg.contains("/tea &amp; biscuits · tea"))
    }

    @Test("rows beyond the limit are told, and a timeline names its series")
    func rest() async throws {
        #expect(try await drawing("top", "--limit", "1").contains(", 1 of 2 rows</text>"))
        let timeline = try await drawing(
            "timeline", "--since", "2026-01-01", "--until", "2026-01-03")
        #expect(timeline.contains("from 2026-01-01T00:00:00Z to 2026-01-03T00:00:00Z</text>"))
        #expect(timeline.contains(">matched</text>") && timeline.contains(">unmatched</text>"))
    }

    @Test("a hundred rows are drawn, and further ones counted")
    func manyRows() async throws {
        let urls = (0..<120).map { "/many/\($0)" }.joined(separator: "\n") + "\n"
        await tool("hits", "import", "-", "--log-format", "urls", input: urls)
        let svg = try await drawing("top", "urls", "--limit", "0")
        #expect(svg.ranges(of: "<rect class=\"matched\"").count == 100)
        #expect(svg.contains(">and 23 more rows</text>"))
    }

    @Test("another file and a report without hits in its rows are refused, and nothing is written")
    func refused() async throws {
        let path = tool.directory.path("chart.png")
        let other = await tool("stats", "top", "-o", path)
        #expect(other.status == 64 && other.diagnostics.contains("does not end with '.svg'"))
        let dead = await tool("stats", "dead", "-o", tool.directory.path("dead.svg"))
        #expect(dead.status == 64 && dead.diagnostics.contains("no chart"))
        #expect(!FileManager.default.fileExists(atPath: path))
        #expect(!FileManager.default.fileExists(atPath: tool.directory.path("dead.svg")))
    }
}
