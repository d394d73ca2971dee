import RouteDBDatabase
import RouteDBRouting
import RouteDBSQLite
package import RouteDBStorage

/// What SQLite does for a question or an edit, whatever the machine.
package struct SQLiteCost: Hashable, Sendable {
    /// The steps of its virtual machine.
    package let steps: Int
    /// The pages that it reads from the file.
    package let pages: Int

    /// Counts what a closure makes a new store of a registry do.
    package static func counted(
        of path: String, _ body: (RegistryStore) throws -> Void
    ) throws -> SQLiteCost {
        let store = try RegistryStore.open(path: path, mode: .writing(timeMicroseconds: 1))
        let connection = store.database.connection
        let (steps, pages) = (connection.steps, connection.pagesRead)
        try body(store)
        return SQLiteCost(
            steps: connection.steps - steps, pages: connection.pagesRead - pages)
    }

    /// Whether this is hardly more than the cost in a registry with a twentieth of the routes: the trees of
    /// larger tables are a level higher.
    package func isLike(_ other: SQLiteCost) -> Bool {
        steps > 0 && steps <= other.steps + 150 && pages <= other.pages + 80
    }
}

/// A registry of many short links and a few items of the other kinds.
package struct LargeRegistry {
    package let directory: TemporaryDirectory
    package let path: String

    /// Creates a registry of a number of routes `//s.example/p1`, `//s.example/p2`…, with the names `r1`,
    /// `r2`…, and of five more in a namespace of their own.
    package init(routes count: Int) throws {
        directory = try TemporaryDirectory()
        path = directory.path("routes.db")
        let store = try RegistryStore.open(path: path, mode: .creating(.test("init")))
        _ = try store.write(.test("links")) { editor in
            for number in 1...count {
                var draft = RouteDraft(
                    pattern: "//s.example/p\(number)", target: "link", name: "r\(number)",
                    redirect: RouteRedirect(to: "https://e.example/\(number)"))
                draft.labels = ["tags": "t\(number % 50)"]
                if number % 3 == 0 { draft.defaults = ["k": .int(Int64(number))] }
                try editor.add(draft)
            }
        }
        _ = try store.write(.test("others")) { editor in
            try editor.addNamespace(NamespaceDraft(name: "api", hosts: ["api.example"]))
            try editor.setConverter("region", rule: .allow(["kr", "jp"]), in: "api")
            for noun in ["user", "cart", "shop", "page", "item"] {
                try editor.add(
                    RouteDraft(
                        pattern: "/\(noun)/{id:int}", target: noun, name: noun, group: "nouns",
                        namespace: "api"))
            }
            try editor.addRule(RuleDraft(.deny, in: .route("user"), for: .anonymous))
            try editor.addRule(RuleDraft(.deny, in: .namespace("api"), for: .role("x")))
            try editor.addCase(
                RouteTestCase(
                    ResolutionRequest("//api.example/user/1"),
                    expecting: RouteExpectation(outcome: .denied), name: "user"))
            try editor.addSuppression(SuppressionDraft(.ambiguous, route: "user", reason: "r"))
        }
    }
}
