/// A source of bytes.
package protocol ByteSource {
    /// Returns some bytes, waiting for them; empty at the end.
    func read() throws(StreamError) -> [UInt8]
}
