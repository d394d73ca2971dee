import RouteDBDatabase
import RouteDBRouting
import RouteDBStorage
import RouteDBTestSupport
import Testing

@Suite("Tags, and references to revisions")
struct TagTests {
    let fixture: RegistryFixture
    private var store: RegistryStore { fixture.store }

    init() throws {
        fixture = try RegistryFixture()
        for (number, time) in [(2, 2_000_000), (3, 5_000_000), (4, 4_000_000)] as [(Int, Timestamp)]
        {
            let commit = CommitInfo(author: "ann", time: time)
            _ = try fixture.store.write(commit) { editor in
                try editor.add(RouteDraft(pattern: "/\(number)", target: "t"))
            }
        }
    }

    @discardableResult
    private func tag(
        _ name: String, _ text: String, isMoving: Bool = false, dryRun: Bool = false,
        expecting revision: Int64? = nil
    ) throws -> RevisionTag.Edit {
        try store.tags.set(
            name, to: RevisionReference(text), .test("why", expecting: revision),
            isMoving: isMoving, dryRun: dryRun)
    }

    private func number(_ text: String) throws -> Int64 {
        try store.number(of: RevisionReference(text))
    }

    @Test("a tag is set by number, time or another tag, and creates no revision")
    func adding() throws {
        #expect(try tag("one", "@1") == .added(1))
        #expect(try tag("first", "one") == .added(1))
        #expect(try tag("zulu/2.0", "1970-01-01T00:00:02Z") == .added(2))
        #expect(try store.tags.all().map(\.name) == ["first", "one", "zulu/2.0"])
        #expect(try store.tags.all().map(\.revision) == [1, 1, 2])
        #expect(try store.tags.all()[0].author == "tester" && store.tags.all()[0].message == "why")
        #expect(try store.latestRevision() == 4)
        #expect(try store.check().isEmpty)
    }

    @Test("a tag is moved only on request")
    func moving() throws {
        try tag("a", "1")
        #expect(try tag("a", "@1") == .unchanged(1))
        #expect(try code { try tag("a", "@2") } == .tagConflict)
        #expect(try tag("a", "@2", isMoving: true, dryRun: true) == .moved(2, from: 1))
        #expect(try number("a") == 1)
        #expect(try tag("a", "@2", isMoving: true) == .moved(2, from: 1))
        #expect(try number("@a") == 2)
    }

    @Test("a tag can be removed, and a missing one is named")
    func removing() throws {
        try tag("release", "1")
        #expect(try store.tags.remove("release", expecting: nil, dryRun: true) == 1)
        #expect(try store.tags.all().count == 1)
        let text = try complaint { try store.tags.remove("relaese", expecting: nil, dryRun: false) }
        #expect(text.contains("no tag 'relaese'") && text.contains("Did you mean 'release'?"))
        #expect(try store.tags.remove("release", expecting: nil, dryRun: false) == 1)
        #expect(try code { try number("release") } == .tagNotFound)
    }

    @Test("tags obey an expected revision")
    func expecting() throws {
        #expect(try code { try tag("a", "1", expecting: 3) } == .revisionConflict)
        #expect(try tag("a", "1", expecting: 4) == .added(1))
        #expect(
            try code { try store.tags.remove("a", expecting: 3, dryRun: false) }
                == .revisionConflict)
    }

    @Test(
        "a tag cannot look like a number, a time or a range, or contain odd characters",
        arguments: [
            "", "1", "12a", "@x", "-x", "a b", "é", "a\u{0}", "2026-01-31", "a:b",
            "a..b", "a..",
            String(repeating: "a", count: 256),
        ])
    func names(name: String) throws {
        #expect(try code { try tag(name, "1") } == .invalidValue)
    }

    @Test("a time selects the newest revision up to then, whatever the clock did")
    func times() throws {
        #expect(try number("1970-01-01T00:00:03Z") == 2)
        #expect(try number("1970-01-01T00:00:04Z") == 4)
        #expect(try number("1970-01-01T01:00:02+01:00") == 2)
        #expect(try number("2026-01-31") == 4)
        #expect(try number("1970-01-01") == 4 && number("1970-01-01T00:00Z") == 4)
        #expect(try number("1970-01-01T00:00:03.999999Z") == 2)
        #expect(try number("@1970-01-01T00:00:01.5Z") == 1)
        #expect(try code { try number("1969-12-31") } == .revisionNotFound)
        #expect(
            try complaint { try number("1969-12-31") }
                .contains("The first was created at 1970-01-01T00:00:01Z"))
    }

    @Test("a number without a revision is refused; 0 is the empty registry")
    func numbers() throws {
        #expect(try number("0") == 0 && number("@4") == 4 && number("@004") == 4)
        #expect(try complaint { try number("5") }.contains("The newest is 4"))
        #expect(try code { try store.revision(RevisionReference("@0")) } == .revisionNotFound)
    }

    @Test(
        "an invalid reference is refused with a hint",
        arguments: ["", "@", "@@1", "-1", "1.5", "2026-13-01", "99999999999999999999", "#1", "a b"])
    func nonsense(text: String) throws {
        #expect(try code { try RevisionReference(text) } == .invalidValue)
    }

    @Test("a printed reference parses to itself", arguments: ["@12", "v1", "2026-01-31"])
    func printing(text: String) throws {
        let reference = try RevisionReference(text)
        #expect(try RevisionReference(reference.description) == reference)
    }
}
