import RouteDBDatabase
import RouteDBRouting
import RouteDBStorage
import RouteDBTestSupport
import Testing

/// The labels and notes of routes.
struct LabelTests {
    let fixture: RegistryFixture

    init() throws { fixture = try RegistryFixture() }

    private func draft(_ labels: [String: String] = [:], note: String? = nil) -> RouteDraft {
        RouteDraft(pattern: "/a", target: "t", name: "a", labels: labels, note: note)
    }

    @Test("labels and a note are read as given, at every revision")
    func stored() throws {
        let labels = ["owner": "growth", "tier": "1", "team/x.y-z_0": "é = ; \" \\"]
        try fixture.add(draft(labels, note: "Until March; ask Ada"))
        let route = try #require(try fixture.store.snapshot().routes.first)
        #expect(route.labels == labels && route.note == "Until March; ask Ada")
        #expect(try fixture.edit { try $0.draft(of: "a") }.labels == labels)
        #expect(try fixture.edit { try $0.replace("a", with: draft()) } == .replaced(route.id))
        #expect(try fixture.store.snapshot().routes.map(\.labels) == [[:]])
        #expect(try fixture.store.snapshot().routes.map(\.note) == [nil])
        #expect(try fixture.store.snapshot(at: 2).routes == [route])
        #expect(try fixture.store.check().isEmpty)
    }

    @Test("a route that differs only in them is different, and equal ones are unchanged")
    func difference() throws {
        let id = try fixture.add(draft(["a": "1", "b": "2"], note: "n"))[0]
        #expect(
            try fixture.edit { try $0.add(draft(["b": "2", "a": "1"], note: "n")) }
                == .unchanged(id))
        #expect(try code { try fixture.add(draft(["a": "1"], note: "n")) } == .routeConflict)
        #expect(
            try code { try fixture.add(draft(["a": "1", "b": "2"], note: "m")) } == .routeConflict)
    }

    @Test("a rollback restores them, and blame names the revisions that set and removed them")
    func history() throws {
        let id = try fixture.add(draft())[0]
        let plain = try fixture.store.blame(id).map(\.field)
        #expect(!plain.contains("labels") && !plain.contains("note"))
        try fixture.edit { try $0.replace("a", with: draft(["owner": "x"], note: "n")) }
        try fixture.edit { try $0.replace("a", with: draft([:], note: "n")) }
        let origins = try fixture.store.blame(id)
        let labels = try #require(origins.first { $0.field == "labels" })
        let note = try #require(origins.first { $0.field == "note" })
        #expect(labels.value == nil && labels.revision.number == 4)
        #expect(note.value == "n" && note.revision.number == 3)
        try fixture.edit { try $0.rollBack(to: .number(3)) }
        #expect(try fixture.store.snapshot().routes.first?.labels == ["owner": "x"])
        #expect(try fixture.store.check().isEmpty)
    }

    @Test(
        "keys and values that break a rule are refused",
        arguments: [
            ["": "x"], ["a b": "x"], [".a": "x"], ["ä": "x"], ["a=b": "x"], ["a;b": "x"],
            [String(repeating: "k", count: 64): "x"], ["a": ""], ["a": " x"], ["a": "x\n"],
            ["a": String(repeating: "v", count: 256)],
            Dictionary(uniqueKeysWithValues: (0..<33).map { ("k\($0)", "x") }),
        ])
    func refused(labels: [String: String]) throws {
        #expect(try code { try fixture.add(draft(labels)) } == .invalidValue)
    }

    @Test("what is just within the bounds is stored")
    func bounds() throws {
        var labels = Dictionary(uniqueKeysWithValues: (0..<31).map { ("k\($0)", "x") })
        labels[String(repeating: "k", count: 63)] = String(repeating: "v", count: 255)
        let note = String(repeating: "n", count: 1_024)
        try fixture.add(draft(labels, note: note))
        let route = try #require(try fixture.store.snapshot().routes.first)
        #expect(route.labels == labels && route.note == note)
    }

    @Test(
        "notes that break a rule are refused",
        arguments: ["", " x", "x ", "a\nb", "\u{7F}", String(repeating: "n", count: 1_025)])
    func refusedNotes(note: String) throws {
        #expect(try code { try fixture.add(draft(note: note)) } == .invalidValue)
    }

    @Test(
        "what somebody else wrote into the file is damage, and the check says where",
        arguments: [
            "labels = 'x'", "labels = '[]'", "labels = '{\"a\":1}'", "labels = '{\"a b\":\"x\"}'",
            "labels = '{\"a\":\"\"}'", "note = char(10)",
            "note = printf('%2000s', 'x')", "labels = printf('{\"a\":\"%.*c\"}', 300, 'x')",
        ])
    func hostile(change: String) throws {
        try fixture.add(draft(["a": "x"], note: "n"))
        try fixture.damage("UPDATE route SET \(change)")
        #expect(try code { try fixture.store.snapshot() } == .corrupt)
        let findings = try fixture.store.check()
        #expect(findings.contains { $0.rule == .labels && $0.message.hasPrefix("route #1, row 1") })
    }
}
