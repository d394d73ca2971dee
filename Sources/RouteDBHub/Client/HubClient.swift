#if Hub
package import RouteDB

/// Works on a hub, on a queue of its own.
///
/// It connects when it is first asked, and again after a failure.
package actor HubClient {
    private let executor = QueueExecutor(label: "routedb.hub")
    /// Where the hub is.
    package nonisolated let address: HubAddress
    let link: HubLink
    /// The connection in whose transaction other editors are kept out.
    var editor: HubConnection?
    /// The feed that is being read.
    var feed: HubFeedReading?

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        // The actor keeps its executor alive.
        unsafe executor.asUnownedSerialExecutor()
    }

    package init(_ address: HubAddress) {
        self.address = address
        link = HubLink(address)
    }

    /// Ends the connections.
    package func close() {
        link.close()
        editor = nil
    }

    /// The hub as messages name it.
    package func name() throws(RouteDBError) -> String { try link.open().name }
}

/// A feed of a hub that is being read.
struct HubFeedReading {
    /// The most bytes of a part: one ends with the line by which it is full, and a line has 16 MiB at most.
    static let mostPartBytes: Int64 = 17 << 20
    /// A number of bytes that are fetched at once.
    static let pageBytes: Int64 = 4 << 20

    var head: [UInt8]?
    var number: Int64
    var part: Int
    /// The last revision that is read.
    let last: Int64
    let ending: String
}
#endif
