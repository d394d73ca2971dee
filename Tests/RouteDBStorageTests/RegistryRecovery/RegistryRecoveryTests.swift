import Foundation
import RouteDBDatabase
import RouteDBRouting
import RouteDBSQLite
import RouteDBStorage
import RouteDBTestSupport
import Testing

@Suite("Recovering a registry")
struct RegistryRecoveryTests {
    let fixture: RegistryFixture
    let sound: [UInt8]

    init() throws {
        fixture = try RegistryFixture()
        try fixture.edit { editor in
            try editor.addNamespace(
                NamespaceDraft(name: "app", schemes: ["app"], fallback: "default"))
            try editor.setConverter("size", rule: .allow(["s", "m"]), in: "app")
        }
        for batch in 0..<10 {
            try fixture.edit { editor in
                for number in 0..<30 {
                    try editor.add(
                        RouteDraft(
                            pattern: "/batch/\(batch)/page/\(number)/{id:int}",
                            target: "page.\(number)", name: "page-\(batch)-\(number)",
                            namespace: number % 2 == 0 ? "app" : "default", defaults: ["k": .int(1)]
                        ))
                }
            }
        }
        try fixture.edit { editor in
            for number in 0..<20 {
                try editor.setEnabled(RouteReference("page-3-\(2 * number % 30 + 1)"), false)
            }
        }
        sound = try [UInt8](Data(contentsOf: URL(fileURLWithPath: fixture.path)))
    }

    private static let pageSize = 4_096

    /// Recovers a file with the bytes, and returns the new one.
    private func recovered(
        _ bytes: [UInt8]
    ) throws -> (store: RegistryStore, report: RecoveryReport) {
        let (damaged, new) = (
            fixture.directory.path("damaged.db"), fixture.directory.path("\(UUID()).db")
        )
        try Data(bytes).write(to: URL(fileURLWithPath: damaged))
        let report = try RegistryRecovery.recover(damaged, to: new, commit: .test("recover"))
        let after = try Data(contentsOf: URL(fileURLWithPath: damaged))
        #expect([UInt8](after) == bytes)
        let store = try RegistryStore.open(path: new, mode: .reading)
        let findings = try store.check()
        #expect(findings.isEmpty)
        return (store, report)
    }

    /// Expects a registry that is equal to the one before the damage, with all its revisions.
    private func expectEqual(_ store: RegistryStore) throws {
        let (after, before) = (try store.snapshot(), try fixture.store.snapshot())
        #expect(after == before)
        let (digests, expected) = (try digests(store), try digests(fixture.store))
        #expect(digests == expected)
    }

    private func digests(_ store: RegistryStore) throws -> [String] {
        try store.revisions().map { $0.digest }
    }

    private func zeroing(_ page: Int) -> [UInt8] {
        var bytes = sound
        let start = (page - 1) * Self.pageSize
        bytes.replaceSubrange(
            start..<start + Self.pageSize, with: [UInt8](repeating: 0, count: Self.pageSize))
        return bytes
    }

    /// The routes that the message of a loss is about: `route #3` or `route #3 to #9`.
    private func routes(in message: String) -> ClosedRange<Int64> {
        guard message.hasPrefix("route #") else { return 0...0 }
        let numbers = message.prefix { $0 != ":" }.split(separator: "#").dropFirst()
            .compactMap { Int64($0.prefix { $0.isNumber }) }
        return message.contains(" to #") ? numbers[0]...numbers[1] : numbers[0]...numbers[0]
    }

    private var pages: ClosedRange<Int> { 1...sound.count / Self.pageSize }

    /// The pages of a table that have rows, or those between, according to SQLite's own statistics.
    private func pages(of table: String, interior: Bool) throws -> [Int] {
        try HostileFile(path: fixture.path).rows(
            "SELECT pageno FROM dbstat WHERE name = '\(table)' AND pagetype = '\(interior ? "internal" : "leaf")'"
        ).compactMap { Int($0[0]) }
    }

    @Test("a sound file is recovered as it is")
    func undamaged() throws {
        let (store, report) = try recovered(sound)
        #expect(report.losses.isEmpty && report.damage.isEmpty)
        try expectEqual(store)
    }

    @Test("whatever page is lost, the rest is recovered, and what is lost is named")
    func anyPage() throws {
        let before = try fixture.ids()
        var losing = 0
        for page in pages {
            let (store, report) = try recovered(zeroing(page))
            let after = try store.snapshot().routes.map { $0.id.rawValue }
            #expect(Set(before).isSuperset(of: after))
            // A page of 4,096 bytes holds fewer than 60 of these routes.
            #expect(before.count - after.count < 60)
            let (found, expected) = (try digests(store), try digests(fixture.store))
            let changed = found != expected
            #expect(changed == !report.losses.isEmpty, "page \(page)")
            let lost = Set(before).subtracting(after)
            let named = report.losses.reduce(into: Set<Int64>()) {
                $0.formUnion(routes(in: $1.message))
            }
            // Of the last ones nothing is left that names them, but for their revisions.
            #expect(lost.allSatisfy { named.contains($0) || $0 > after.max() ?? 0 }, "page \(page)")
            if changed { losing += 1 }
        }
        #expect(losing > 5)
    }

    @Test("without the page of the schema, every row is recovered")
    func withoutSchema() throws {
        let (store, report) = try recovered(zeroing(1))
        #expect(report.losses.isEmpty)
        try expectEqual(store)
    }

    @Test("without the pages between the root of a table and its rows, every row is recovered")
    func withoutInteriorPages() throws {
        let interior = try pages(of: "route", interior: true)
        #expect(!interior.isEmpty)
        for page in interior {
            let (store, report) = try recovered(zeroing(page))
            #expect(report.losses.isEmpty)
            #expect(report.damage.contains { $0.page == page && $0.table == "route" })
            try expectEqual(store)
        }
    }

    @Test("a file that is cut off keeps what is before the cut")
    func cutOff() throws {
        for part in 1...4 {
            let length = sound.count * part / 5 / Self.pageSize * Self.pageSize + 100
            let (_, report) = try recovered(Array(sound.prefix(length)))
            #expect(report.missingPages == pages.count - report.pages)
        }
    }

    @Test("revisions without a row get a stand-in, and keep what they added")
    func revisions() throws {
        let page = try #require(try pages(of: "revision", interior: false).first)
        let (store, report) = try recovered(zeroing(page))
        #expect(report.losses.contains { $0.kind == .replaced })
        let (after, before) = (try store.snapshot().routes, try fixture.store.snapshot().routes)
        #expect(after == before)
        let authors = try store.revisions().map { $0.author }
        #expect(authors.contains("unknown"))
    }

    @Test("namespaces without a row get a stand-in, which keeps their routes")
    func namespaces() throws {
        let page = try #require(try pages(of: "namespace", interior: false).first)
        let (store, report) = try recovered(zeroing(page))
        #expect(report.losses.count { $0.kind == .replaced } == 2)
        let snapshot = try store.snapshot()
        let names = Set(snapshot.namespaces.map { $0.name })
        #expect(names == ["default", "recovered-2"])
        let ids = try fixture.ids()
        #expect(snapshot.routes.map { $0.id.rawValue } == ids)
    }

    @Test("routes whose converter is lost are ended, and remain in the past")
    func converters() throws {
        try fixture.edit { editor in
            try editor.add(
                RouteDraft(pattern: "/x/{a:size}", target: "t", name: "x", namespace: "app"))
        }
        let page = try #require(try pages(of: "converter", interior: false).first)
        var bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: fixture.path)))
        bytes.replaceSubrange(
            (page - 1) * 4_096..<page * 4_096, with: [UInt8](repeating: 0, count: 4_096))
        let (store, report) = try recovered(bytes)
        #expect(report.losses.contains { $0.kind == .ended && $0.message.contains("'x'") })
        let live = try store.snapshot().routes.map { $0.name }
        #expect(!live.contains("x"))
        let newest = try #require(try store.revisions().first)
        #expect(newest.message == "recover")
        let past = try store.snapshot(at: newest.number - 1).routes.map { $0.name }
        #expect(past.contains("x"))
    }

    @Test("damage of the header, with the page size, loses nothing")
    func header() throws {
        var bytes = sound
        bytes.replaceSubrange(0..<100, with: [UInt8](repeating: 0xA5, count: 100))
        let withoutHeader = try recovered(bytes).report
        #expect(withoutHeader.losses.isEmpty)
        bytes = sound
        bytes.replaceSubrange(16..<18, with: [0x20, 0x00])
        let withOtherSize = try recovered(bytes).report
        #expect(withOtherSize.losses.isEmpty)
    }

    @Test("an interrupted write is undone with its journal")
    func journal() throws {
        struct Stop: Error {}
        let found = fixture.directory.path("found.db")
        try fixture.store.database.connection.setPragma("cache_size", to: 5)
        do {
            try fixture.edit { editor in
                for number in 0..<30 {
                    for batch in 4..<10 {
                        try editor.setEnabled(RouteReference("page-\(batch)-\(number)"), false)
                    }
                }
                for suffix in ["", "-journal"] {
                    try FileManager.default.copyItem(
                        atPath: fixture.path + suffix, toPath: found + suffix)
                }
                throw Stop()
            }
        } catch is Stop {}
        let cut = try [UInt8](Data(contentsOf: URL(fileURLWithPath: found)))
        #expect(cut != sound)
        let new = fixture.directory.path("new.db")
        let report = try RegistryRecovery.recover(found, to: new, commit: .test())
        #expect(report.losses.isEmpty)
        let store = try RegistryStore.open(path: new, mode: .reading)
        try expectEqual(store)
        let after = try [UInt8](Data(contentsOf: URL(fileURLWithPath: found)))
        #expect(after == cut)
    }

    @Test("a row whose number is damaged does not take the place of another")
    func damagedNumber() throws {
        let leaves = try pages(of: "route", interior: false)
        let (first, last) = (try #require(leaves.first), try #require(leaves.last))
        // The number stands behind the size of the record, one byte or two each.
        func number(ofCell index: Int, on page: Int) throws -> (place: Int, value: Int) {
            let start = (page - 1) * Self.pageSize
            let pointer = start + 8 + 2 * index
            var place = start + Int(sound[pointer]) << 8 + Int(sound[pointer + 1])
            while sound[place] >= 0x80 { place += 1 }
            let bytes = sound[(place + 1)...(place + 2)].map(Int.init)
            return (place + 1, bytes[0] < 0x80 ? bytes[0] : (bytes[0] & 0x7F) << 7 | bytes[1])
        }
        let (old, new) = (try number(ofCell: 3, on: first), try number(ofCell: 3, on: last))
        try #require(old.value < 0x80 && new.value >= 0x80 || old.value < new.value)
        var bytes = sound
        if old.value >= 0x80 {
            bytes[old.place] = sound[new.place]
            bytes[old.place + 1] = sound[new.place + 1]
        }
        let (store, _) = try recovered(bytes)
        let kept = Set(try store.snapshot().routes.map(\.name))
        let before = try fixture.store.snapshot().routes.map(\.name)
        #expect(before.filter { !kept.contains($0) }.count <= 1)
    }

    @Test("of two copies of a page, the one whose row breaks no rule is taken")
    func damagedCopy() throws {
        let leaves = try pages(of: "route", interior: false)
        let (first, last) = (try #require(leaves.first), try #require(leaves.last))
        func range(_ page: Int) -> Range<Int> { (page - 1) * Self.pageSize..<page * Self.pageSize }
        var copy = Array(sound[range(last)])
        let parameter = Array("{id:int}".utf8)
        let places = copy.indices.dropLast(8).filter { Array(copy[$0..<$0 + 8]) == parameter }
        try #require(places.count > 2)
        // Each row has its pattern twice, as it is matched and as it was written; they have to agree.
        for place in stride(from: 0, to: places.count, by: 2) {
            copy[places[place] + 1] = UInt8(ascii: "I")
        }
        var bytes = sound
        bytes.replaceSubrange(range(first), with: copy)
        let (store, report) = try recovered(bytes)
        let text = String(decoding: sound[range(last)], as: UTF8.self)
        let wanted = try fixture.store.snapshot().routes.filter {
            text.contains("\($0.patternText)")
        }
        let kept = Set(try store.snapshot().routes.map(\.patternText))
        #expect(wanted.count > 2 && wanted.allSatisfy { kept.contains($0.patternText) })
        #expect(!report.losses.contains { "\($0)".contains("breaks a rule") })
    }

    @Test("a file without a row of ours is refused, and an existing file is not overwritten")
    func refused() throws {
        let (empty, new) = (fixture.directory.path("zeros"), fixture.directory.path("new.db"))
        try Data(count: 50_000).write(to: URL(fileURLWithPath: empty))
        func refusal(_ path: String, _ new: String) throws -> RouteDBError.Code? {
            try code { try RegistryRecovery.recover(path, to: new, commit: .test()) }
        }
        let (ofZeros, onto) = (try refusal(empty, new), try refusal(fixture.path, empty))
        #expect(ofZeros == .corrupt && onto == .fileExists)
        let ofNone = try refusal(fixture.directory.path("none"), new)
        #expect(ofNone == .databaseMissing)
        #expect(!FileManager.default.fileExists(atPath: new))
    }
}
