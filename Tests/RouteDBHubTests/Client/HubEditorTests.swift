#if Hub
import Foundation
import RouteDB
import RouteDBFollower
import RouteDBHub
import RouteDBStorage
import RouteDBTestSupport
import Testing

@Suite(
    "Editing a hub's registry in a program that goes on",
    .enabled(if: TestHub.server != nil, TestHub.skipped), .serialized)
struct HubEditorTests {
    private let directory: TemporaryDirectory
    private let test: TestHub
    private let client: HubClient
    private let editor: HubEditor

    /// A hub at revision 1.
    init() async throws {
        directory = try TemporaryDirectory()
        test = try TestHub()
        client = try await test.client()
        let source = try RegistryStore.open(
            path: directory.path("routes.db"), mode: .creating(.test("init")))
        _ = try await client.publish(source.path, isReplacing: false)
        editor = Self.editor(of: test.address, directory.path("edited.db"))
    }

    private static func editor(of address: HubAddress, _ path: String) -> HubEditor {
        var options = HubEditor.Options(address, name: "hub", workingCopy: path)
        options.busyTimeout = .milliseconds(100)
        return HubEditor(options)
    }

    @discardableResult
    private func add(
        _ name: String, to editor: HubEditor? = nil, expecting expected: Int64? = nil
    ) async throws -> Int64? {
        try await (editor ?? self.editor).edit { registry in
            try await registry.edit("Add \(name)", author: "ada", expecting: expected) { editor in
                try editor.add(RouteDraft(pattern: "/\(name)", target: name, name: name))
            }.revision
        }
    }

    private func names() async throws -> [String] {
        let path = directory.path("read.db")
        let follower = RegistryFollower(
            HubSource(test.address, node: nil), FollowOptions(path: path))
        let event = try await follower.step()
        #expect(event.error == nil)
        await follower.shutDown()
        let copy = try RegistryStore.open(path: path, mode: .reading)
        #expect(try copy.check() == [])
        return try copy.snapshot().routes.compactMap(\.name)
    }

    @Test("each edit is a revision of the hub, by its author, also of what others have published")
    func edits() async throws {
        #expect(try await add("a") == 2)
        let other = Self.editor(of: test.address, directory.path("other.db"))
        #expect(try await add("b", to: other) == 3)
        #expect(try await add("c", expecting: 3) == 4)
        #expect(try await client.position().revision == 4)
        let tag = try await editor.edit { try await $0.setTag("live", to: .live) }
        #expect(tag.revision == 4)
        #expect(try await names() == ["a", "b", "c"])
        await editor.close()
        await other.close()
        // Closing leaves nothing behind, and what comes later begins anew.
        #expect(!FileManager.default.fileExists(atPath: directory.path("edited.db")))
        #expect(try await add("d") == 5)
        await editor.close()
    }

    @Test("what an edit throws is thrown, and neither the hub nor the next edit has anything of it")
    func failures() async throws {
        try await add("a")
        let conflict = await #expect(throws: RouteDBError.self) {
            try await add("b", expecting: 1)
        }
        #expect(conflict?.code == .revisionConflict)
        #expect(conflict?.message.hasPrefix("The registry 'hub' is at revision 2") == true)
        let wrong = await #expect(throws: RouteDBError.self) {
            try await editor.edit { registry in
                try await registry.edit { try $0.add(RouteDraft(pattern: "/{", target: "x")) }
            }
        }
        #expect(wrong?.code == .invalidPattern)
        struct Refusal: Error {}
        await #expect(throws: Refusal.self) {
            try await editor.edit { registry in
                try await registry.edit { try $0.add(RouteDraft(pattern: "/x", target: "x")) }
                throw Refusal()
            }
        }
        #expect(try await client.position().revision == 2)
        #expect(try await add("b") == 3)
        #expect(try await names() == ["a", "b"])
        await editor.close()
    }

    @Test("another editor is waited for as long as a lock is, and then the edit is refused")
    func waits() async throws {
        let other = HubClient(test.address)
        try await other.beginEditing(waiting: .milliseconds(100))
        let error = await #expect(throws: RouteDBError.self) { try await add("a") }
        #expect(error?.code == .busy)
        await other.endEditing()
        #expect(try await add("a") == 2)
        // An edit that has failed lets others in.
        _ = try? await add("b", expecting: 1)
        try await other.beginEditing(waiting: .milliseconds(100))
        await other.close()
        await editor.close()
    }

    @Test("many edits at once are made one after the other")
    func many() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<10 { group.addTask { try await add("r\(index)") } }
            try await group.waitForAll()
        }
        #expect(try await client.position().revision == 11)
        #expect(try await names().sorted() == (0..<10).map { "r\($0)" })
        await editor.close()
    }

    @Test("connections that have ended since the last edit are made again")
    func restarts() async throws {
        try await add("a")
        try test.endConnections()
        #expect(try await add("b") == 3)
        #expect(try await client.position().revision == 3)
        await editor.close()
    }

    /// Ends the first connections that publish something before they commit.
    private func loseCommits(_ count: Int) throws {
        try test.run("CREATE SEQUENCE lost")
        try test.run(
            """
            CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                IF nextval('lost') <= \(count) THEN
                    PERFORM pg_terminate_backend(pg_backend_pid());
                END IF;
                RETURN NULL;
            END $$
            """)
        try test.run(
            """
            CREATE CONSTRAINT TRIGGER lose AFTER UPDATE ON routedb.registry_head
            DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION lose()
            """)
    }

    @Test("an edit whose connection is lost while it is saved is saved once")
    func lost() async throws {
        try loseCommits(1)
        #expect(try await add("a") == 2)
        #expect(try await client.position().revision == 2)
        #expect(try await add("b") == 3)
        #expect(try await names() == ["a", "b"])
        await editor.close()
    }

    @Test("if the connection is lost again, nobody knows, which is said; the next edit is right")
    func unknown() async throws {
        try loseCommits(2)
        let error = await #expect(throws: RouteDBError.self) { try await add("a") }
        #expect(error?.code == .interrupted)
        #expect(error?.hint?.hasPrefix("Look at the newest revisions") == true)
        #expect(try await add("b") == 2)
        #expect(try await names() == ["b"])
        await editor.close()
    }

    @Test("without a hub nothing is changed, and those who wait are told at once")
    func away() async throws {
        let nowhere = try HubAddress("host=\(directory.path) dbname=x user=y")
        let editor = Self.editor(of: nowhere, directory.path("nowhere.db"))
        await withTaskGroup(of: Void.self) { group in
            for index in 0..<4 {
                group.addTask {
                    let error = await #expect(throws: RouteDBError.self) {
                        try await add("r\(index)", to: editor)
                    }
                    #expect(error?.code == .sourceUnavailable)
                    #expect(error?.hint?.hasPrefix("Nothing was changed.") == true)
                }
            }
        }
        await editor.close()
    }
}
#endif
