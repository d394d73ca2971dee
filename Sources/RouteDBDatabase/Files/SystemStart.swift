#if canImport(Darwin)
    import Darwin
#endif

/// The current start of the system, which no copy of its disks has in common with it.
package enum SystemStart {
    /// A random id that the system has until it is started again; `nil` if it tells none.
    package static let id: String? = readID()

    private static func readID() -> String? {
        #if canImport(Darwin)
            var bytes = [CChar](repeating: 0, count: 64)
            var size = bytes.count
            // The call writes a text with a NUL, and at most as many bytes as the array has.
            guard unsafe sysctlbyname("kern.bootsessionuuid", &bytes, &size, nil, 0) == 0 else {
                return nil
            }
            let text = bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        #else
            guard let file = try? ReadableFile(path: "/proc/sys/kernel/random/boot_id"),
                let bytes = try? file.read(at: 0, count: 64)
            else { return nil }
            let text = bytes.prefix { $0 > 0x20 }
        #endif
        return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
    }
}
