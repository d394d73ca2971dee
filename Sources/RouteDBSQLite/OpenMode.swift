/// How a connection opens its file.
package enum OpenMode: Sendable {
    /// The file must exist, and is opened for reading only.
    case readOnly
    /// The file must exist, and no process may change it meanwhile: it is read without locks, and
    /// without the journal or log beside it.
    case immutable
    /// The file must exist, and statements can only read, but SQLite may undo a write that another
    /// process did not complete. A file that is not writable is opened as with ``readOnly``.
    case undoing
    /// The file must exist and be writable.
    case readWrite
    /// Like ``readWrite``, but a missing file is created.
    case create
}
