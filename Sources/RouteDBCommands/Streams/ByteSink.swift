/// A destination for bytes.
package protocol ByteSink {
    /// Writes all of the bytes.
    func write(_ bytes: [UInt8]) throws(StreamError)
}
