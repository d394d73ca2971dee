#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The machine's processors.
enum Processors {
    /// How many there are to run on, as far as the system says.
    static var count: Int { min(64, max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))) }
}
