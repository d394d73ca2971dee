import RouteDBStorage

/// Reads the selected hits segment by segment, on its own dispatch queue.
actor HitBatches {
    private let executor = QueueExecutor(label: "routedb.hits")
    private let path: String
    private let busyTimeoutMilliseconds: Int
    private let filter: HitFilter
    private var state = State.notBegun

    private enum State {
        case notBegun, ended
        case at(HitsSnapshot, HitsCursor)
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    init(path: String, busyTimeoutMilliseconds: Int, filter: HitFilter) {
        self.path = path
        self.busyTimeoutMilliseconds = busyTimeoutMilliseconds
        self.filter = filter
    }

    /// Returns the selected hits of the next segment, possibly none, or `nil` after the last
    /// segment or an error.
    func next() throws(RouteDBError) -> [RecordedHit]? {
        let state = state
        // An error below ends the sequence.
        self.state = .ended
        let (snapshot, cursor): (HitsSnapshot, HitsCursor)
        switch state {
        case .ended: return nil
        case .at(let at, let current): (snapshot, cursor) = (at, current)
        case .notBegun:
            let reader = try HitsReader(
                path: path, busyTimeoutMilliseconds: busyTimeoutMilliseconds)
            snapshot = try HitsSnapshot(reader)
            cursor = try snapshot.cursor(times: filter.times, texts: true)
        }
        guard let segment = try cursor.next() else { return nil }
        var rows: [Int] = []
        filter.rows(of: segment, into: &rows)
        let hits = try snapshot.reading { try rows.map { try RecordedHit(segment, at: $0) } }
        self.state = .at(snapshot, cursor)
        return hits
    }
}
