/// A source of the bytes of a log.
package protocol LogSource {
    /// Returns some bytes, waiting for them; empty at the end.
    mutating func read() throws(LogSourceError) -> [UInt8]
}
