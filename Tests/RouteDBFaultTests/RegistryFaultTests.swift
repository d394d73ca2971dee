import Foundation
import RouteDB
import RouteDBInsight
import RouteDBMigrations
import RouteDBStorage
import RouteDBTestSupport
import Testing

/// A registry whose disk fails at every call of every step.
@Suite("Faults under a registry")
struct RegistryFaultTests {
    /// Opens the folder's registry, runs a closure, and closes it in any case.
    private static func open(
        _ folder: String, _ access: RegistryOptions.Access = .writing,
        _ body: (RouteRegistry) async throws -> Void
    ) async throws {
        var options = RegistryOptions.testing(access)
        options.busyTimeoutMilliseconds = 0
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
    private static func state(_ folder: String) async throws -> String {
        let path = "\(folder)/routes.db"
        let bytes = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
        guard let bytes, bytes > 0 else { return "nothing" }
        var text = ""
        do {
            try await open(folder) { registry in
                #expect(try await registry.check().isEmpty)
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

    @Test("whatever fails while a registry is made and edited, nothing is lost or halved")
    func editing() async throws {
        let session = FaultSession(
            steps: [
                Self.create,
                Self.edit("add routes") { editor in
                    for number in 0..<60 {
                        try editor.add(
                            RouteDraft(
                                pattern: "/page/\(number)/{id:int}", target: "page.\(number)",
                                name: "page-\(number)"))
                    }
                },
                Self.edit("change") { editor in
                    try editor.setEnabled("page-7", false)
                    try editor.remove("page-8")
                },
                FaultStep("tag") { folder in
                    try await Self.open(folder) { try await $0.setTag("v1", to: .number(2)) }
                },
                FaultStep("apply") { folder in
                    let document = RegistryDocument(
                        routes: [RouteDraft(pattern: "/new", target: "new", name: "page-9")])
                    try await Self.open(folder) { try await $0.apply(document) }
                },
                FaultStep("roll back") { folder in
                    try await Self.open(folder) { try await $0.rollBack(to: .number(2)) }
                },
            ], state: Self.state)
        #expect(try await session.tryAll() > 40)
    }

    @Test("whatever fails while a namespace is converted, it is converted or not")
    func converting() async throws {
        let session = FaultSession(
            steps: [
                Self.create,
                Self.edit("add") { editor in
                    try editor.addNamespace(NamespaceDraft(name: "old", profile: .jlroutes))
                    for number in 0..<20 {
                        try editor.add(
                            RouteDraft(
                                pattern: "/\(number)/:id(/x)", target: "t", namespace: "old"))
                    }
                },
                FaultStep("convert") { folder in
                    try await Self.open(folder) { registry in
                        let snapshot = try await registry.snapshot()
                        let conversion = NamespaceConversion(
                            of: try snapshot.namespace(named: "old"), in: snapshot,
                            options: ConversionOptions(urlsPerRoute: 1))
                        try await registry.edit { try $0.apply(conversion) }
                    }
                },
            ], state: Self.state)
        #expect(try await session.tryAll([.io, .full, .power], from: 2) > 8)
    }

    @Test("whatever fails while an old schema is brought up to date, every version is whole")
    func migrating() async throws {
        let session = FaultSession(
            steps: [
                FaultStep("make a file of the first schema") { folder in
                    try FirstSchema.makeRegistry(at: "\(folder)/routes.db")
                },
                FaultStep("migrate") { try await Self.open($0) { _ in } },
            ],
            // Reading the state of a copy upgrades it, so what counts is that it opens.
            state: Self.state)
        #expect(try await session.tryAll(from: 1) > 8)
    }

    @Test("a copy that fails is nowhere, or whole")
    func backingUp() async throws {
        let session = FaultSession(
            steps: [
                Self.create,
                Self.edit("add") { editor in
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
                    try await Self.open(folder) {
                        try await $0.backUp(to: "\(copy)/routes.db")
                    }
                },
            ],
            state: { folder in
                let copy = try await Self.state("\(folder)/copy")
                return try await Self.state(folder) + "\ncopy: \(copy)"
            })
        #expect(try await session.tryAll(from: 2) > 8)
    }
}
