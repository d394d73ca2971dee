import Foundation
import RouteDB
import RouteDBHistory
import RouteDBTestSupport
import Testing

@Suite("Labels and notes")
struct LabelTests {
    private let tool: Tool

    init() async throws {
        tool = try Tool()
        await tool(
            "add", "/sale", "--target", "sale", "--name", "sale", "--label", "owner=growth",
            "--label", "tier=1", "--note", "Until March; \"ask\" Ada, or Eve")
        await tool("add", "/home", "--target", "home", "--name", "home", "--label", "owner=core")
        await tool("add", "/help", "--target", "help", "--name", "help")
    }

    @Test("show and list have them, and list selects by them")
    func shown() async throws {
        let lines = await tool("show", "sale").lines
        #expect(lines.contains("label      owner=growth") && lines.contains("label      tier=1"))
        #expect(lines.contains("note       Until March; \"ask\" Ada, or Eve"))
        let object = await tool("show", "sale", "--json").output
        #expect(object.contains(#""labels":{"owner":"growth","tier":"1"}"#))
        #expect(!(await tool("show", "help", "--json").output.contains("labels")))
        func names(_ arguments: String...) async -> [String] {
            await tool.run(["list"] + arguments + ["--db", tool.path]).lines.map {
                String($0.split(separator: "\t", omittingEmptySubsequences: false)[1])
            }
        }
        #expect(await names("--label", "owner=growth") == ["sale"])
        #expect(await names("--label", "owner") == ["sale", "home"])
        #expect(await names("--label", "owner", "--label", "tier=1") == ["sale"])
        #expect(await names("--label", "tier=2").isEmpty)
    }

    @Test("set changes and removes them, and diff shows it")
    func changed() async throws {
        await tool("set", "sale", "labels.tier=2", "labels.owner=", "note=")
        let route = try #require(try await tool.snapshot().routes.first)
        #expect(route.labels == ["tier": "2"] && route.note == nil)
        let diff = await tool("diff", "@2", "@5").lines
        #expect(diff.contains { $0.contains("labels") && $0.contains(#""tier":"2""#) })
        #expect(diff.contains { $0.contains("note") && $0.contains("Until March") })
        #expect(await tool("set", "sale", "note=x", "note=").status == 64)
        #expect(await tool("set", "sale", "labels.tier").status == 64)
    }

    @Test(
        "every format brings them to another registry",
        arguments: ["ndjson", "json", "csv", "tsv"])
    func roundTrip(format: String) async throws {
        let exported = await tool("export", "--format", format)
        let other = try Tool()
        let run = await other.importing(Array(exported.output.utf8), "--file-format", format)
        #expect(run.status == 0, "\(run.diagnostics)")
        let (old, new) = (try await tool.snapshot().routes, try await other.snapshot().routes)
        #expect(new.map(\.labels) == old.map(\.labels) && new.map(\.note) == old.map(\.note))
        #expect(new.map(\.labels).contains(["owner": "growth", "tier": "1"]))
        #expect(await other("export", "--format", format).output == exported.output)
    }

    @Test("formats leave them out where no route has them")
    func absent() async throws {
        let plain = try Tool()
        await plain("add", "/a", "--target", "t")
        for format in ["ndjson", "json", "csv"] {
            let output = await plain("export", "--format", format).output
            #expect(!output.contains("labels") && !output.contains("note"))
        }
    }

    @Test("a document with an invalid label is refused at its place")
    func refused() async throws {
        let lines = [
            #"{"pattern":"/b","target":"t","labels":{"a b":"x"}}"#,
            #"{"pattern":"/c","target":"t","labels":{"a":1}}"#,
            #"{"pattern":"/d","target":"t","labels":["a"]}"#,
            #"{"pattern":"/e","target":"t","note":7}"#,
        ].joined(separator: "\n")
        let run = await tool.importing(Array(lines.utf8), "--file-format", "ndjson", "--json")
        #expect(run.problems.count == 4, "\(run.problems)")
    }

    @Test("hits are counted by the values of a label, and routes without it are one row")
    func hits() async throws {
        let writer = try HitsWriter(
            path: tool.directory.path("routes.hits.db"), stream: [UInt8](repeating: 1, count: 16),
            time: 0)
        var batch = HitBatch()
        for index in 0..<10 {
            var hit = Hit(
                time: Tool.time - .microseconds(index), url: Array("/x".utf8),
                outcome: index == 9 ? .unmatched : .matched)
            hit.namespace = 1
            hit.route = index == 9 ? nil : [1, 1, 1, 1, 1, 2, 2, 2, 3][index]
            batch.append(hit)
        }
        try writer.append(batch)
        let lines = await tool("stats", "top", "--by", "label:owner").lines
        #expect(lines.map { String($0.prefix { $0 != "\t" }) } == ["growth", "core", "(none)"])
        let json = await tool("stats", "top", "label:owner", "--json").output
        #expect(json.contains(#""subject":"label:owner""#) && json.contains(#""label":null"#))
    }
}
