/// What a connection may do with its file.
package enum OpenMode: Sendable {
    /// The file must exist; it is only read.
    case readOnly
    /// The file must exist and be writable.
    case readWrite
    /// As ``readWrite``, and a missing file is created.
    case create
}
