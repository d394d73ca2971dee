#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The system's clock.
public enum SystemClock {
    /// The current time, in microseconds since 1970-01-01T00:00:00Z.
    ///
    /// - Returns: The time.
    public static func microseconds() -> Int64 {
        var time = timespec()
        // CLOCK_REALTIME always exists; on failure the time stays 0.
        _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
    }
}
