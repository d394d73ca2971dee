/// Where the bytes of a log come from.
package protocol LogSource {
    /// Reads some bytes, waiting for the first; none at the end.
    mutating func read() throws(LogSourceError) -> [UInt8]
}
