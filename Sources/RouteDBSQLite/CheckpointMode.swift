/// How far a checkpoint of the write-ahead log goes.
package enum CheckpointMode: Sendable {
    /// As far as possible without waiting for anybody.
    case passive
    /// All of the log, waiting for writers and for readers of older states.
    case full
    /// As ``full``, and waits until nobody reads the log, so that the next writer starts it anew.
    case restart
    /// As ``restart``, and cuts the log file to nothing.
    case truncate
}
