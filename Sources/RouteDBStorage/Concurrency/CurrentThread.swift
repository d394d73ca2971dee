#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The current thread.
package enum CurrentThread {
    /// A number that is constant for the life of the thread and usually differs between threads.
    package static var number: UInt64 {
        let thread = pthread_self()
        let bits = unsafe withUnsafeBytes(of: thread) {
            unsafe $0.loadUnaligned(as: UInt.self)
        }
        return UInt64(bits) &* 0x9E37_79B9_7F4A_7C15
    }

    /// Blocks the thread for a time.
    package static func sleep(microseconds: UInt32) { usleep(microseconds) }
}
