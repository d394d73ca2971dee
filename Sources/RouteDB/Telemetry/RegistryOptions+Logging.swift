#if Logging
public import Logging
import RouteDBDatabase
import RouteDBRouting

// With the trait `Logging`.
extension RegistryOptions {
    /// The logger for what the registry and its recorder do, or `nil` for none.
    ///
    /// They log at `debug`, and each resolution at `trace`; at `warning`, they log that the file
    /// cannot be read, that hits cannot be written or are dropped, and when that is over. URLs,
    /// which may hold personal data, are logged at `trace` only.
    public var logger: Logger? {
        get { observers.first(RegistryLog.self)?.logger }
        set { observers.set(newValue.map(RegistryLog.init)) }
    }
}

extension HitRecorder.Options {
    /// The logger of a recorder without a registry, or `nil` for none; see
    /// ``RegistryOptions/logger``.
    public var logger: Logger? {
        get { observers.first(RegistryLog.self)?.logger }
        set { observers.set(newValue.map(RegistryLog.init)) }
    }
}

/// Writes what happens in a registry to a log.
private struct RegistryLog: RegistryObserver {
    let logger: Logger

    var observesResolutions: Bool { logger.logLevel <= .trace }

    func note(_ resolution: Resolution, took duration: Duration) {
        logger.trace(
            "Resolved",
            metadata: [
                "url": "\(resolution.request.url)",
                "outcome": "\(resolution.outcome.rawValue)",
                "target": "\(resolution.target ?? "")",
                "duration": "\(duration)",
            ])
    }

    func note(_ event: RegistryEvent) {
        switch event {
        case .opened(let path, let revision):
            logger.debug(
                "Registry opened", metadata: ["path": "\(path)", "revision": "\(revision)"])
        case .closed(let path):
            logger.debug("Registry closed", metadata: ["path": "\(path)"])
        case .rebuilt(let rebuild):
            note(rebuild)
        case .edited(let revision, let message):
            logger.debug(
                "Registry edited",
                metadata: ["revision": "\(revision)", "message": "\(message)"])
        case .refreshFailed(let path, let error):
            logger.warning(
                "Registry cannot be refreshed; the last routing table stays in use",
                metadata: Self.metadata(path, error))
        case .refreshRecovered(let path):
            logger.warning("Registry is up to date again", metadata: ["path": "\(path)"])
        case .lagged:
            break
        case .recorded(let progress):
            note(progress)
        case .recordingFailed(let path, let error):
            logger.warning("Hits cannot be written", metadata: Self.metadata(path, error))
        case .recordingRecovered(let path):
            logger.warning("Hits are written again", metadata: ["path": "\(path)"])
        }
    }

    private func note(_ rebuild: TableRebuild) {
        logger.debug(
            "Routing table rebuilt",
            metadata: [
                "revision": "\(rebuild.revision)",
                "kind": rebuild.isFull ? "full" : "incremental",
                "duration": "\(rebuild.duration)",
            ])
        guard !rebuild.missingZones.isEmpty else { return }
        logger.warning(
            "Access rules use time zones that this system does not have",
            metadata: ["zones": .array(rebuild.missingZones.map { "\($0)" })])
    }

    private func note(_ progress: RecordingProgress) {
        let metadata: Logger.Metadata = [
            "path": "\(progress.path)", "written": "\(progress.written)",
            "dropped": "\(progress.dropped)", "queued": "\(progress.queued)",
        ]
        if progress.dropped > 0 {
            logger.warning("Hits were dropped: the queue was full", metadata: metadata)
        } else if progress.written > 0 {
            logger.debug("Hits written", metadata: metadata)
        }
    }

    private static func metadata(_ path: String, _ error: RouteDBError) -> Logger.Metadata {
        ["path": "\(path)", "code": "\(error.code)", "error": "\(error.message)"]
    }
}
#endif
