import RouteDBDatabase
import RouteDBRouting
import RouteDBStorage
import RouteDBTestSupport
import Testing

@Suite("Stored cases")
struct CaseStorageTests {
    let fixture: RegistryFixture

    init() throws { fixture = try RegistryFixture() }

    private func content(
        _ url: String, _ outcome: Resolution.Outcome = .matched, name: String? = nil
    ) -> RouteTestCase {
        RouteTestCase(
            ResolutionRequest(url), expecting: RouteExpectation(outcome: outcome), name: name)
    }

    @discardableResult
    private func add(
        _ content: RouteTestCase, replacing: Bool = false
    ) throws -> EditOutcome<CaseID> {
        try fixture.edit { try $0.addCase(content, replacing: replacing) }
    }

    private func cases(at revision: Int64? = nil) throws -> [RouteTestCase] {
        try fixture.store.snapshot(at: revision).cases.map(\.content)
    }

    @Test("a case is read as stored, and storing it again makes no revision")
    func roundTrip() throws {
        var whole = content("x://é\u{0}?a=%FF", .denied, name: "e\u{301}")
        whole.request.principal = RequestPrincipal("p", roles: ["r"], claims: ["c": .double(1)])
        whole.request.time = -1
        whole.expected.values = ["k": [1, nil]]
        #expect(try add(whole) == .added(CaseID(rawValue: 1)))
        #expect(try cases() == [whole])
        let revision = try fixture.store.latestRevision()
        #expect(try add(whole) == .unchanged(CaseID(rawValue: 1)))
        #expect(try fixture.store.latestRevision() == revision)
        #expect(try fixture.store.check().isEmpty)
    }

    @Test("without a name, a case is identified by its contents")
    func unnamed() throws {
        #expect(try add(content("a")) == .added(CaseID(rawValue: 1)))
        #expect(try add(content("a", .invalid)) == .added(CaseID(rawValue: 2)))
        #expect(try add(content("a")) == .unchanged(CaseID(rawValue: 1)))
    }

    @Test("names are unique, and a replaced case keeps its id")
    func named() throws {
        try add(content("a", name: "n"))
        #expect(try code { try add(content("b", name: "n")) } == .caseConflict)
        #expect(try add(content("b", name: "n"), replacing: true) == .replaced(CaseID(rawValue: 1)))
        #expect(try add(content("b", name: "é")) == .added(CaseID(rawValue: 2)))
        #expect(try add(content("b", name: "e\u{301}")) == .added(CaseID(rawValue: 3)))
        #expect(try cases().map(\.name) == ["n", "é", "e\u{301}"])
    }

    @Test(
        "cases that cannot be written or named are refused",
        arguments: [
            RouteTestCase(ResolutionRequest("a"), expecting: RouteExpectation()),
            RouteTestCase(
                ResolutionRequest(utf8: [0xFF]), expecting: RouteExpectation(outcome: .invalid)),
        ])
    func unwritable(content: RouteTestCase) throws {
        #expect(try code { try add(content) } == .invalidCase)
    }

    @Test("a name cannot begin like a number", arguments: ["#1", "", " a", "a\n"])
    func names(name: String) throws {
        #expect(try code { try add(content("a", name: name)) } == .invalidValue)
    }

    @Test("a removed case is reported, and restored by a rollback")
    func removal() throws {
        try add(content("a"))
        let revision = try fixture.store.latestRevision()
        try fixture.edit { try $0.removeCase(CaseID(rawValue: 1)) }
        #expect(try cases().isEmpty)
        #expect(try cases(at: revision).count == 1)
        #expect(
            try complaint { try fixture.edit { try $0.removeCase(CaseID(rawValue: 1)) } }
                .contains("Revision 3 removed it."))
        try fixture.edit { try $0.rollBack(to: .number(revision)) }
        #expect(try fixture.store.snapshot().cases.map(\.id) == [CaseID(rawValue: 1)])
        #expect(try add(content("b")) == .added(CaseID(rawValue: 2)))
        #expect(try fixture.store.check().isEmpty)
    }

    @Test("a case goes by its name or its number, and one that is missing has one message")
    func referring() throws {
        try add(content("a", name: "2"))
        try add(content("b", name: "other"))
        let known = try fixture.store.snapshot().cases
        for (text, id) in [("2", 1), ("#2", 2), ("1", 1), ("other", 2)] as [(String, Int64)] {
            #expect(try known.referred(by: text).id.rawValue == id, "\(text)")
        }
        for (text, message) in [
            ("#7", "No case has the id #7."), ("othr", "No case is named 'othr'."),
        ] {
            #expect(try complaint { try known.referred(by: text) }.contains(message))
            #expect(
                try complaint { try fixture.edit { try $0.removeCase(text) } }.contains(message))
        }
        #expect(try complaint { try known.referred(by: "othr") }.contains("Did you mean 'other'?"))
        #expect(try fixture.edit { try $0.removeCase("other") }.id.rawValue == 2)
    }

    @Test("the digests include cases, and the check finds invalid ones")
    func damage() throws {
        try add(content("a"))
        try fixture.damage("UPDATE test_case SET expected = '{\"outcome\":\"invalid\"}'")
        #expect(try fixture.store.check().map(\.rule) == [.digests])
        try fixture.damage("UPDATE test_case SET expected = '{}'")
        #expect(try fixture.store.check().contains { $0.rule == .cases })
        #expect(try code { try fixture.store.snapshot() } == .corrupt)
        #expect(try fixture.store.snapshot(withCases: false).cases.isEmpty)
    }

    @Test("a revision of cases alone changes no table")
    func changes() throws {
        let revision = try fixture.store.latestRevision()
        try add(content("a"))
        let changes = try #require(try fixture.store.changes(since: revision))
        #expect(!changes.needsFullReload && changes.upserted.isEmpty && changes.removed.isEmpty)
        #expect(changes.revision == revision + 1)
    }
}
