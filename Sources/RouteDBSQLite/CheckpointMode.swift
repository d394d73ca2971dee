/// How far a checkpoint of the write-ahead log goes.
package enum CheckpointMode: Sendable {
    /// As many frames as possible without waiting.
    case passive
    /// All of the log, waiting for writers and for readers of older states.
    case full
    /// As ``full``; also waits until nobody reads the log, so that the next writer restarts it.
    case restart
    /// As ``restart``; also truncates the log file to zero bytes.
    case truncate
}
