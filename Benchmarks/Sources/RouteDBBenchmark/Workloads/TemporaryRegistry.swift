import Foundation
import RouteDB

/// A registry of a workload's routes, in a temporary file.
struct TemporaryRegistry {
    let registry: RouteRegistry
    private let directory: URL

    /// Makes a registry.
    ///
    /// - Parameter routes: Its routes.
    /// - Throws: What the file system says, or `BenchmarkFailure` if a route cannot be added.
    init(_ routes: [RouteSketch]) throws {
        directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("routedb-benchmark-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
        let registry = try RouteRegistry(
            path: directory.appendingPathComponent("routes.db").path,
            options: RegistryOptions(access: .creating, refreshInterval: nil))
        let drafts = routes.map {
            RouteDraft(pattern: $0.pattern, target: "screen", priority: $0.priority)
        }
        Waiting.wait {
            _ = try? await registry.edit { editor in
                for draft in drafts { try editor.add(draft) }
            }
        }
        guard registry.table.revision > 1 else {
            throw BenchmarkFailure(message: "The routes cannot be added to a registry.")
        }
        self.registry = registry
    }

    /// Opens the file once more.
    ///
    /// - Returns: Another registry of the same file, for reading.
    /// - Throws: `RouteDBError`.
    func open() throws -> RouteRegistry {
        try RouteRegistry(
            path: directory.appendingPathComponent("routes.db").path,
            options: RegistryOptions(access: .reading, refreshInterval: nil))
    }

    /// Closes the registry, and removes its file.
    func remove() {
        Waiting.wait { [registry] in await registry.close() }
        try? FileManager.default.removeItem(at: directory)
    }
}
