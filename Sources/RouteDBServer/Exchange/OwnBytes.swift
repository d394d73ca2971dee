#if Server
#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Writes to files of the service's own.
enum OwnBytes {
    /// An error of the system.
    struct Failure: Error {
        /// The number of the error.
        let number: Int32
    }

    /// Writes all bytes to a file descriptor.
    static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) throws(Failure) {
        var rest = bytes
        while !rest.isEmpty {
            // The buffer outlives the call, which writes at most its bytes.
            let count = unsafe rest.withUnsafeBytes { buffer in
                #if canImport(Darwin)
                unsafe Darwin.write(descriptor, buffer.baseAddress, buffer.count)
                #elseif canImport(Musl)
                unsafe Musl.write(descriptor, buffer.baseAddress, buffer.count)
                #else
                unsafe Glibc.write(descriptor, buffer.baseAddress, buffer.count)
                #endif
            }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                throw Failure(number: errno)
            }
        }
    }
}
#endif
