import RouteDBTestSupport
import Testing

@testable import RouteDBRouting

@Suite("Namespaces that match alike in two tables")
struct AlikeNamespaceTests {
    private static let other = NamespaceID(rawValue: 2)

    /// A registry with two namespaces; the patterns without a host are in the second.
    private static func snapshot(
        _ patterns: [String], _ change: (inout RegistrySnapshot) -> Void = { _ in }
    ) throws -> RegistrySnapshot {
        let first = NamespaceID(rawValue: 1)
        var snapshot = RegistrySnapshot(
            revision: 1,
            namespaces: [
                RouteNamespace(id: first, name: RouteNamespace.defaultName),
                RouteNamespace(id: other, name: "other", schemes: ["x"], fallback: first),
            ],
            routes: try patterns.enumerated().map { index, text in
                Route(
                    id: RouteID(rawValue: Int64(index + 1)),
                    namespace: text.hasPrefix("/") ? other : first,
                    pattern: try RoutePattern(text), target: "t\(index)")
            })
        change(&snapshot)
        return snapshot
    }

    private static let patterns = [
        "app://one.example/a/{id}", "app://two.example/a/{id}", "/b/{kind:enum(caf\u{E9},tea)}",
        "/b/{id}?q={q}", "/b/x-{n:int}", "/c(/d)",
    ]

    private static func alike(
        _ patterns: [String], _ change: (inout RegistrySnapshot) -> Void = { _ in }
    ) throws -> [Bool]? {
        let base = RoutingTable(try snapshot(Self.patterns))
        return base.namespacesMatching(alike: RoutingTable(try snapshot(patterns, change)))
    }

    @Test("targets, names and notes do not matter")
    func unchanged() throws {
        let alike = try Self.alike(Self.patterns) { snapshot in
            for index in snapshot.routes.indices {
                snapshot.routes[index].target = "another"
                snapshot.routes[index].name = "name \(index)"
                snapshot.routes[index].note = "a note"
            }
        }
        #expect(alike == [true, true])
    }

    @Test(
        "any other pattern matters in its namespace",
        arguments: [
            (0, "app://one.example/a/{id:int}", [false, true]),
            (0, "app://three.example/a/{id}", [false, true]),
            (0, "web://one.example/a/{id}", [false, true]),
            (0, "app://one.example:80/a/{id}", [false, true]),
            (2, "/b/{kind:enum(cafe\u{301},tea)}", [true, false]),
            (3, "/b/{id}?r={q}", [true, false]), (3, "/b/{id}?q", [true, false]),
            (4, "/b/x-{n:hex}", [true, false]), (4, "/b/y-{n:int}", [true, false]),
            (5, "/c/d", [true, false]),
        ])
    func patterns(index: Int, pattern: String, alike: [Bool]) throws {
        var patterns = Self.patterns
        patterns[index] = pattern
        #expect(try Self.alike(patterns) == alike)
    }

    @Test("two hosts that change places matter, though their routes compile alike")
    func hosts() throws {
        var patterns = Self.patterns
        patterns.swapAt(0, 1)
        #expect(try Self.alike(patterns) == [false, true])
    }

    @Test("priorities, policies, fallbacks and disabled routes matter")
    func others() throws {
        let patterns = Self.patterns
        #expect(try Self.alike(patterns) { $0.routes[3].priority = 1 } == [true, false])
        #expect(try Self.alike(patterns) { $0.routes[1].isEnabled = false } == [false, true])
        #expect(try Self.alike(patterns) { $0.namespaces[1].fallback = nil } == [true, false])
        let strict = try Self.alike(patterns) {
            $0.namespaces[0].overrides[.trailingSlash] = "strict"
        }
        #expect(strict == [false, true])
    }

    @Test("tables that choose namespaces differently are not compared")
    func bindings() throws {
        #expect(try Self.alike(Self.patterns) { $0.namespaces[1].schemes = ["y"] } == nil)
        #expect(try Self.alike(Self.patterns) { $0.namespaces[1].hosts = ["y"] } == nil)
        #expect(try Self.alike(Self.patterns) { $0.namespaces.removeLast() } == nil)
    }
}
