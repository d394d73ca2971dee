#if Server
import Logging
import RouteDB
import RouteDBTestSupport
import Testing

@testable import RouteDBServer

@Suite("Backups of a service")
struct BackupServiceTests {
    private struct Ended: Error {}

    private func text(of metrics: ServiceMetrics) async throws -> String {
        let registry = try RouteRegistry(inMemory: nil, options: .testing(.creating))
        let health = registry.health
        await registry.close()
        return metrics.text(
            health: health, contact: nil, recording: nil, hitsSetAside: nil, droppedEntries: 0)
    }

    @Test("a backup follows each wait, and one that fails is counted and ends nothing")
    func made() async throws {
        let metrics = ServiceMetrics()
        let waits = Locked<[Duration]>([])
        let makes = Locked(0)
        let schedule = BackupSchedule(newest: 1, first: .seconds(5), every: .seconds(60)) {
            let number = makes.withLock { makes in
                makes += 1
                return makes
            }
            if number == 2 { throw Ended() }
        }
        let service = BackupService(
            schedule: schedule, metrics: metrics,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            clock: { .epoch + .seconds(makes.withLock { $0 }) })
        await service.makeBackups { pause in
            let count = waits.withLock { waits in
                waits.append(pause)
                return waits.count
            }
            if count == 4 { throw Ended() }
        }
        #expect(waits.withLock { $0 } == [.seconds(5), .seconds(60), .seconds(60), .seconds(60)])
        let text = try await text(of: metrics)
        #expect(text.contains("routedb_backups_total{result=\"made\"} 2\n"))
        #expect(text.contains("routedb_backups_total{result=\"failed\"} 1\n"))
        #expect(text.contains("routedb_backup_timestamp_seconds 3.0\n"))
    }

    @Test("before the first backup, the metrics tell when that before the start was made")
    func newest() async throws {
        let metrics = ServiceMetrics()
        let schedule = BackupSchedule(newest: 7_000_000, first: .seconds(5), every: .seconds(60)) {}
        let service = BackupService(
            schedule: schedule, metrics: metrics,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, clock: { 9_000_000 })
        await service.makeBackups { _ in throw Ended() }
        let text = try await text(of: metrics)
        #expect(text.contains("routedb_backups_total{result=\"made\"} 0\n"))
        #expect(text.contains("routedb_backup_timestamp_seconds 7.0\n"))
    }

    @Test("without backups there is no metric of them")
    func none() async throws {
        let text = try await text(of: ServiceMetrics())
        #expect(!text.contains("backup"))
    }
}
#endif
