#if Hub
import Foundation
import RouteDB
import RouteDBHistory
import RouteDBHub
import RouteDBTestSupport
import Testing

@Suite(
    "Copies of a hub's hits",
    .enabled(if: TestHub.server != nil, TestHub.skipped))
struct HubHitsTests {
    private let local: HistoryFixture
    private let copied: HistoryFixture
    private let test: TestHub
    private let hub: HubClient
    private let now = SystemClock.now()

    init() async throws {
        local = try HistoryFixture()
        copied = try HistoryFixture()
        test = try TestHub()
        hub = try await test.client()
    }

    private func ship(
        _ urls: Range<Int>, stream: UInt8 = 1, secondsAgo: Int64 = 0
    ) async throws {
        let hits = urls.map { number in
            Hit(
                time: now - .seconds(secondsAgo), url: Array("/\(number)".utf8),
                outcome: .unmatched)
        }
        try local.writer(stream: stream).append(HitBatch(hits))
        let shipper = HitShipper(local.path, to: test.address, node: "web-\(stream)")
        while try await shipper.step() != ShippedHits() {}
        await shipper.close()
    }

    private func copiedURLs() throws -> [Int] {
        try copied.hits().compactMap {
            Int(String(decoding: $0.url.dropFirst(), as: UTF8.self))
        }
    }

    @Test("an update brings what is new, also what is old but came late, and nothing twice")
    func updates() async throws {
        var copy = HubHitsCopy(copied.path)
        try await hub.update(&copy, clock: now)
        #expect(try copiedURLs() == [])
        try await ship(0..<1_500)
        try await hub.update(&copy, clock: now)
        #expect(try copiedURLs().sorted() == Array(0..<1_500))
        try await hub.update(&copy, clock: now)
        try await ship(1_500..<1_700)
        try await ship(1_700..<1_710, stream: 2, secondsAgo: 30)
        try await hub.update(&copy, clock: now)
        #expect(try copiedURLs().sorted() == Array(0..<1_710))
        try await ship(1_710..<1_800, stream: 3, secondsAgo: 5 * 86_400)
        try await ship(1_800..<1_805)
        try await hub.update(&copy, clock: now)
        #expect(try copiedURLs().sorted() == Array(0..<1_805))
        #expect(copy.hits == 1_805)
        #expect(try copied.reader().verify().isEmpty)
    }

    @Test("an update that fails goes on where it was")
    func failure() async throws {
        var copy = HubHitsCopy(copied.path)
        try await ship(0..<10)
        try await hub.update(&copy, clock: now)
        try await ship(10..<9_000, stream: 2)
        try test.run("ALTER TABLE routedb.hit RENAME COLUMN url TO address")
        await #expect(throws: RouteDBError.self) { try await hub.update(&copy, clock: now) }
        try test.run("ALTER TABLE routedb.hit RENAME COLUMN address TO url")
        try await hub.update(&copy, clock: now)
        #expect(try copiedURLs().sorted() == Array(0..<9_000))
    }

    /// Writes rows behind the library's back that are no valid hits, with their sums.
    private func damage() throws {
        try test.run(
            """
            UPDATE routedb.hit SET outcome = 77
            WHERE url IN ('/1', '/8000')
            """)
        try test.run("UPDATE routedb.hit SET at_us = 9223372036854775807 WHERE url = '/7'")
        try test.sumUp()
    }

    @Test("hits with long texts are copied some at a time, and none is lost")
    func longTexts() async throws {
        let length = 1 << 20
        var copy = HubHitsCopy(copied.path)
        for first in [0, 12] {
            let hits = (first..<first + 12).map { number in
                var hit = Hit(time: now, url: Array("/\(number)".utf8), outcome: .unmatched)
                hit.referrer = [UInt8](repeating: UInt8(0x61 + number), count: length)
                return hit
            }
            try local.writer().append(HitBatch(hits))
            let shipper = HitShipper(local.path, to: test.address, node: "web")
            while try await shipper.step() != ShippedHits() {}
            await shipper.close()
            try await hub.update(&copy, clock: now)
        }
        #expect(try copiedURLs().sorted() == Array(0..<24))
        for hit in try copied.hits() {
            let number = try #require(UInt8(String(decoding: hit.url.dropFirst(), as: UTF8.self)))
            #expect(hit.referrer == [UInt8](repeating: 0x61 + number, count: length))
        }
    }

    @Test("a connection goes on after rows that were not wanted, and after a mistake")
    func rows() throws {
        let connection = try HubConnection(test.address)
        struct Enough: Error {}
        var seen: [[String?]] = []
        #expect(throws: Enough.self) {
            try connection.forEachRow("SELECT n, NULL FROM generate_series(1, 5000) AS n") { row in
                seen.append(row)
                if seen.count == 3 { throw Enough() }
            }
        }
        #expect(seen == [["1", nil], ["2", nil], ["3", nil]])
        #expect(throws: HubFailure.self) {
            try connection.forEachRow("SELECT 1 / (3 - n) FROM generate_series(1, 9) AS n") { _ in }
        }
        #expect(try connection.run("SELECT 7") == [["7"]])
    }

    @Test("rows that are no valid hits are skipped and named, until the doctor sets them aside")
    func damagedRows() async throws {
        try await ship(0..<9_000)
        try damage()
        let left = (0..<9_000).filter { ![1, 7, 8_000].contains($0) }
        let copy = try await hub.fetchHits(into: copied.path, clock: now)
        #expect(try copiedURLs().sorted() == left)
        #expect((copy.hits, copy.skipped) == (8_997, 3))
        let warning = try #require(copy.warning).message
        #expect(warning.contains("3 rows, which are no valid hits"))
        #expect(
            warning.contains("its outcome is 77") || warning.contains("its at_us is"), "\(warning)")

        let tool = HubTool(folder: local.directory.path)
        let count = ["sql", "SELECT count(*) FROM hits", "--hub", test.address.text]
        let counted = await tool.run(count)
        #expect((counted.status, counted.output.contains("8997")) == (0, true), "\(counted)")
        #expect(counted.diagnostics.contains("warning: The hub has 3 rows"))
        let doctor = ["hub", "doctor", test.address.text]
        let found = await tool.run(doctor)
        #expect(found.status == 1)
        #expect(found.output.contains("that are not valid, which reports skip: 3, such as hit"))
        let mended = await tool.run(doctor + ["--set-aside"])
        #expect(mended.diagnostics.contains("3 rows set aside"))
        #expect(
            mended.output.contains("refused and set aside: 3")
                && !mended.output.contains("more or fewer"))
        #expect(try test.number("SELECT count(*) FROM routedb.hit") == 8_997)
        #expect(
            try test.number(
                "SELECT count(*) FROM routedb.hit_aside WHERE hit ->> 'url' IN ('/1', '/7', '/8000')"
            )
                == 3)
        #expect(try await hub.status().setAside == 3)
        let again = await tool.run(count)
        #expect(again.output == counted.output && !again.diagnostics.contains("warning"))
    }

    @Test("a principal's rows that were set aside are forgotten with its hits")
    func damagedPrincipal() async throws {
        try await ship(0..<3)
        try test.run("UPDATE routedb.hit SET principal = 'ada', weight = 0 WHERE url = '/1'")
        #expect(try await hub.setDamagedAside() == 1)
        _ = try await hub.forget(.principal("ada"))
        #expect(try test.number("SELECT count(*) FROM routedb.hit_aside WHERE hit IS NULL") == 1)
    }

    @Test("the hits of a group are those of its nodes, from a time on")
    func group() async throws {
        try await ship(0..<5)
        try await ship(5..<9, stream: 2)
        try await ship(9..<12, stream: 2, secondsAgo: 3_600)
        _ = try await hub.report(
            node: "web-2", groups: ["canary"], instance: "1", at: .start, error: nil, clock: now)
        var copy = HubHitsCopy(
            copied.path, times: (now - .seconds(60)).microseconds ... .max, of: "canary")
        try await hub.update(&copy, clock: now)
        #expect(try copiedURLs().sorted() == Array(5..<9))
    }

    @Test("a closed day is a file of CSV that other programs read back, once")
    func export() async throws {
        let old = 3 * 86_400 as Int64
        var odd = Hit(time: now - .seconds(old), url: Array("/a\"b,c\nd/ü".utf8), outcome: .matched)
        odd.route = 7
        odd.principal = []
        odd.status = 200
        try local.writer().append(HitBatch([odd]))
        try await ship(1..<40, secondsAgo: old)
        try await ship(40..<50)
        let tool = HubTool(folder: local.directory.path)
        let folder = local.directory.path("archive")
        let hub = test.address.text
        let run = await tool.run(["hub", "export", "--output", folder, "--hub", hub])
        #expect(run.status == 0, "\(run.diagnostics)")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        let name = try #require(names.first)
        #expect(names.count == 1 && name.hasPrefix("hits-20") && name.utf8.count == 19)
        #expect(run.output == "\(folder)/\(name)\t40\n")
        let again = await tool.run(["hub", "export", "--output", folder, "--hub", hub])
        #expect((again.status, again.output) == (0, ""))
        let text = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
        #expect(
            text.hasPrefix(
                "at_us,outcome,namespace_id,route_id,revision,duration_us,status,weight,url,"
                    + "principal,parameters,referrer,kind,attributes,user_agent,bot,platform,node,"
                    + "stream,sequence\n"))
        let anew = await tool.run(["hub", "export", "--output", folder, "--again", "--hub", hub])
        #expect(anew.output == run.output)
        #expect(try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8) == text)
        let rows = try Self.python(folder + "/" + name)
        guard let rows else { return }
        #expect(rows.count == 40)
        let first = try #require(rows.first { $0.contains("/a\\\"b,c\\nd/") })
        #expect(first.contains("\"matched\", \"\", \"7\""))
    }

    /// The rows of a file as Python reads them, in JSON; `nil` without Python, which is said.
    private static func python(_ path: String) throws -> [String]? {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "python3", "-c",
            """
            import csv, json, sys
            rows = list(csv.DictReader(open(sys.argv[1], newline='')))
            for row in rows:
                int(row['at_us']), int(row['weight']), int(row['sequence'])
                print(json.dumps(list(row.values()), ensure_ascii=False))
            """, path,
        ]
        let output = Pipe()
        process.standardOutput = output
        process.environment = ["PYTHONIOENCODING": "utf-8", "PATH": "/usr/local/bin:/usr/bin:/bin"]
        try process.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        if process.terminationStatus == 127 {
            print("skipped: there is no python3 to read the file")
            return nil
        }
        #expect(process.terminationStatus == 0)
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
#endif
