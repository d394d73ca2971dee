/// What the caller of an import wants to know, and to say, while it runs.
///
/// The closures run on the importer's own thread, which waits for them.
public struct LogImportMonitor: Sendable {
    /// Told of what happens.
    public var event: @Sendable (LogImportEvent) -> Void = { _ in }

    /// Given rejected lines before they are written to the history; without their text if the
    /// import has privacy rules.
    ///
    /// If it throws, they are not, nor is any line behind them. After a crash the same ones may
    /// come again.
    public var rejections: @Sendable ([LogRejection]) throws -> Void = { _ in }

    /// Told before the first hits of a log are written whose requests have no hosts, where routes are
    /// only reached with one.
    ///
    /// If it throws, nothing is written, and the import ends with the error `hostsMissing`.
    public var missingHosts: @Sendable (LogHostWarning) throws -> Void = { _ in }

    /// Asked often whether to stop.
    ///
    /// What was read is then written, and the rest left for the next import.
    public var isStopped: @Sendable () -> Bool = { false }

    /// Makes a monitor that wants to know nothing.
    public init() {}
}
