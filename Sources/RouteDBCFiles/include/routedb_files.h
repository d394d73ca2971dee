#ifndef ROUTEDB_FILES_H
#define ROUTEDB_FILES_H

// What Swift cannot ask the system: its C library on Linux comes without <sys/vfs.h>.

#include <stdbool.h>

#if defined(__linux__)
    #include <sys/vfs.h>
#elif defined(__APPLE__)
    #include <sys/mount.h>
    #include <sys/param.h>
#endif

/// Whether a path is on a file system that only this system writes, so that it sees each change.
///
/// On Linux that is a list, since a file system that it does not have may be a remote one. The
/// numbers are those of <linux/magic.h>.
static inline bool routedb_is_local(const char *path) {
#if defined(__linux__)
    struct statfs status;
    if (statfs(path, &status) != 0) return false;
    switch ((unsigned int)status.f_type) {
        case 0x0000EF53:  // ext2, ext3, ext4
        case 0x01021994:  // tmpfs
        case 0x2FC12FC1:  // ZFS
        case 0x58465342:  // XFS
        case 0x794C7630:  // overlayfs
        case 0x858458F6:  // ramfs
        case 0x9123683E:  // Btrfs
        case 0xCA451A4E:  // bcachefs
        case 0xF2F52010:  // F2FS
            return true;
        default:
            return false;
    }
#elif defined(__APPLE__)
    struct statfs status;
    return statfs(path, &status) == 0 && (status.f_flags & MNT_LOCAL) != 0;
#else
    (void)path;
    return false;
#endif
}

#endif
