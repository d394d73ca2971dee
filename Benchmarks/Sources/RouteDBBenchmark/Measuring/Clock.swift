#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The clocks of measurements, in nanoseconds.
///
/// Work of one thread is measured in its processor time, so that other programs that want the
/// processor do not count; they still cost caches. Work of several threads needs the wall clock.
enum Clock {
    case thread, process, wall

    var now: UInt64 {
        var time = timespec()
        // The call fills the time before it returns.
        switch self {
        case .thread: unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        case .process: unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        case .wall: unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        }
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// How long some work takes.
    func time(_ work: () -> Int) -> Double {
        let start = now
        Sink.add(work())
        return Double(now - start)
    }
}
