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
