import Foundation
import RouteDB
import RouteDBAppLinks
import RouteDBHistory
import RouteDBTestSupport
import RouteDBTraffic

/// Reads what may be hostile, in a folder of its own, and ends the process if it is not contained.
struct HostileReader {
    let folder: String
    /// The sound registry that documents are applied to.
    let registry: [UInt8]

    /// The memory that the process may have had at its peak.
    private static let mostMemory = 1 << 30

    private func path(_ name: String) -> String { "\(folder)/\(name)" }

    /// Does with an input all that its kind allows.
    func take(_ bytes: [UInt8], as kind: HostileInput.Kind) async throws {
        try? FileManager.default.removeItem(atPath: folder)
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        do {
            switch kind {
            case .registry: try await takeRegistry(bytes)
            case .history: try takeHistory(bytes)
            case .document: try await takeDocument(bytes)
            case .association, .assetLinks, .manifest: try takeLinks(bytes)
            case .log, .gzipLog: try await takeLog(bytes)
            }
        } catch {
            // Whatever is refused is refused with an error of ours.
            precondition(error is RouteDBError, "\(error)")
        }
        if let peak = Self.peakMemory {
            precondition(peak < Self.mostMemory, "\(peak) bytes of memory")
        }
    }

    /// The most memory that this process had, in bytes; `nil` where the system does not tell.
    ///
    /// What `getrusage` tells includes what the process had that started this one.
    private static var peakMemory: Int? {
        let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        let kibibytes = line?.split(whereSeparator: \.isWhitespace).dropFirst().first
        return kibibytes.flatMap { Int($0) }.map { $0 * 1_024 }
    }

    private func write(_ bytes: [UInt8], to name: String) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
    }

    private func takeRegistry(_ bytes: [UInt8]) async throws {
        try write(bytes, to: "routes.db")
        for access in [RegistryOptions.Access.reading, .writing] {
            let registry = try await RouteRegistry.open(
                path("routes.db"), options: .testing(access))
            _ = try? await registry.check()
            _ = try? await registry.revisions()
            _ = try? await registry.export()
            _ = registry.resolve("https://a.example/page/7/8?tab=x")
            if access == .writing {
                _ = try? await registry.edit { editor in
                    try editor.add(RouteDraft(pattern: "/hostile", target: "t"))
                }
            }
            await registry.close()
        }
    }

    private func takeHistory(_ bytes: [UInt8]) throws {
        try write(bytes, to: "routes.hits.db")
        do {
            let reader = try HitsReader(path: path("routes.hits.db"))
            _ = try? reader.verify()
            try? reader.scan(texts: .all) { _ = try $0.hits() }
        }
        let writer = try HitsWriter(
            path: path("routes.hits.db"), stream: [UInt8](repeating: 1, count: 16), time: 0)
        var hits = HitGenerator(seed: 3)
        try writer.append(HitBatch(hits.hits(3)))
        try writer.seal()
        _ = try writer.prune(HitRetention(maximumHits: 5), time: 9)
    }

    private func takeDocument(_ bytes: [UInt8]) async throws {
        let document = try RegistryDocument(parsing: bytes)
        try write(registry, to: "routes.db")
        let registry = try await RouteRegistry.open(path("routes.db"), options: .testing(.writing))
        _ = try? await registry.apply(document, createsNamespaces: true)
        // Whatever was taken is sound.
        let findings = try await registry.check()
        precondition(findings.isEmpty, "\(findings)")
        await registry.close()
    }

    private func takeLinks(_ bytes: [UInt8]) throws {
        let file = AppLinkFile(bytes)
        _ = file.findings
        for url in ["https://example.com/buy/7?x=1#y", "https://a.example/"] {
            _ = try? file.explain(url)
        }
    }

    private func takeLog(_ bytes: [UInt8]) async throws {
        try write(bytes, to: "access.log")
        let importer = try await LogImporter.open(
            path("routes.hits.db"),
            options: LogImportOptions(resolving: .table(RoutingTable(.of(["/user/{id:int}"])))))
        _ = try? await importer.importFile(path("access.log"))
        await importer.close()
        let findings = try HitsReader(path: path("routes.hits.db")).verify()
        precondition(findings.isEmpty, "\(findings)")
    }
}
