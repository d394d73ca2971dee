import RouteDBRouting
import Synchronization

/// The current routing table, shared by all readers, with a counter of its changes.
///
/// Reading ``table`` takes a lock and updates a reference count, which many threads would contend
/// for. A ``RouteReader`` keeps its own reference and only checks ``generation``.
final class PublishedTable: Sendable {
    private let current: Guarded<RoutingTable>
    private let changes = Atomic<UInt64>(0)

    init(_ table: RoutingTable) { current = Guarded(table) }

    /// The number of changes so far, incremented after the new table is in place.
    @inline(__always)
    var generation: UInt64 { changes.load(ordering: .acquiring) }

    var table: RoutingTable { current.withLock { $0 } }

    func publish(_ table: RoutingTable) {
        current.withLock { $0 = table }
        changes.add(1, ordering: .releasing)
    }
}
