package import RouteDBDatabase
package import RouteDBRouting

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The system's time zone database: a compiled file (TZif) for each zone.
package enum ZoneFiles {
    /// The maximum size of a file, in bytes; those of real zones have a few thousand.
    private static let limit = 1_048_576

    /// The directories to search, in order.
    private static var directories: [String] {
        var directories: [String] = []
        // The text is copied at once; nothing here changes the environment.
        if let variable = unsafe getenv("TZDIR") {
            let directory = unsafe String(cString: variable)
            if !directory.isEmpty { directories.append(directory) }
        }
        return directories + ["/usr/share/zoneinfo"]
    }

    /// The error for a name that the system has no zone for.
    package static func unknown(_ name: String, _ code: RouteDBError.Code) -> RouteDBError {
        RouteDBError(
            code, "\(name.excerpt) is not a time zone.",
            hint: "Use a name of the IANA database, such as Europe/Berlin, or an offset, such"
                + " as +02:00; the database is in $TZDIR or /usr/share/zoneinfo.")
    }

    /// The zones that rules name, as far as the system knows them.
    static func zones(namedBy rules: [AccessRule]) -> [String: ZoneRules] {
        var zones: [String: ZoneRules] = [:]
        for name in Set(rules.lazy.flatMap(\.zoneNames)) { zones[name] = zone(name) }
        return zones
    }

    /// The zone with a name, or `nil` if the system has no readable file for it.
    package static func zone(_ name: String) -> ZoneRules? {
        // Such a name cannot lead outside the directory.
        guard ZoneRules.isName(name) else { return nil }
        for directory in directories {
            if let bytes = content(of: "\(directory)/\(name)"), let zone = ZoneRules(tzif: bytes) {
                return zone
            }
        }
        return nil
    }

    /// The bytes of a file, or `nil` if it is not a regular file or is too large.
    private static func content(of path: String) -> [UInt8]? {
        // Opening a FIFO must not block.
        // These calls use their arguments only until they return; no more than the block is read.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_size <= limit
        else { return nil }
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 16_384)
        while bytes.count <= limit {
            let count = unsafe read(descriptor, &block, block.count)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { return nil }
            if count == 0 { return bytes }
            bytes += block[..<count]
        }
        return nil
    }
}
