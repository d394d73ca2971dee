#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The thread that asks.
package enum CurrentThread {
    /// A number that the thread keeps while it lives, and that others mostly differ in.
    package static var number: UInt64 {
        let thread = pthread_self()
        let bits = unsafe withUnsafeBytes(of: thread) {
            unsafe $0.loadUnaligned(as: UInt.self)
        }
        return UInt64(bits) &* 0x9E37_79B9_7F4A_7C15
    }

    /// Waits, and holds the thread meanwhile.
    package static func sleep(microseconds: UInt32) { usleep(microseconds) }
}
