#if Server
package import RouteDB

/// Counts what a node of a hub does, and writes it in the text format of Prometheus.
package final class NodeMetrics: Sendable {
    private struct Counts {
        var revision: Int64?
        var shipping: Shipping?
    }

    /// The hits that were brought to the hub since the node started.
    private struct Shipping {
        var hits: Int64 = 0
        var missing: Int64 = 0
        var setAside: Int64 = 0
        var waiting: Int64?
        var hasFailed = false
    }

    private let counts = Locked(Counts())

    package init() {}

    /// The revision that the registry has, once that is known.
    package var revision: Int64? { counts.withLock { $0.revision } }

    /// Notes the revision that the registry has.
    package func note(revision: Int64) { counts.withLock { $0.revision = revision } }

    /// Counts hits that the hub has taken, that the history had no longer, and that were refused; waiting
    /// are those that the hub does not have yet.
    package func count(hits: Int64, missing: Int64, setAside: Int64, waiting: Int64) {
        counts.withLock { counts in
            var shipping = counts.shipping ?? Shipping()
            shipping.hits &+= hits
            shipping.missing &+= missing
            shipping.setAside &+= setAside
            (shipping.waiting, shipping.hasFailed) = (waiting, false)
            counts.shipping = shipping
        }
    }

    /// Notes that hits could not be brought to the hub.
    package func noteFailure() {
        counts.withLock { counts in
            var shipping = counts.shipping ?? Shipping()
            shipping.hasFailed = true
            counts.shipping = shipping
        }
    }

    /// The metrics in the text format of Prometheus 0.0.4.
    package func text(contact: ReplicaStatus?) -> String {
        let counts = counts.withLock { $0 }
        var page = MetricsPage()
        if let revision = counts.revision {
            page.begin("routedb_revision", "gauge", "The revision that the registry has.")
            page.add(Int(revision))
        }
        if let contact { page.add(contact) }
        if let shipping = counts.shipping { Self.add(shipping, to: &page) }
        return page.text
    }

    private static func add(_ shipping: Shipping, to page: inout MetricsPage) {
        for (what, count, help) in [
            ("shipped", shipping.hits, "Hits that the hub has taken."),
            ("missing", shipping.missing, "Hits that were deleted before the hub had them."),
            ("set_aside", shipping.setAside, "Hits that the hub has refused."),
        ] {
            page.begin("routedb_node_hits_\(what)_total", "counter", help)
            page.add(Int(count))
        }
        if let waiting = shipping.waiting {
            page.begin("routedb_node_hits_waiting", "gauge", "Hits that the hub does not have yet.")
            page.add(Int(waiting))
        }
        page.begin(
            "routedb_node_shipping_failed", "gauge", "Whether the hub took no hits when asked last."
        )
        page.add(shipping.hasFailed ? 1 : 0)
    }
}
#endif
