/// Where bytes come from.
package protocol ByteSource {
    /// Reads some bytes, waiting for the first; none at the end.
    func read() throws(StreamError) -> [UInt8]
}
