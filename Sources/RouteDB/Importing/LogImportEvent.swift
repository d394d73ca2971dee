public import RouteDBStorage

/// Something that happens while logs are imported.
public enum LogImportEvent: Sendable {
    /// A log's format is known: the names of both, and how the format was told; `nil` if it was
    /// given.
    case format(name: String, format: String, reason: String?)
    /// A log was read on: its bytes so far, as they are in the file, and its lines.
    case progress(bytes: Int64, lines: Int64)
    /// A log that is followed was rotated or written anew, and is read from its beginning.
    case restarted(name: String)
    /// A log that is followed cannot be read or written on at the moment; it is tried again.
    case problem(name: String, RouteDBError)
}
