public import RouteDB
public import RouteDBDatabase
import RouteDBHistory
public import RouteDBRouting

/// Options for importing a log.
public struct LogImportOptions: Sendable {
    /// The registry or table that resolves the requests of a log, if any.
    public enum Resolving: Sendable {
        /// The registry, at its revision when a line is read.
        case live(RouteRegistry)
        /// A fixed routing table, such as that of a past revision.
        case table(RoutingTable)
        /// Nothing: every hit is stored as unmatched, with revision 0, to be resolved later.
        case nothing
    }

    /// The names of the supported log formats.
    public static let formats = LogFormat.names

    /// The registry or table that resolves the requests, if any.
    public var resolving: Resolving

    /// The name of the log's format, one of ``formats``; `nil` to detect it from the first lines.
    public var format: String?

    /// The scheme of requests whose log contains a host, but no scheme and no port that implies
    /// one.
    public var scheme = "https"

    /// The host, optionally with a port, of requests whose log contains none; `nil` to import such
    /// URLs as paths.
    public var host: String?

    /// The unit of durations in the log; `nil` for the default of its format.
    public var durationUnit: DurationUnit?

    /// The rules for data that is removed from hits before they are stored.
    ///
    /// With any rule, the text of rejected lines is not stored.
    public var privacy = PrivacyRules.keepAll

    /// A name that distinguishes logs with equal lines, such as those of two machines.
    ///
    /// A log is recognized by its lines, but only among logs that were imported with the same
    /// source name.
    public var source = ""

    /// True if the last line is imported even if it has no line ending and its file may still grow.
    ///
    /// The last line of input that cannot grow, that is, compressed files and streams, is always
    /// imported if it can be parsed.
    public var isFinal = false

    /// The options as stored in the history, without default values; for privacy rules, only that
    /// there were some.
    package var record: JSONObject {
        var record = JSONObject()
        switch resolving {
        case .live: break
        case .table(let table): record["asOf"] = .int(table.revision)
        case .nothing: record["resolve"] = false
        }
        if let format { record["format"] = .string(format) }
        if let host { record["host"] = .string(host) }
        if scheme != "https" { record["scheme"] = .string(scheme) }
        if let durationUnit { record["durationUnit"] = .string(durationUnit.rawValue) }
        if !source.isEmpty { record["source"] = .string(source) }
        if isFinal { record["final"] = true }
        if !privacy.keepsAll { record["privacy"] = true }
        return record
    }

    /// Creates options.
    ///
    /// - Parameter resolving: What resolves the requests.
    public init(resolving: Resolving) { self.resolving = resolving }
}

extension JSONObject {
    /// The options of a stored import that affect its hits; how the format was chosen and where the
    /// log ended do not.
    var effective: JSONObject {
        var options = self
        options["format"] = nil
        options["final"] = nil
        return options
    }
}

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
    /// The routes that were read for the logs alone; `nil` if all were.
    var ahead: RoutesAhead?
    let monitor: LogImportMonitor
    let now: @Sendable () -> Timestamp

    private static let emptyTable = RoutingTable(
        RegistrySnapshot(revision: 0, namespaces: [], routes: []))

    /// The table that resolves requests now.
    var table: RoutingTable {
        switch options.resolving {
        case .live(let registry): ahead?.wholeTable ?? registry.table
        case .table(let table): table
        case .nothing: Self.emptyTable
        }
    }

    /// True if the import should stop.
    var isStopped: Bool { monitor.isStopped() || Task.isCancelled }
}
