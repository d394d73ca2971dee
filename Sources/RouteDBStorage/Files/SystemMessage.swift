#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The system's messages for error numbers.
package enum SystemMessage {
    /// The message for an error number, such as `No space left on device`.
    package static func text(of code: Int32) -> String {
        var bytes = [UInt8](repeating: 0, count: 256)
        let status = bytes.withUnsafeMutableBytes { buffer -> Int32 in
            guard let start = buffer.baseAddress else { return -1 }
            return unsafe strerror_r(
                code, start.assumingMemoryBound(to: CChar.self), buffer.count)
        }
        let text = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        return status == 0 && !text.isEmpty ? text : "error \(code)"
    }
}
