import RouteDBRouting
import Testing

@testable import RouteDBInsight

@Suite("Comparisons of two tables")
struct TableComparisonTests {
    /// A namespace `front` for the scheme `app`, which falls back to `default`.
    private static func snapshot(front: [String], back: [String]) throws -> RegistrySnapshot {
        let (first, second) = (NamespaceID(rawValue: 1), NamespaceID(rawValue: 2))
        var routes: [Route] = []
        // Ids do not depend on the routes of the other namespace.
        for (namespace, patterns) in [(first, back), (second, front)] {
            for (index, text) in patterns.enumerated() {
                routes.append(
                    Route(
                        id: RouteID(rawValue: namespace.rawValue * 100 + Int64(index)),
                        namespace: namespace, pattern: try RoutePattern(text), target: text))
            }
        }
        return RegistrySnapshot(
            revision: 1,
            namespaces: [
                RouteNamespace(id: first, name: RouteNamespace.defaultName),
                RouteNamespace(id: second, name: "front", schemes: ["app"], fallback: first),
            ],
            routes: routes)
    }

    private static func finding(
        of url: String, _ base: RegistrySnapshot, _ head: RegistrySnapshot
    ) -> TableComparison.Finding {
        var comparison = TableComparison(
            RoutingTable(base), RoutingTable(head), in: nil, within: nil,
            compare: { $0?.target == $1?.target ? .alike : .constant })
        return comparison.finding(of: Array(url.utf8).span.bytes)
    }

    private static func isAlike(
        _ url: String, _ base: RegistrySnapshot, _ head: RegistrySnapshot
    ) -> Bool {
        if case .alike = finding(of: url, base, head) { true } else { false }
    }

    @Test("a new route of a namespace takes URLs that its fallback matched, and no others")
    func newRoute() throws {
        let base = try Self.snapshot(front: ["/a"], back: ["/{any}", "/b/{any}"])
        let head = try Self.snapshot(front: ["/a", "/new"], back: ["/{any}", "/b/{any}"])
        for (old, new) in [(base, head), (head, base)] {
            #expect(!Self.isAlike("app:///new", old, new))
            #expect(Self.isAlike("app:///other", old, new))
            #expect(Self.isAlike("app:///b/c", old, new))
            #expect(Self.isAlike("app:///a", old, new))
            #expect(Self.isAlike("web:///new", old, new))
            #expect(Self.isAlike("web:///x/y/z", old, new))
        }
    }

    @Test("a new route of a fallback takes URLs that nothing matched")
    func newFallbackRoute() throws {
        let base = try Self.snapshot(front: ["/a"], back: ["/b"])
        let head = try Self.snapshot(front: ["/a"], back: ["/b", "/new"])
        for (old, new) in [(base, head), (head, base)] {
            #expect(!Self.isAlike("app:///new", old, new))
            #expect(!Self.isAlike("web:///new", old, new))
            #expect(Self.isAlike("app:///a", old, new))
            #expect(Self.isAlike("app:///c", old, new))
        }
    }
}
