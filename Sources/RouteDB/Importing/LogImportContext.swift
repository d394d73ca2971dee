import RouteDBRouting
import RouteDBStorage

/// State shared by the logs of one import.
struct LogImportContext {
    let writer: HitsWriter
    let options: LogImportOptions
    let monitor: LogImportMonitor
    let currentTimeMicroseconds: @Sendable () -> Int64

    private static let emptyTable = RoutingTable(
        RegistrySnapshot(revision: 0, namespaces: [], routes: []))

    /// The table that resolves requests now.
    var table: RoutingTable {
        switch options.resolving {
        case .live(let registry): registry.table
        case .table(let table): table
        case .nothing: Self.emptyTable
        }
    }

    /// Whether the import should stop.
    var isStopped: Bool { monitor.isStopped() || Task.isCancelled }
}
