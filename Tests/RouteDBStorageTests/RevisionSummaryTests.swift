import RouteDBDatabase
import RouteDBRouting
import RouteDBTestSupport
import Testing

@testable import RouteDBStorage

@Suite("Revisions in words")
struct RevisionSummaryTests {
    @Test("a revision is told by the numbers of what it added, changed and removed, by kind")
    func words() throws {
        let fixture = try RegistryFixture()
        var wanted = [""]
        func edit(_ summary: String, _ body: (RegistryEditor) throws -> Void) throws {
            try fixture.edit(body)
            wanted.append(summary)
        }
        try edit("route shop/a added") {
            try $0.add(RouteDraft(pattern: "/a", target: "a", name: "a", group: "shop"))
        }
        try edit("2 routes added") {
            try $0.add(RouteDraft(pattern: "/b", target: "b"))
            try $0.add(RouteDraft(pattern: "/c", target: "c"))
        }
        try edit("route /b changed") { try $0.setEnabled("#2", false) }
        try edit("1 route added, 2 routes changed, 1 route removed") {
            try $0.add(RouteDraft(pattern: "/d", target: "d"))
            try $0.setEnabled("#1", false)
            try $0.setEnabled("#2", true)
            try $0.remove("#3")
        }
        try edit("1 namespace added") {
            try $0.addNamespace(NamespaceDraft(name: "web", hosts: ["a.example"]))
        }
        try edit("1 namespace changed") {
            try $0.updateNamespace("web") { $0.hosts = ["b.example"] }
        }
        try edit("1 default value added, 1 access rule added") {
            try $0.setDefault("k", to: 1, in: .route("#1"))
            try $0.addRule(RuleDraft(.deny, in: .route("#1"), for: .anonymous))
        }
        try edit("1 default value changed") { try $0.setDefault("k", to: 2, in: .route("#1")) }
        try edit("1 route removed, 1 default value removed, 1 access rule removed") {
            try $0.remove("#1")
        }
        try edit("1 namespace removed") { try $0.removeNamespace("web") }
        let last = try fixture.store.latestRevision()
        let summaries = try fixture.store.summaries(of: 1...last)
        #expect(
            (1...last).map { summaries[$0]?.text ?? "" } == ["1 namespace added"]
                + wanted.dropFirst())
        for number in 1...last {
            let alone = try fixture.store.summaries(of: number...number)
            #expect(alone == summaries.filter { $0.key == number })
        }
        #expect(
            try fixture.store.revisions(of: RouteID(rawValue: 1)).map(\.number) == [10, 9, 8, 5, 2])
        #expect(try fixture.store.revisions(of: RouteID(rawValue: 99)).isEmpty)
    }
}
