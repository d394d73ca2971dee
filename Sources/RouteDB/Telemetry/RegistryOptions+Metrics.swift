#if Metrics
public import CoreMetrics
import RouteDBRouting

// With the trait `Metrics`.
extension RegistryOptions {
    /// The factory that makes the metrics of the registry and its recorder, such as `MetricsSystem.factory`,
    /// or `nil` for none.
    ///
    /// `Docs/telemetry.md` lists their names and dimensions; there are eighteen series.
    public var metrics: (any MetricsFactory)? {
        get { observers.first(RegistryMetrics.self)?.factory }
        set { observers.set(newValue.map(RegistryMetrics.init)) }
    }
}

extension HitRecorder.Options {
    /// The factory that makes the metrics of a recorder without a registry, or `nil` for none; see
    /// ``RegistryOptions/metrics``.
    public var metrics: (any MetricsFactory)? {
        get { observers.first(RegistryMetrics.self)?.factory }
        set { observers.set(newValue.map(RegistryMetrics.init)) }
    }
}

/// Counts and measures what happens in a registry.
private final class RegistryMetrics: RegistryObserver {
    let factory: any MetricsFactory
    private let resolutions: [Resolution.Outcome: Counter]
    private let resolutionDuration: Timer
    private let fullRebuilds: (count: Counter, duration: Timer)
    private let incrementalRebuilds: (count: Counter, duration: Timer)
    private let edits: Counter
    private let refreshFailures: Counter
    private let revision: Meter
    private let lag: Meter
    private let hitsWritten: Counter
    private let hitsDropped: Counter
    private let hitsQueued: Meter
    private let hitsFailures: Counter

    init(factory: any MetricsFactory) {
        self.factory = factory
        resolutions = Dictionary(
            uniqueKeysWithValues: Resolution.Outcome.allCases.map { outcome in
                let dimensions = [("outcome", outcome.rawValue)]
                return (
                    outcome,
                    Counter(
                        label: "routedb.resolutions", dimensions: dimensions, factory: factory)
                )
            })
        resolutionDuration = Timer(label: "routedb.resolution.duration", factory: factory)
        func rebuilds(_ kind: String) -> (Counter, Timer) {
            let dimensions = [("kind", kind)]
            return (
                Counter(label: "routedb.rebuilds", dimensions: dimensions, factory: factory),
                Timer(
                    label: "routedb.rebuild.duration", dimensions: dimensions,
                    factory: factory)
            )
        }
        fullRebuilds = rebuilds("full")
        incrementalRebuilds = rebuilds("incremental")
        edits = Counter(label: "routedb.edits", factory: factory)
        refreshFailures = Counter(label: "routedb.refresh.failures", factory: factory)
        revision = Meter(label: "routedb.revision", factory: factory)
        lag = Meter(label: "routedb.revision.lag", factory: factory)
        hitsWritten = Counter(label: "routedb.hits.written", factory: factory)
        hitsDropped = Counter(label: "routedb.hits.dropped", factory: factory)
        hitsQueued = Meter(label: "routedb.hits.queued", factory: factory)
        hitsFailures = Counter(label: "routedb.hits.failures", factory: factory)
    }

    var observesResolutions: Bool { true }

    func note(_ resolution: Resolution, took duration: Duration) {
        resolutions[resolution.outcome]?.increment()
        resolutionDuration.recordNanoseconds(duration.wholeNanoseconds)
    }

    func note(_ event: RegistryEvent) {
        switch event {
        case .closed, .refreshRecovered, .recordingRecovered:
            break
        case .opened:
            lag.set(0)
        case .rebuilt(let rebuild):
            let metrics = rebuild.isFull ? fullRebuilds : incrementalRebuilds
            metrics.count.increment()
            metrics.duration.recordNanoseconds(rebuild.duration.wholeNanoseconds)
            revision.set(rebuild.revision)
        case .edited:
            edits.increment()
        case .refreshFailed:
            refreshFailures.increment()
        case .lagged(let revisions):
            lag.set(revisions)
        case .recorded(let progress):
            hitsWritten.increment(by: Int64(progress.written))
            hitsDropped.increment(by: Int64(progress.dropped))
            hitsQueued.set(Int64(progress.queued))
        case .recordingFailed:
            hitsFailures.increment()
        }
    }
}

extension Duration {
    /// The duration in nanoseconds, rounded down; at most what `Int64` holds.
    fileprivate var wholeNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (whole, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, isTooLarge) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
        return isTooLong || isTooLarge ? .max : sum
    }
}
#endif
