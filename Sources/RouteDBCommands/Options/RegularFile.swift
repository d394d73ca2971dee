#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Facts about a path, without opening the file.
enum RegularFile {
    /// Returns whether a path exists and is not an empty file.
    static func hasBytes(at path: String) -> Bool {
        var status = stat()
        // The call uses the path and the status only until it returns.
        guard unsafe stat(path, &status) == 0 else { return false }
        return status.st_mode & S_IFMT != S_IFREG || status.st_size > 0
    }

    /// Returns the size of the regular file at a path; `nil` for anything else.
    static func size(at path: String) -> Int64? {
        var status = stat()
        // The call uses the path and the status only until it returns.
        guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        return Int64(status.st_size)
    }
}
