#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The permissions for a file that is derived from another file, so that nobody gains access
/// through it.
package struct FileLimit: Sendable {
    /// The permissions of the other file, without execution.
    private let mode: mode_t
    private let owner: uid_t
    private let group: gid_t

    /// Combines the permissions of several files, keeping only what all of them allow.
    ///
    /// Missing files are ignored; returns `nil` if all are missing.
    package init?(of paths: String...) {
        let files = paths.compactMap { path in
            var status = stat()
            // The call uses the path and the status only until it returns.
            return unsafe stat(path, &status) == 0 ? status : nil
        }
        guard let first = files.first else { return nil }
        (owner, group) = (first.st_uid, first.st_gid)
        mode = files.reduce(0o666) { mode, file in
            mode & (file.st_gid == first.st_gid ? file.st_mode : Self.narrowed(file.st_mode))
        }
    }

    /// The permissions for a file with another group: its members get no more than everybody else.
    private static func narrowed(_ mode: mode_t) -> mode_t {
        mode & 0o606 | (mode & 0o006) << 3 & mode
    }

    private var narrowMode: mode_t { Self.narrowed(mode) }

    /// Creates an empty file with these permissions, and opens it; the file must not exist.
    ///
    /// The process's umask applies, except to a companion, which gets the same permissions as the
    /// file that it belongs to.
    package func makeFile(at path: String, for access: Int32, isCompanion: Bool) -> Int32 {
        // These calls use the path and the status only until they return.
        let descriptor = unsafe open(
            path, access | O_CREAT | O_EXCL | O_CLOEXEC,
            getegid() == group ? mode : narrowMode)
        var status = stat()
        guard descriptor >= 0, unsafe fstat(descriptor, &status) == 0 else { return descriptor }
        let isOwn = status.st_uid == owner && status.st_gid == group
        if isCompanion, isOwn || fchown(descriptor, owner, group) == 0 {
            _ = fchmod(descriptor, mode)
        } else if status.st_gid != group {
            _ = fchmod(descriptor, status.st_mode & narrowMode)
        }
        return descriptor
    }

    /// Creates an empty file at a path where none exists, for SQLite to fill; see
    /// ``makeFile(at:for:isCompanion:)``.
    ///
    /// Errors are ignored here and surface when SQLite opens the file.
    package func prepareFile(at path: String, isCompanion: Bool) {
        // No locks are lost by closing a file that did not exist before.
        let descriptor = makeFile(at: path, for: O_WRONLY, isCompanion: isCompanion)
        if descriptor >= 0 { close(descriptor) }
    }
}
