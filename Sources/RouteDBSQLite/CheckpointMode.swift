/// How far a checkpoint of the write-ahead log goes.
package enum CheckpointMode: Sendable {
    /// As many frames as possible without waiting.
    case passive
    /// All of the log, waiting for writers and for readers of older snapshots.
    case full
    /// Like ``full``; also waits until no connection reads the log, so that the next writer
    /// restarts it.
    case restart
    /// Like ``restart``; also truncates the log file to zero bytes.
    case truncate
}
