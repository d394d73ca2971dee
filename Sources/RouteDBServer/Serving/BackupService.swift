#if Server
import Logging
package import RouteDB
import ServiceLifecycle

/// Says when a service makes backups of its registry, and how.
package struct BackupSchedule: Sendable {
    /// When the newest backup was made; `nil` if there is none.
    let newest: Timestamp?
    /// The time until the first backup.
    let first: Duration
    /// The time between a backup and the next.
    let every: Duration
    /// Makes a backup and checks it.
    package let make: @Sendable () async throws -> Void

    /// Creates a schedule.
    package init(
        newest: Timestamp?, first: Duration, every: Duration,
        make: @escaping @Sendable () async throws -> Void
    ) {
        (self.newest, self.first, self.every, self.make) = (newest, first, every, make)
    }
}

/// Makes backups as long as the service runs, beside the requests.
///
/// A backup that fails is logged and counted, and the next is made at its time.
struct BackupService: Service {
    let schedule: BackupSchedule
    let metrics: ServiceMetrics
    let logger: Logger
    let clock: @Sendable () -> Timestamp

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await makeBackups { try await Task.sleep(for: $0) }
        }
    }

    /// Makes backups until a wait is ended by an error.
    func makeBackups(_ wait: @Sendable (Duration) async throws -> Void) async {
        metrics.beginBackups(newestAt: schedule.newest)
        var pause = schedule.first
        while (try? await wait(pause)) != nil {
            do {
                try await schedule.make()
                metrics.countBackup(madeAt: clock())
            } catch {
                metrics.countBackup(madeAt: nil)
                logger.error("a backup failed", metadata: ["error": "\(error)"])
            }
            pause = schedule.every
        }
    }
}
#endif
