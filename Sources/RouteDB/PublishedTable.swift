import RouteDBRouting
import Synchronization

/// The routing table that all readers see, and the number of times it was changed.
///
/// Taking the table out costs a lock and a reference count, over which many threads would fight;
/// a ``RouteReader`` keeps its own reference and looks at the generation alone.
final class PublishedTable: Sendable {
    private let current: Guarded<RoutingTable>
    private let changes = Atomic<UInt64>(0)

    init(_ table: RoutingTable) { current = Guarded(table) }

    /// Rises with every change, after the table was changed.
    @inline(__always)
    var generation: UInt64 { changes.load(ordering: .acquiring) }

    var table: RoutingTable { current.withLock { $0 } }

    func publish(_ table: RoutingTable) {
        current.withLock { $0 = table }
        changes.add(1, ordering: .releasing)
    }
}
