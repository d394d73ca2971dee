import Foundation
import RouteDBDatabase
import RouteDBRouting
import RouteDBStorage
import RouteDBTestSupport
import Testing

struct CheckTests {
    let fixture: RegistryFixture

    init() throws {
        fixture = try RegistryFixture()
        try fixture.edit { editor in
            try editor.addNamespace(NamespaceDraft(name: "n", schemes: ["s"], fallback: "default"))
            try editor.add(RouteDraft(pattern: "/a", target: "a", name: "a", defaults: ["k": 1]))
            try editor.add(RouteDraft(pattern: "/b", target: "b", namespace: "n"))
        }
        try fixture.edit { editor in
            try editor.setDefault("k", to: 2, in: .namespace("n"))
            try editor.setConverter("c", rule: .allow(["x"]), in: "n")
            try editor.rename("a", to: "aa")
        }
        _ = try fixture.store.tags.set(
            "t", to: .number(2), .test(), isMoving: false, dryRun: false)
    }

    @Test("a sound registry has no findings")
    func sound() throws {
        #expect(try fixture.store.check().isEmpty)
    }

    @Test(
        "planted damage is found",
        arguments: [
            ("UPDATE route SET ended_by = made_by WHERE id = 2", RegistryFinding.Rule.versions),
            ("UPDATE route SET ended_by = 99 WHERE id = 2", .foreignKeys),
            ("UPDATE route SET made_by = 2 WHERE id = 1 AND ended_by IS NULL", .versions),
            ("UPDATE route SET namespace = 9 WHERE id = 2", .liveRows),
            ("UPDATE route SET pattern = '/{' WHERE id = 2", .patterns),
            ("UPDATE route SET pattern = '/:x' WHERE id = 2", .patterns),
            ("UPDATE route SET written = '/other' WHERE id = 2", .patterns),
            ("UPDATE route SET syntax = 'other' WHERE id = 2", .patterns),
            ("UPDATE route SET syntax = '' WHERE id = 1", .patterns),
            ("UPDATE route SET syntax = '', pattern = '', written = '' WHERE id = 2", .patterns),
            ("UPDATE route SET requirements = '{\"k\":\"integer\"}' WHERE id = 2", .requirements),
            ("UPDATE route SET requirements = '[1]' WHERE id = 2", .requirements),
            ("UPDATE route SET presentation = '{\"verb\":\"pop\"}' WHERE id = 2", .presentations),
            ("UPDATE route SET presentation = '{' WHERE id = 2", .presentations),
            ("UPDATE route SET presentation = '' WHERE id = 2", .integrity),
            ("UPDATE namespace SET refusal = 'maybe' WHERE id = 2", .policies),
            ("UPDATE namespace SET marks = '{{{' WHERE id = 2", .policies),
            ("UPDATE converter SET rule = 'other'", .converters),
            ("UPDATE converter SET argument = '{'", .converters),
            ("UPDATE converter SET argument = '[1]'", .converters),
            ("UPDATE converter SET argument = NULL", .converters),
            ("UPDATE converter SET rule = 'affix', argument = '{\"prefix\":1}'", .converters),
            ("UPDATE converter SET namespace = 9", .liveRows),
            ("UPDATE converter SET ended_by = made_by", .versions),
            ("UPDATE route SET kind = '' WHERE id = 2", .integrity),
            ("UPDATE route SET is_enabled = 7 WHERE id = 2", .integrity),
            ("DELETE FROM route WHERE id = 1", .liveRows),
            ("UPDATE default_value SET value = '{' WHERE route = 1", .defaults),
            ("UPDATE default_value SET namespace = 9 WHERE namespace = 2", .liveRows),
            ("UPDATE namespace SET ended_by = 3 WHERE id = 1", .liveRows),
            ("UPDATE namespace SET fallback = 9 WHERE id = 2", .fallbacks),
            ("UPDATE namespace SET fallback = 2 WHERE id = 1", .fallbacks),
            ("UPDATE namespace SET profile = 'odd' WHERE id = 2", .policies),
            ("UPDATE namespace SET plus = 'odd' WHERE id = 2", .policies),
            ("UPDATE namespace_binding SET namespace = 1", .liveRows),
            ("UPDATE namespace_binding SET namespace = 9", .liveRows),
            ("UPDATE tag SET revision = 9", .foreignKeys),
            ("UPDATE revision SET digest = 'x' WHERE number = 2", .integrity),
            ("UPDATE revision SET author = 'x' WHERE number = 2", .digests),
            ("DELETE FROM revision WHERE number = 2", .revisions),
            ("UPDATE revision SET number = 9 WHERE number = 3", .revisions),
            ("UPDATE route SET name = 'a' || char(7) WHERE id = 1", .texts),
            ("UPDATE revision SET author = char(7) WHERE number = 2", .texts),
            ("UPDATE tag SET created_at = 9223372036854775807", .texts),
            ("UPDATE migration SET checksum = '0000000000000000'", .migrations),
            ("DROP TABLE migration", .migrations),
        ])
    func planted(sql: String, rule: RegistryFinding.Rule) throws {
        try fixture.damage(sql)
        let findings = try fixture.store.check()
        #expect(findings.contains { $0.rule == rule }, "\(findings)")
    }

    @Test("a cycle of fallbacks is reported once, with its names")
    func cycle() throws {
        try fixture.damage("UPDATE namespace SET fallback = 2 WHERE id = 1")
        let findings = try fixture.store.check().filter { $0.rule == .fallbacks }
        #expect(findings.map(\.message).map { $0.contains("→") } == [true])
    }

    @Test(
        "a damaged requirement or presentation is an error that names the route",
        arguments: [
            "requirements = '[1]'", "requirements = '{\"k\":\"x\"}'", "presentation = '{'",
            "presentation = '{\"wrap\":1}'",
        ])
    func snapshotOfDamagedExtras(change: String) throws {
        try fixture.damage("UPDATE route SET \(change) WHERE id = 2")
        #expect(try code { try fixture.store.snapshot() } == .corrupt)
        #expect(try complaint { try fixture.store.snapshot() }.contains("#2"))
    }

    @Test("damage to one row does not hide errors in others")
    func snapshotOfDamage() throws {
        try fixture.damage("UPDATE route SET pattern = '/{' WHERE id = 2")
        #expect(try code { try fixture.store.snapshot() } == .corrupt)
        #expect(try complaint { try fixture.store.snapshot() }.contains("#2"))
        try fixture.damage("UPDATE namespace SET plus = 'odd' WHERE id = 2")
        #expect(try code { try fixture.store.snapshot() } == .corrupt)
    }

    @Test("overwritten pages give findings, never a crash", arguments: 1..<12)
    func overwrittenPage(page: Int) throws {
        let url = URL(fileURLWithPath: fixture.path)
        var data = try Data(contentsOf: url)
        let start = page * 4_096
        try #require(start + 4_096 <= data.count)
        for offset in start..<(start + 4_096) {
            data[offset] = UInt8(truncatingIfNeeded: offset &* 7)
        }
        let copy = fixture.directory.path("damaged.db")
        try data.write(to: URL(fileURLWithPath: copy))
        do {
            let store = try RegistryStore.open(path: copy, mode: .reading)
            #expect(try !store.check().isEmpty)
            _ = try code { try store.snapshot() }
        } catch let error as RouteDBError {
            #expect([.corrupt, .schemaMismatch, .storageFailure].contains(error.code))
        }
    }
}
