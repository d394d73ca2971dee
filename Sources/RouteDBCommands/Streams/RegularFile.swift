#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// What the system says of a path, without opening what is there.
package enum RegularFile {
    /// Whether something other than an empty file is at a path.
    package static func hasBytes(at path: String) -> Bool {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return false }
        return status.st_mode & S_IFMT != S_IFREG || status.st_size > 0
    }
}
