import RouteDBDatabase
import RouteDBRouting
import RouteDBStorage
import RouteDBTestSupport
import Testing

struct SnapshotTests {
    let fixture: RegistryFixture

    init() throws {
        fixture = try RegistryFixture()
    }

    @Test("every past revision is read as it was made")
    func past() throws {
        let store = fixture.store
        var snapshots = [try store.snapshot()]
        let edits: [(RegistryEditor) throws -> Void] = [
            { try $0.add(RouteDraft(pattern: "/a", target: "a", name: "a", defaults: ["x": 1])) },
            { try $0.addNamespace(NamespaceDraft(name: "n", schemes: ["s"], hosts: ["h", "i"])) },
            { try $0.add(RouteDraft(pattern: "/b", target: "b", group: "g", namespace: "n")) },
            { try $0.setDefault("k", to: "v", in: .group(namespace: "n", group: "g")) },
            { try $0.rename("a", to: "z") },
            { editor in try editor.updateNamespace("n") { $0.hosts = ["i"] } },
            { try $0.setDefault("x", to: 2, in: .route("z")) },
            { try $0.remove("z") },
            { try $0.add(RouteDraft(pattern: "/a", target: "a", name: "a")) },
            { try $0.removeNamespace("n", removingRoutes: true) },
        ]
        for edit in edits {
            try fixture.edit(edit)
            snapshots.append(try store.snapshot())
        }
        for snapshot in snapshots {
            #expect(try store.snapshot(at: snapshot.revision) == snapshot)
        }
        #expect(snapshots.map(\.revision) == Array(1...11))
        #expect(try store.check().isEmpty)
    }

    @Test("revision 0 is the empty registry, and revisions out of range do not exist")
    func bounds() throws {
        let empty = try fixture.store.snapshot(at: 0)
        #expect(empty == RegistrySnapshot(revision: 0, namespaces: [], routes: []))
        for number in [-1, 2, Int64.max] {
            #expect(try code { try fixture.store.snapshot(at: number) } == .revisionNotFound)
        }
    }

    @Test("revisions are listed newest first, in pages")
    func revisions() throws {
        for number in 0..<5 {
            try fixture.add(RouteDraft(pattern: "/\(number)", target: "t"))
        }
        func numbers(below bound: Int64? = nil, limit: Int = .max) throws -> [Int64] {
            try fixture.store.revisions(below: bound, limit: limit).map(\.number)
        }
        #expect(try numbers() == [6, 5, 4, 3, 2, 1])
        #expect(try numbers(limit: 2) == [6, 5])
        #expect(try numbers(below: 5, limit: 2) == [4, 3])
        #expect(try numbers(below: 1).isEmpty)
        #expect(try numbers(limit: 0) == numbers(limit: .max))
        #expect(try numbers(limit: -3) == numbers(limit: .max))
    }
}
