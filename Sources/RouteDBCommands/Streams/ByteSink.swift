/// Where bytes go.
package protocol ByteSink {
    /// Writes all of the bytes.
    func write(_ bytes: [UInt8]) throws(StreamError)
}
