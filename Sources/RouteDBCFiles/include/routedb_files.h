#ifndef ROUTEDB_FILES_H
#define ROUTEDB_FILES_H

// What Swift cannot ask the system: its C library on Linux comes without <sys/vfs.h> and <malloc.h>.

#include <stdbool.h>

#if defined(__linux__)
    #include <malloc.h>
    #include <sys/statvfs.h>
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

/// Whether a file, or if it does not exist its folder, is on a disk that could be written, but has no
/// room left for another file.
static inline bool routedb_is_full(const char *file, const char *folder) {
#if defined(__linux__) || defined(__APPLE__)
    struct statfs status;
    if (statfs(file, &status) != 0 && statfs(folder, &status) != 0) return false;
    #if defined(__linux__)
    bool is_read_only = (status.f_flags & ST_RDONLY) != 0;
    #else
    bool is_read_only = (status.f_flags & MNT_RDONLY) != 0;
    #endif
    // File systems without blocks or files of their own count none.
    return !is_read_only
        && ((status.f_blocks > 0 && status.f_bavail == 0)
            || (status.f_files > 0 && status.f_ffree == 0));
#else
    (void)file;
    (void)folder;
    return false;
#endif
}

/// Returns free memory to the system that the allocator keeps for later; allocations wait meanwhile.
///
/// Other allocators than that of the GNU C library have nothing like it, or do so by themselves.
static inline void routedb_return_free_memory(void) {
#if defined(__GLIBC__)
    malloc_trim(0);
#endif
}

#endif
