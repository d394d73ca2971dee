#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Writes to file descriptors, which it never closes.
package enum DescriptorBytes {
    /// An error of the system.
    package struct Failure: Error {
        /// The number of the error.
        package let number: Int32
    }

    /// Writes all bytes to a file descriptor.
    ///
    /// A write that a signal interrupts is continued.
    package static func write(_ bytes: [UInt8], to descriptor: Int32) throws(Failure) {
        var start = 0
        while start < bytes.count {
            // The call reads the buffer inside the closure.
            start += try advance(
                unsafe bytes.withUnsafeBytes { buffer in
                    unsafe send(UnsafeRawBufferPointer(rebasing: buffer[start...]), to: descriptor)
                })
        }
    }

    /// Writes all bytes of a buffer, which the caller lends until the call returns.
    package static func write(
        _ buffer: UnsafeRawBufferPointer, to descriptor: Int32
    ) throws(Failure) {
        var start = 0
        while start < buffer.count {
            start += try advance(
                unsafe send(UnsafeRawBufferPointer(rebasing: buffer[start...]), to: descriptor))
        }
    }

    /// Returns how many bytes a call of the system wrote, none if a signal interrupted it.
    private static func advance(_ count: Int) throws(Failure) -> Int {
        if count >= 0 { return count }
        guard errno == EINTR else { throw Failure(number: errno) }
        return 0
    }

    private static func send(_ buffer: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
        #if canImport(Darwin)
            unsafe Darwin.write(descriptor, buffer.baseAddress, buffer.count)
        #elseif canImport(Musl)
            unsafe Musl.write(descriptor, buffer.baseAddress, buffer.count)
        #else
            unsafe Glibc.write(descriptor, buffer.baseAddress, buffer.count)
        #endif
    }
}
