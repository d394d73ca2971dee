import RouteDB
public import RouteDBDatabase
import RouteDBHistory
import RouteDBRouting

/// An event during an import.
public enum LogImportEvent: Sendable {
    /// The format of a log was determined, with the reason; the reason is `nil` if the format was
    /// given.
    case format(name: String, format: String, reason: String?)
    /// More of a log was read; the bytes, as stored in the file, and lines so far.
    case progress(bytes: Int64, lines: Int64)
    /// A followed log was rotated or rewritten and is now read from its start.
    case restarted(name: String)
    /// A followed log could not be read or written; the import will try again.
    case problem(name: String, RouteDBError)
}

/// Callbacks with which the caller observes and controls an import.
///
/// The closures run on the importer's queue, which waits for them to return.
public struct LogImportMonitor: Sendable {
    /// Called for each event.
    public var event: @Sendable (LogImportEvent) -> Void = { _ in }

    /// Called with rejected lines before they are written to the history.
    ///
    /// Their text is empty if the import has privacy rules.
    ///
    /// If the closure throws, neither these lines nor any later ones are written. After a crash,
    /// the next import may deliver the same lines again.
    public var rejections: @Sendable ([LogRejection]) throws -> Void = { _ in }

    /// Called before the first hits of a log are written if its requests have no hosts although
    /// routes are bound to hosts.
    ///
    /// If the closure throws, nothing is written, and the import fails with the error
    /// `hostsMissing`.
    public var missingHosts: @Sendable (LogHostWarning) throws -> Void = { _ in }

    /// Returns whether to stop; called often.
    ///
    /// When it returns `true`, the lines read so far are written, and the rest is left to the next
    /// import.
    public var isStopped: @Sendable () -> Bool = { false }

    /// Creates a monitor that observes nothing and never stops the import.
    public init() {}
}

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
