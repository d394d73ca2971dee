#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The program that has started this one and waits to hear of it, such as systemd.
///
/// The protocol is that of `sd_notify(3)`: texts such as `READY=1`, each a datagram to the socket that
/// `$NOTIFY_SOCKET` names.
package struct ServiceManager: Sendable {
    /// A state of the program, as a service manager is told of it.
    package enum State: String, Sendable {
        /// The program does what it is for, so those who wait for it may start.
        case ready = "READY=1"
        /// The program has begun to end.
        case stopping = "STOPPING=1"
        /// The program lives.
        case alive = "WATCHDOG=1"
    }

    /// The bytes of the socket's name, as the system takes them.
    private let name: [UInt8]
    /// The time after which a program that has said nothing is taken for dead; `nil` if none is.
    package let watchdog: Duration?

    /// Finds the service manager that the environment names; `nil` if there is none.
    package init?(_ environment: [String: String]) {
        guard let path = environment["NOTIFY_SOCKET"], let first = path.utf8.first,
            path.utf8.count < MemoryLayout.size(ofValue: sockaddr_un().sun_path)
        else { return nil }
        switch first {
        case UInt8(ascii: "/"): name = Array(path.utf8) + [0]
        // A name that is none of a file begins with NUL.
        case UInt8(ascii: "@"): name = [0] + path.utf8.dropFirst()
        default: return nil
        }
        let isMeant = environment["WATCHDOG_PID"].map { $0 == "\(getpid())" } ?? true
        let time = environment["WATCHDOG_USEC"].flatMap { Int64($0) } ?? 0
        watchdog = isMeant && time > 0 ? .microseconds(time) : nil
    }

    /// Tells it something; nothing comes of it if nobody listens any more.
    package func tell(_ state: State) {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        // The name was checked to fit.
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { path in
            unsafe path.copyBytes(from: name)
        }
        let start = MemoryLayout<sockaddr_un>.size - MemoryLayout.size(ofValue: address.sun_path)
        let length = socklen_t(start + name.count)
        #if canImport(Glibc)
            let kind = Int32(SOCK_DGRAM.rawValue)
        #else
            let kind = SOCK_DGRAM
        #endif
        let descriptor = socket(AF_UNIX, kind, 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        let text = Array(state.rawValue.utf8)
        // The call reads the text and the address until it returns.
        unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                _ = unsafe sendto(descriptor, text, text.count, 0, generic, length)
            }
        }
    }

    /// Tells it that the program lives, twice in each time of the watchdog, until the task is cancelled.
    package func keepAlive() async throws {
        guard let watchdog else { return }
        while true {
            tell(.alive)
            try await Task.sleep(for: watchdog / 2)
        }
    }
}
