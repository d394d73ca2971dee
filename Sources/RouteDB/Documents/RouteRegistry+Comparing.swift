import RouteDBDatabase
import RouteDBRouting
import RouteDBStorage

extension RouteRegistry {
    /// Compares the registry with another one, whose items are paired by id as far as both have a
    /// revision in common, else as in documents.
    ///
    /// The registry is locked for writing meanwhile, and not changed.
    package func comparison(with other: RouteRegistry) async throws -> RegistryPlan {
        let common = try await newestCommonRevision(with: other)
        guard common > 0 else {
            return try await comparison(with: try await other.document())
        }
        let changes = try await other.core.read { store throws(RouteDBError) in
            try store.changes(after: common)
        }
        return try await edit(dryRun: true) { editor in
            let theirs = try editor.states(of: try editor.numbered(changes)).theirs
            return RegistryPlan(nil, from: try editor.snapshot(), to: theirs)
        }.value
    }

    /// Compares the registry with a document, which has all namespaces if it lists any.
    ///
    /// The registry is locked for writing meanwhile, and not changed.
    package func comparison(with document: RegistryDocument) async throws -> RegistryPlan {
        let options = DocumentEdit.Options(
            createsNamespaces: true, exactPart: RegistryDocument.Part(), isComplete: true)
        return try await edit(dryRun: true) { editor in
            let (edit, before, after) = try editor.run(document, options) { Task.isCancelled }
            return RegistryPlan(edit, from: before, to: after)
        }.value
    }

    /// The whole registry, at a revision or the newest one, as a document.
    package func document(
        named name: String? = nil, at revision: Int64? = nil
    ) async throws -> RegistryDocument {
        try RegistryDocument(parsing: try await export(at: revision), named: name ?? path)
    }
}
