import RouteDBCFiles

/// The memory that is free and that the allocator keeps for later.
package enum FreedMemory {
    /// Returns it to the system, as once a large registry was read, which takes much more than its table.
    ///
    /// Allocations wait meanwhile: not for a process that others embed.
    package static func returnToSystem() { routedb_return_free_memory() }
}
