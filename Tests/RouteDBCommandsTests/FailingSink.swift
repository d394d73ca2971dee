import RouteDB
import RouteDBTerminal

/// A stream that fails.
struct FailingSink: ByteSink {
    let error: StreamError

    func write(_ bytes: [UInt8]) throws(StreamError) { throw error }
}
