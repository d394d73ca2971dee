package import RouteDBRouting

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The system's clock.
package enum SystemClock {
    /// Returns the current time.
    package static func now() -> Timestamp {
        var time = timespec()
        // CLOCK_REALTIME always exists; on failure the time stays 0.
        // The call fills the time before it returns.
        _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000)
    }
}
