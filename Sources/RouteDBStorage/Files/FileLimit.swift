#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Who may use a file that is made from another one, or beside it: nobody who may not use that one.
package struct FileLimit: Sendable {
    /// The permissions of the other file; nobody runs a file of ours.
    private let mode: mode_t
    private let owner: uid_t
    private let group: gid_t

    /// Takes what the permissions of all the files allow.
    ///
    /// Those that are not there do not count; it fails if none is.
    package init?(of paths: String...) {
        let files = paths.compactMap { path in
            var status = stat()
            return unsafe stat(path, &status) == 0 ? status : nil
        }
        guard let first = files.first else { return nil }
        (owner, group) = (first.st_uid, first.st_gid)
        mode = files.reduce(0o666) { mode, file in
            mode & (file.st_gid == first.st_gid ? file.st_mode : Self.narrowed(file.st_mode))
        }
    }

    /// The permissions for a file of another group: its members may do what anybody may.
    private static func narrowed(_ mode: mode_t) -> mode_t {
        mode & 0o606 | (mode & 0o006) << 3 & mode
    }

    private var narrowMode: mode_t { Self.narrowed(mode) }

    /// Makes an empty file with these permissions, and opens it; it must not be there.
    ///
    /// The process's mask takes permissions away from any file but a companion, which is as open as
    /// the file that it belongs to.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - access: What it is opened for, such as `O_WRONLY`.
    ///   - isCompanion: Whether the file belongs to the other one, so that both have one owner,
    ///     where the system lets us give it away.
    /// - Returns: The descriptor, or -1 with the reason in `errno`.
    package func makeFile(at path: String, for access: Int32, isCompanion: Bool) -> Int32 {
        let descriptor = open(
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

    /// Makes an empty file at a path where there is none, for SQLite to fill; see
    /// ``makeFile(at:for:isCompanion:)``.
    ///
    /// What goes wrong shows when SQLite opens the file.
    func prepareFile(at path: String, isCompanion: Bool) {
        // Nobody holds a lock on a file that was not there, so none is lost when this is closed.
        let descriptor = makeFile(at: path, for: O_WRONLY, isCompanion: isCompanion)
        if descriptor >= 0 { close(descriptor) }
    }
}
