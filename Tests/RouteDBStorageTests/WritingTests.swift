import Foundation
import RouteDBDatabase
import RouteDBRouting
import RouteDBSQLite
import RouteDBStorage
import RouteDBTestSupport
import Testing

struct WritingTests {
    let fixture: RegistryFixture

    init() throws {
        fixture = try RegistryFixture()
    }

    private struct Stop: Error {}

    private static func draft(_ number: Int) -> RouteDraft {
        RouteDraft(pattern: "/route/\(number)/{id:int}", target: "t\(number)", name: "n\(number)")
    }

    @Test("a write makes one revision, however many edits it has, and returns it")
    func oneRevision() throws {
        let commit = CommitInfo(author: "ann", message: "two routes", source: "cli", time: -5)
        let written = try fixture.store.write(commit) { editor in
            [try editor.add(Self.draft(1)).item, try editor.add(Self.draft(2)).item]
        }
        #expect(written.revision == 2)
        #expect(written.result.map(\.rawValue) == [1, 2])
        let revision = try #require(try fixture.store.revisions(limit: 1).first)
        #expect(revision.number == 2 && revision.time == -5)
        #expect(revision.author == "ann" && revision.message == "two routes")
        #expect(revision.source == "cli")
    }

    @Test("a write without changes makes no revision and leaves the file unchanged")
    func noRevision() throws {
        try fixture.add(Self.draft(1))
        let before = try Data(contentsOf: URL(fileURLWithPath: fixture.path))
        let written = try fixture.store.write(.test()) { try $0.add(Self.draft(1)) }
        #expect(written.revision == nil)
        #expect(try fixture.store.latestRevision() == 2)
        #expect(try Data(contentsOf: URL(fileURLWithPath: fixture.path)) == before)
    }

    @Test("an error of the closure rolls everything back and is rethrown")
    func rollback() throws {
        #expect(throws: Stop.self) {
            try fixture.edit { editor in
                try editor.add(Self.draft(1))
                try editor.addNamespace(NamespaceDraft(name: "x"))
                throw Stop()
            }
        }
        #expect(try fixture.store.snapshot().revision == 1)
        #expect(try fixture.ids().isEmpty)
        try fixture.add(Self.draft(2))
        #expect(try fixture.ids() == [1])
    }

    @Test("after a refused edit, the closure can continue")
    func goOn() throws {
        let refused = try fixture.edit { editor in
            try editor.add(Self.draft(1))
            let codes = [
                try code { try editor.add(RouteDraft(pattern: "/{", target: "x")) },
                try code { try editor.add(RouteDraft(pattern: "/x", target: "x", name: "n1")) },
                try code { try editor.remove("nobody") },
            ]
            try editor.add(Self.draft(2))
            return codes
        }
        #expect(refused == [.invalidPattern, .routeConflict, .routeNotFound])
        #expect(try fixture.ids() == [1, 2])
        #expect(try fixture.store.check().isEmpty)
    }

    @Test("a dry run returns the result and changes nothing")
    func dryRun() throws {
        let tried = try fixture.store.write(.test(), dryRun: true) { try $0.add(Self.draft(1)) }
        #expect(tried.result == .added(RouteID(rawValue: 1)))
        #expect(tried.revision == 2)
        #expect(try fixture.store.snapshot().routes.isEmpty)
        #expect(try fixture.store.latestRevision() == 1)
        #expect(try fixture.reopened().latestRevision() == 1)
    }

    @Test("a revision by an author, with a message or at a time that none may have is refused")
    func commits() throws {
        let most = String(repeating: "x", count: 1_024)
        let allowed = [
            CommitInfo(author: most, time: 0),
            CommitInfo(author: "", message: "a\n\tb", time: 253_402_300_799_999_999),
            CommitInfo(author: "", message: String(repeating: "x", count: 1 << 20), time: 1),
        ]
        let refused = [
            CommitInfo(author: most + "x", time: 0),
            CommitInfo(author: "a\u{7}", time: 0),
            CommitInfo(author: "a\n", time: 0),
            CommitInfo(author: "", message: "\0", time: 0),
            CommitInfo(author: "", source: "\0", time: 0),
            CommitInfo(author: "", message: String(repeating: "x", count: 1 << 20 + 1), time: 1),
            CommitInfo(author: "", time: .distantFuture),
            CommitInfo(author: "", time: .distantPast),
        ]
        for (number, commit) in (allowed + refused).enumerated() {
            let edit = {
                try fixture.store.write(commit) { editor in
                    try editor.add(RouteDraft(pattern: "/\(number)", target: "t"))
                }.revision
            }
            if number < allowed.count {
                #expect(try edit() != nil)
            } else {
                let error = #expect(throws: RouteDBError.self) { try edit() }
                #expect(error?.code == .invalidValue)
            }
        }
        #expect(try fixture.store.check().isEmpty)
    }

    @Test("a write that expects another revision is refused")
    func expectedRevision() throws {
        try fixture.add(Self.draft(1))
        let stale = try code { try fixture.store.write(.test(expecting: 1)) { _ in } }
        #expect(stale == .revisionConflict)
        let text = try complaint { try fixture.store.write(.test(expecting: 1)) { _ in } }
        #expect(text.contains("at revision 2, not at 1: tester made revision 2 at 1970-01-01T00:"))
        let ahead = try complaint { try fixture.store.write(.test(expecting: 9)) { _ in } }
        #expect(ahead.contains("at revision 2, not at 9.") && ahead.contains("newest"))
        let written = try fixture.store.write(.test(expecting: 2)) { try $0.add(Self.draft(2)) }
        #expect(written.revision == 3)
    }

    @Test("an editor is unusable after its write")
    func closed() throws {
        let editor = try fixture.edit { $0 }
        #expect(try code { try editor.add(Self.draft(1)) } == .closed)
        #expect(try code { try editor.defaults(in: .namespace("default")) } == .closed)
        #expect(try fixture.ids().isEmpty)
    }

    @Test("of two writers, one waits or fails with busy")
    func twoWriters() throws {
        let other = try fixture.reopened(.writing(time: 0))
        try fixture.store.write(.test()) { editor in
            try editor.add(Self.draft(1))
            #expect(try code { try other.write(.test()) { try $0.add(Self.draft(2)) } } == .busy)
        }
        #expect(try other.write(.test()) { try $0.add(Self.draft(2)) }.revision == 3)
        #expect(try fixture.ids() == [1, 2])
    }

    @Test("two writers at once lose nothing")
    func concurrent() async throws {
        let path = fixture.path
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<2 {
                group.addTask {
                    let store = try RegistryStore.open(
                        path: path, mode: .writing(time: 0), busyTimeout: .seconds(60))
                    for number in 0..<10 {
                        _ = try store.write(.test()) {
                            try $0.add(Self.draft(writer * 10 + number))
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try fixture.store.latestRevision() == 21)
        #expect(try fixture.ids() == Array(1...20))
        #expect(try fixture.store.check().isEmpty)
    }

    @Test("a full disk rolls everything back, even if the closure continues")
    func full() throws {
        try fixture.add(Self.draft(0))
        let connection = fixture.store.database.connection
        let pages = try connection.pragma("page_count")
        try connection.setPragma("max_page_count", to: Int(pages) + 2)
        let failure = try code {
            try fixture.edit { editor in
                for number in 1...10_000 {
                    let failure = try code { try editor.add(Self.draft(number)) }
                    #expect(failure == nil || failure == .full)
                }
            }
        }
        #expect(failure == .full)
        #expect(try fixture.ids() == [1])
        #expect(try fixture.store.latestRevision() == 2)
        try connection.setPragma("max_page_count", to: 1_000_000)
        try fixture.add(Self.draft(1))
        #expect(try fixture.store.check().isEmpty)
    }

    @Test("a store opened for reading refuses to write")
    func readOnly() throws {
        let store = try fixture.reopened(.reading)
        #expect(try code { try store.write(.test()) { try $0.add(Self.draft(1)) } } == .readOnly)
    }

    @Test("the data version changes with another's commit only")
    func dataVersion() throws {
        let reader = try fixture.reopened()
        let before = try reader.dataVersion()
        #expect(try reader.dataVersion() == before)
        try fixture.add(Self.draft(1))
        #expect(try reader.dataVersion() != before)
    }

    @Test(
        "an exhausted number is damage and not a trap",
        arguments: [
            "UPDATE revision SET number = 9223372036854775807 WHERE number = 3",
            "UPDATE route SET id = 9223372036854775807",
            "UPDATE access_rule SET id = 9223372036854775807",
        ])
    func lastNumber(sql: String) throws {
        try fixture.add(Self.draft(1))
        try fixture.edit { try $0.addRule(RuleDraft(.deny, in: .namespace("default"))) }
        try fixture.damage(sql)
        let writing = try complaint {
            try fixture.reopened(.writing(time: 1)).write(.test()) { editor in
                try editor.add(Self.draft(2))
                try editor.addRule(RuleDraft(.deny, in: .namespace("default"), for: .anonymous))
            }
        }
        #expect(writing.contains("is damaged"))
        #expect(writing.contains("`routedb check`"))
        _ = try code {
            try fixture.reopened().snapshot()
                .adding(rules: [RuleDraft(.allow, in: .namespace("default"))])
        }
    }

    @Test("the last revision and the last ids are given, and then none")
    func numbersToTheLast() throws {
        try fixture.edit { editor in
            try editor.addNamespace(NamespaceDraft(name: "web"))
            try editor.add(Self.draft(1))
            try editor.addRule(RuleDraft(.deny, in: .namespace("default")))
            try editor.addSuppression(SuppressionDraft(.unbound, name: "a", reason: "r"))
        }
        for table in ["namespace", "route", "access_rule", "suppression"] {
            let condition = table == "namespace" ? " WHERE name = 'web'" : ""
            try fixture.damage("UPDATE \(table) SET id = 4611686018427387903\(condition)")
        }
        func add(_ number: Int, _ kind: Int) throws {
            try fixture.edit { editor in
                switch kind {
                case 0: try editor.addNamespace(NamespaceDraft(name: "n\(number)"))
                case 1: try editor.add(Self.draft(number))
                case 2:
                    try editor.addRule(
                        RuleDraft(.deny, in: .namespace("default"), for: .principal("\(number)")))
                default:
                    try editor.addSuppression(
                        SuppressionDraft(.unbound, name: "n\(number)", reason: "r"))
                }
            }
        }
        for kind in 0..<4 {
            try add(2, kind)
            #expect(try code { try add(3, kind) } == .corrupt)
        }
        #expect(try fixture.ids().max() == 1 << 62)
        // Two edits in one revision, of which the second finds no id.
        #expect(
            try code {
                try fixture.edit { editor in
                    try editor.remove("n2")
                    try editor.add(Self.draft(4))
                }
            } == .corrupt)

        let other = try RegistryFixture()
        try other.add(Self.draft(1))
        try other.damage(
            "UPDATE revision SET number = 4611686018427387903 WHERE number = 2;"
                + "UPDATE route SET made_by = 4611686018427387903")
        try other.add(Self.draft(2))
        #expect(try other.store.latestRevision() == 1 << 62)
        #expect(try code { try other.add(Self.draft(3)) } == .corrupt)
        #expect(try other.store.snapshot().routes.count == 2)
    }

    @Test("a backup is an independent registry and never overwrites a file")
    func backUp() throws {
        try fixture.add(Self.draft(1))
        let path = fixture.directory.path("copy.db")
        try fixture.store.backUp(to: path)
        let copy = try RegistryStore.open(path: path, mode: .reading)
        #expect(try copy.snapshot() == fixture.store.snapshot())
        #expect(try copy.check().isEmpty)
        #expect(try code { try fixture.store.backUp(to: path) } == .fileExists)
    }

    @Test("a failed backup leaves no file, and a missing directory is reported")
    func failedBackUp() throws {
        try fixture.add(Self.draft(1))
        let impatient = try fixture.reopened()
        let path = fixture.directory.path("copy.db")
        let holder = try Connection(path: fixture.path, mode: .readWrite)
        try holder.execute("BEGIN EXCLUSIVE")
        #expect(try code { try impatient.backUp(to: path) } == .busy)
        #expect(!FileManager.default.fileExists(atPath: path))
        try holder.execute("ROLLBACK")
        let nowhere = fixture.directory.path("no/copy.db")
        #expect(try code { try impatient.backUp(to: nowhere) } == .permissionDenied)
        try impatient.backUp(to: path)
    }
}
