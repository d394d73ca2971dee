/// What a connection may do with its file.
package enum OpenMode: Sendable {
    /// The file must exist; nothing is written to it.
    case readOnly
    /// The file must exist and be writable.
    case readWrite
    /// As ``readWrite``, and a missing file is created.
    case create
}
