import RouteDBDatabase

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

// The stamp tells the newest state of a history from its copies.
//
// Whoever writes hits of the machine's stream first writes a random number into the lock, and stores,
// in the same transaction as the hits, what the lock is then. A history with the stamp of the lock
// beside it is the newest one: a backup that took its place has an older stamp; a copy of both files,
// also one over the files themselves, has a lock with another inode or another time of its last change,
// which only the system sets; and the disks of a machine that was cloned or set back come with another
// start of the system. The hits of all of these need numbers that others do not have.
extension HitsLock {
    /// The stamp; `nil` if nobody wrote one, or the system does not tell its start.
    ///
    /// The caller holds the lock.
    var stamp: String? {
        var status = stat()
        var number: UInt64 = 0
        // The calls fill the status and the number before they return.
        guard let start = SystemStart.id, unsafe fstat(descriptor, &status) == 0,
            unsafe pread(descriptor, &number, MemoryLayout<UInt64>.size, 0)
                == MemoryLayout<UInt64>.size
        else { return nil }
        #if canImport(Darwin)
            let change = status.st_ctimespec
        #else
            let change = status.st_ctim
        #endif
        return "\(start) \(status.st_dev) \(status.st_ino) \(change.tv_sec).\(change.tv_nsec)"
            + " \(number)"
    }

    /// Changes the stamp, and returns the new one.
    ///
    /// The caller holds the lock.
    func renewStamp() -> String? {
        var number = UInt64.random(in: 0 ... .max)
        // The call reads the number before it returns. If it fails, the stamp stays as it is, and the
        // next writer begins a stream of its own.
        guard
            unsafe pwrite(descriptor, &number, MemoryLayout<UInt64>.size, 0)
                == MemoryLayout<UInt64>.size
        else { return nil }
        return stamp
    }
}
