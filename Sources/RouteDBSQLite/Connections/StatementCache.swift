import RouteDBCSQLite

/// The idle prepared statements of a connection, by the literal they were prepared from.
///
/// A statement in use is not in the cache, so nested use of the same SQL prepares a second one. Each
/// pointer has one owner, the cache or a ``Statement``, and only the owner finalizes it.
struct StatementCache {
    /// The address of a literal in the binary, which is cheaper to compare than its text.
    struct Key: Hashable {
        let address: UInt
        let count: Int

        /// Returns `nil` for a literal that is stored as a single scalar and so has no address.
        init?(_ sql: StaticString) {
            guard sql.hasPointerRepresentation else { return nil }
            address = unsafe UInt(bitPattern: sql.utf8Start)
            count = sql.utf8CodeUnitCount
        }
    }

    @safe
    private struct Entry {
        let pointer: OpaquePointer
        let lastUse: UInt64
    }

    private let capacity: Int
    private var idle: [Key: Entry] = [:]
    private var uses: UInt64 = 0

    init(capacity: Int) {
        self.capacity = capacity
    }

    var count: Int { idle.count }

    /// Hands out an idle statement; the caller returns or finalizes it.
    mutating func take(_ key: Key) -> OpaquePointer? {
        unsafe idle.removeValue(forKey: key)?.pointer
    }

    /// Takes back a statement that has been reset, and finalizes statements that do not fit.
    mutating func put(_ pointer: OpaquePointer, for key: Key) {
        uses &+= 1
        let displaced = unsafe idle.updateValue(Entry(pointer: pointer, lastUse: uses), forKey: key)
        if let displaced {
            unsafe sqlite3_finalize(displaced.pointer)
        } else if idle.count > capacity {
            evictOldest()
        }
    }

    /// Finalizes every idle statement.
    mutating func removeAll() {
        for entry in idle.values {
            unsafe sqlite3_finalize(entry.pointer)
        }
        idle.removeAll()
    }

    private mutating func evictOldest() {
        guard let oldest = idle.min(by: { $0.value.lastUse < $1.value.lastUse }) else { return }
        idle.removeValue(forKey: oldest.key)
        unsafe sqlite3_finalize(oldest.value.pointer)
    }
}
