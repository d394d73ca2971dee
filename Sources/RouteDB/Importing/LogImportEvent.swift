public import RouteDBStorage

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
