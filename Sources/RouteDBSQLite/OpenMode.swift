/// What a connection may do with its file.
package enum OpenMode: Sendable {
    /// The file must exist; it is only read.
    case readOnly
    /// The file must exist, and nobody may change it meanwhile: it is read as it is, without locks,
    /// and without a journal or log beside it.
    case immutable
    /// The file must exist; statements only read, but SQLite may undo a write that another process
    /// did not live to end. A file that cannot be written is opened as by ``readOnly``.
    case undoing
    /// The file must exist and be writable.
    case readWrite
    /// As ``readWrite``, and a missing file is created.
    case create
}
