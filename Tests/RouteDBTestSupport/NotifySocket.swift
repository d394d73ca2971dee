#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The socket of a service manager, which reads what programs tell it.
///
/// The descriptor is open until `deinit`, and the calls use what they are given until they return.
package final class NotifySocket: Sendable {
    private let descriptor: Int32
    /// The name that `$NOTIFY_SOCKET` has: a path, or one that begins with `@`.
    package let name: String

    /// Why a socket could not be made.
    package struct Failure: Error {
        let code: Int32
    }

    package init(_ name: String) throws {
        self.name = name
        #if canImport(Glibc)
            let kind = Int32(SOCK_DGRAM.rawValue)
        #else
            let kind = SOCK_DGRAM
        #endif
        descriptor = socket(AF_UNIX, kind, 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var bytes = Array(name.utf8)
        if bytes.first == UInt8(ascii: "@") { bytes[0] = 0 }
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
        let start = MemoryLayout<sockaddr_un>.size - MemoryLayout.size(ofValue: address.sun_path)
        let length = socklen_t(start + bytes.count)
        let descriptor = descriptor
        let status = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                unsafe bind(descriptor, generic, length)
            }
        }
        guard status == 0 else { throw Failure(code: errno) }
    }

    deinit { close(descriptor) }

    /// The next text that came, if there is one.
    package func received() -> String? {
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = unsafe recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
        return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
    }

    /// Waits for the next text.
    package func next() async throws -> String {
        while true {
            try Task.checkCancellation()
            if let text = received() { return text }
            await Task.yield()
        }
    }
}
