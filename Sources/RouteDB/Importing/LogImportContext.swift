import RouteDBRouting
import RouteDBStorage

/// What the logs of an import share.
struct LogImportContext {
    let writer: HitsWriter
    let options: LogImportOptions
    let monitor: LogImportMonitor
    let currentTimeMicroseconds: @Sendable () -> Int64

    private static let emptyTable = RoutingTable(
        RegistrySnapshot(revision: 0, namespaces: [], routes: []))

    /// What answers requests now.
    var table: RoutingTable {
        switch options.resolving {
        case .live(let registry): registry.table
        case .table(let table): table
        case .nothing: Self.emptyTable
        }
    }

    /// Whether the caller wants to stop.
    var isStopped: Bool { monitor.isStopped() || Task.isCancelled }
}
