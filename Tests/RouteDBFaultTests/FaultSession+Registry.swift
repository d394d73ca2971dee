import Foundation
import RouteDB
import RouteDBInsight
import RouteDBMigrations
import RouteDBStorage
import RouteDBTestSupport
import Testing

/// The sessions of a registry.
extension FaultSession {
    static let registries = [editing, converting, migrating, backingUp]

    static let editing = FaultSession(
        name: "edit",
        steps: [
            create,
            edit("add routes") { editor in
                for number in 0..<60 {
                    try editor.add(
                        RouteDraft(
                            pattern: "/page/\(number)/{id:int}", target: "page.\(number)",
                            name: "page-\(number)"))
                }
            },
            edit("change") { editor in
                try editor.setEnabled("page-7", false)
                try editor.remove("page-8")
            },
            edit("redirect") { editor in
                var draft = try editor.draft(of: "page-10")
                draft.redirect = RouteRedirect(to: "/page/11/{id}", status: 308)
                try editor.replace("page-10", with: draft)
                try editor.add(RouteDraft(pattern: "/old", target: "gone", redirect: .gone))
            },
            FaultStep("tag") { folder in
                try await open(folder) { try await $0.setTag("v1", to: .number(2)) }
            },
            FaultStep("import routes") { folder in
                let document = RegistryDocument(
                    routes: (0..<20).map {
                        RouteDraft(pattern: "/import/\($0)", target: "t", name: "import-\($0)")
                    })
                try await open(folder) {
                    _ = try await $0.add(document, DocumentEdit.Options(), isStopped: { false })
                }
            },
            FaultStep("apply") { folder in
                let document = RegistryDocument(
                    routes: [RouteDraft(pattern: "/new", target: "new", name: "page-9")])
                try await open(folder) { try await $0.apply(document) }
            },
            FaultStep("roll back") { folder in
                try await open(folder) { try await $0.rollBack(to: .number(2)) }
            },
        ], state: stateOfRegistry)

    static let converting = FaultSession(
        name: "convert",
        steps: [
            create,
            edit("add") { editor in
                try editor.addNamespace(NamespaceDraft(name: "old", profile: .jlroutes))
                for number in 0..<20 {
                    try editor.add(
                        RouteDraft(pattern: "/\(number)/:id(/x)", target: "t", namespace: "old"))
                }
            },
            FaultStep("convert") { folder in
                try await open(folder) { registry in
                    let snapshot = try await registry.snapshot()
                    let conversion = NamespaceConversion(
                        of: try snapshot.namespace(named: "old"), in: snapshot,
                        options: ConversionOptions(urlsPerRoute: 1))
                    try await registry.edit { try $0.apply(conversion) }
                }
            },
        ], state: stateOfRegistry, first: 2)

    static let migrating = FaultSession(
        name: "migrate",
        steps: [
            create,
            edit("add") { editor in
                for number in 0..<60 {
                    try editor.add(RouteDraft(pattern: "/\(number)", target: "t"))
                }
            },
            FaultStep("migrate") { _ = try openLater($0) },
        ],
        // Reading the state of a copy upgrades it, so what counts is that it opens.
        state: { folder in
            guard FileManager.default.fileExists(atPath: "\(folder)/routes.db") else {
                return "nothing"
            }
            let store = try openLater(folder)
            #expect(try store.check().isEmpty)
            let snapshot = try store.snapshot()
            return "\(snapshot.revision) \(snapshot.routes.map { "\($0.id) \($0.target)" })"
        }, first: 2)

    /// Opens the folder's registry as a later version might, with further tables and columns.
    private static func openLater(_ folder: String) throws -> RegistryStore {
        try RegistryStore.open(
            path: "\(folder)/routes.db", mode: .writing(time: 7), busyTimeout: .zero,
            scripts: MigrationScript.all.adding(
                "CREATE TABLE later (a); CREATE INDEX later_a ON later (a);",
                "ALTER TABLE route ADD COLUMN later TEXT;",
                "CREATE INDEX route_later ON route (later, target);"))
    }

    static let backingUp = FaultSession(
        name: "back up",
        steps: [
            create,
            edit("add") { editor in
                for number in 0..<60 {
                    try editor.add(RouteDraft(pattern: "/\(number)", target: "t"))
                }
            },
            FaultStep("back up") { folder in
                let copy = "\(folder)/copy"
                try FileManager.default.createDirectory(
                    atPath: copy, withIntermediateDirectories: true)
                // What a loss of power left is not overwritten without being asked.
                try? FileManager.default.removeItem(atPath: "\(copy)/routes.db")
                try await open(folder) { try await $0.backUp(to: "\(copy)/routes.db") }
            },
        ],
        state: { folder in
            let copy = try await stateOfRegistry("\(folder)/copy")
            return try await stateOfRegistry(folder) + "\ncopy: \(copy)"
        }, first: 2)

    private static let create = FaultStep("create") { folder in
        try await open(folder, .creating) { _ in }
    }

    private static func edit(
        _ name: String, _ body: @escaping @Sendable (RegistryEditor) throws -> Void
    ) -> FaultStep {
        FaultStep(name) { folder in
            try await open(folder) { try await $0.edit(name, body) }
        }
    }

    /// Opens the folder's registry, runs a closure, and closes it in any case.
    private static func open(
        _ folder: String, _ access: RegistryOptions.Access = .writing,
        _ body: (RouteRegistry) async throws -> Void
    ) async throws {
        var options = RegistryOptions.testing(access)
        options.busyTimeout = .zero
        let registry = try await RouteRegistry.open("\(folder)/routes.db", options: options)
        do {
            try await body(registry)
        } catch {
            await registry.close()
            throw error
        }
        await registry.close()
    }

    /// Everything that the folder's registry has, after its check.
    @Sendable private static func stateOfRegistry(_ folder: String) async throws -> String {
        let path = "\(folder)/routes.db"
        let bytes = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
        guard let bytes, bytes > 0 else { return "nothing" }
        var text = ""
        do {
            try await open(folder) { registry in
                #expect(try await registry.check() == [])
                text = String(decoding: try await registry.export(), as: UTF8.self)
                for revision in try await registry.revisions() {
                    text += "\n\(revision.number) \(revision.message)"
                }
                for tag in try await registry.tags { text += "\n\(tag.name) \(tag.revision)" }
            }
        } catch let error as RouteDBError where error.code == .notARegistry {
            // The very first write was cut off and undone: the file has no content.
            return "nothing"
        }
        return text
    }
}
