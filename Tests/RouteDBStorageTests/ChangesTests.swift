import RouteDBRouting
import RouteDBSQLite
import RouteDBTestSupport
import Testing

@testable import RouteDBStorage

struct ChangesTests {
    let fixture: RegistryFixture

    init() throws {
        fixture = try RegistryFixture()
        try fixture.add(
            RouteDraft(pattern: "/a", target: "a", defaults: ["k": 1]),
            RouteDraft(pattern: "/b", target: "b"), RouteDraft(pattern: "/c", target: "c"))
    }

    private func changes(since revision: Int64 = 4) throws -> RegistryChanges? {
        try fixture.store.changes(since: revision)
    }

    private func ids(_ numbers: Int64...) -> [RouteID] { numbers.map(RouteID.init(rawValue:)) }

    @Test("changed routes are found without a walk through all of them")
    func plan() throws {
        let connection = try Connection(path: fixture.path, mode: .readOnly)
        var plan = try connection.prepare("EXPLAIN QUERY PLAN \(RegistryStore.changedRoutes)")
        var indexes: [String] = []
        while try plan.step() {
            let line = plan.string(at: 3)
            #expect(!line.contains("SCAN"), "\(line)")
            if line.contains("SEARCH") { indexes.append(line) }
        }
        #expect(indexes.count == 4)
    }

    @Test("without new revisions there are no changes")
    func nothing() throws {
        #expect(try changes() == nil)
    }

    @Test("new, replaced and removed routes are distinguished")
    func routes() throws {
        try fixture.edit { try $0.remove("/b") }
        try fixture.edit { try $0.setEnabled("/a", false) }
        try fixture.edit { try $0.add(RouteDraft(pattern: "/d", target: "d")) }
        let changes = try #require(try changes())
        #expect(changes.revision == 7)
        #expect(!changes.needsFullReload)
        #expect(changes.removed == ids(2))
        #expect(changes.upserted.map(\.id) == ids(1, 4))
        #expect(changes.upserted.first?.isEnabled == false)
        #expect(changes.defaults == [RouteID(rawValue: 1): ["k": 1]])
    }

    @Test("a route added and removed in between is not reported")
    func transient() throws {
        try fixture.add(RouteDraft(pattern: "/d", target: "d", defaults: ["k": 1]))
        try fixture.edit { try $0.remove("/d") }
        let changes = try #require(try changes())
        #expect(changes.removed.isEmpty && changes.upserted.isEmpty && changes.defaults.isEmpty)
        #expect(changes.revision == 6)
    }

    @Test("a default value of a route counts as a change of the route")
    func defaults() throws {
        try fixture.edit { try $0.setDefault("k", to: 2, in: .route("/b")) }
        try fixture.edit { try $0.unsetDefault("k", in: .route("/a")) }
        let changes = try #require(try changes())
        #expect(!changes.needsFullReload)
        #expect(changes.upserted.map(\.id) == ids(1, 2))
        #expect(changes.defaults == [RouteID(rawValue: 2): ["k": 2]])
    }

    @Test("a change of a namespace or of its defaults needs a full reload")
    func fullReload() throws {
        let edits: [(RegistryEditor) throws -> Void] = [
            { try $0.addNamespace(NamespaceDraft(name: "n", schemes: ["s"])) },
            { editor in try editor.updateNamespace("n") { $0.schemes = ["t"] } },
            { try $0.setDefault("k", to: 1, in: .namespace("n")) },
            { try $0.unsetDefault("k", in: .namespace("n")) },
            { try $0.setDefault("k", to: 1, in: .group(namespace: "n", group: "g")) },
            { try $0.removeNamespace("n") },
        ]
        for edit in edits {
            let before = try fixture.store.latestRevision()
            try fixture.edit(edit)
            #expect(try changes(since: before)?.needsFullReload == true)
        }
        #expect(try changes(since: 0)?.needsFullReload == true)
        #expect(try changes(since: 99)?.needsFullReload == true)
    }

    @Test("a revision with another digest than the one that is known needs a full reload")
    func otherHistory() throws {
        let latest = try fixture.store.position()
        #expect(try fixture.store.changes(since: latest.revision, digest: latest.digest) == nil)
        let other = try #require(
            try fixture.store.changes(since: latest.revision, digest: "another"))
        #expect(other.needsFullReload)
        #expect(other.digest == latest.digest)
    }

    @Test("changes applied to an old snapshot give the new one", arguments: 0..<8)
    func equalsSnapshot(seed: Int) throws {
        var random = SplitMix(state: UInt64(seed))
        var known = try fixture.store.snapshot()
        for step in 0..<30 {
            try fixture.edit { editor in
                let number = Int.random(in: 0..<12, using: &random)
                let draft = RouteDraft(
                    pattern: "/p\(number)", target: "t\(step)", defaults: ["s": .int(Int64(step))])
                switch Int.random(in: 0..<4, using: &random) {
                case 0: _ = try code { try editor.remove(RouteReference("/p\(number)")) }
                case 1: try editor.add(draft, onDuplicate: .skip)
                default: try editor.add(draft, onDuplicate: .replace)
                }
            }
            guard Bool.random(using: &random) else { continue }
            if let changes = try changes(since: known.revision) {
                Self.apply(changes, to: &known)
            }
            #expect(try fixture.store.snapshot() == known, "seed \(seed), step \(step)")
        }
    }

    private static func apply(_ changes: RegistryChanges, to snapshot: inout RegistrySnapshot) {
        let gone = Set(changes.removed + changes.upserted.map(\.id))
        snapshot.revision = changes.revision
        snapshot.routes.removeAll { gone.contains($0.id) }
        for id in gone { snapshot.defaults[.route(id)] = nil }
        snapshot.routes += changes.upserted
        snapshot.routes.sort { $0.id < $1.id }
        for (id, values) in changes.defaults { snapshot.defaults[.route(id)] = values }
    }

    /// Steele, Lea and Flood's SplitMix64.
    private struct SplitMix: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }
}
