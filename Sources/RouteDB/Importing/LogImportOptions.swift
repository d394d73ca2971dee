public import RouteDBRouting

/// How a log is imported.
public struct LogImportOptions: Sendable {
    /// What answers the requests of a log.
    public enum Resolving: Sendable {
        /// The registry as it is when a line is read.
        case live(RouteRegistry)
        /// A routing table, such as that of a past revision.
        case table(RoutingTable)
        /// Nothing: a hit is kept as unmatched, of revision 0, for analysis by another revision.
        case nothing
    }

    /// The names of the formats of logs.
    public static let formats = LogFormat.names

    /// What answers the requests.
    public var resolving: Resolving

    /// The name of the log's format, one of ``formats``; `nil`: as its first lines tell.
    public var format: String?

    /// The scheme of requests whose log has a host but neither a scheme nor a telling port.
    public var scheme = "https"

    /// The host, with its port if it has one, of requests whose log has none; without it, their
    /// URLs stay paths.
    public var host: String?

    /// The unit of durations; `nil`: by each format's rule.
    public var durationUnit: DurationUnit?

    /// What is left out of the hits, and of the texts of rejected lines with them.
    public var privacy = PrivacyRules.keepAll

    /// A name that tells logs with the same lines from each other, such as those of two machines.
    ///
    /// A log is known again by its lines alone, and only among those that were imported with the
    /// same name here.
    public var source = ""

    /// Whether a last line without an end is taken although its file may grow.
    ///
    /// Of files that cannot grow, which are compressed ones and streams, it is taken in any case
    /// if it can be read.
    public var isFinal = false

    /// What the history keeps of them, without what is usual: nothing of privacy rules but that
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

    /// Makes options.
    ///
    /// - Parameter resolving: What answers the requests.
    public init(resolving: Resolving) { self.resolving = resolving }
}

extension JSONObject {
    /// What of an import's options makes a difference to its hits: not how its format was given, nor
    /// where it ended.
    var effective: JSONObject {
        var options = self
        options["format"] = nil
        options["final"] = nil
        return options
    }
}
