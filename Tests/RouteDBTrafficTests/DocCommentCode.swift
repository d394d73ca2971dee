import RouteDB
import RouteDBTraffic

/// The code in the documentation comments of `RouteDBTraffic`, with which a test compares it.
private enum DocCommentCode {
    static func importLog() async throws {
        // LogImporter.swift begins
        let registry = try await RouteRegistry.open("routes.db")
        let importer = try await LogImporter.open(
            "routes.hits.db", options: LogImportOptions(resolving: .live(registry)))
        let report = try await importer.importFile("access.log")
        print(report.imported)  // 4711
        await importer.close()
        // LogImporter.swift ends
    }

    static func replay(_ options: ReplayOptions) async throws {
        // Replay.swift begins
        let registry = try await RouteRegistry.open("routes.db")
        let replay = Replay(
            from: try await registry.snapshot(at: 12), to: try await registry.snapshot(),
            options: options)
        let report = try await replay.run(.history("routes.hits.db"))
        for group in report.groups { print(group.classes, group.count.hits) }
        // Replay.swift ends
    }
}
