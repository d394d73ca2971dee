import RouteDBRouting

/// Resolutions that wait to be made hits.
///
/// They are numbers, and the bytes of their texts one behind the other: nothing is allocated for
/// each of them.
struct QueuedHits: Sendable {
    /// One that waits.
    struct Entry: Sendable {
        let numbers: ResolutionNumbers
        let circumstances: HitEncoder.Circumstances
        /// The place of its table among ``tables``.
        let table: Int32
        let hasPrincipal: Bool
        let hasReferrer: Bool
        /// Where its texts end, which stand behind those of the one before.
        let urlEnd: Int
        let principalEnd: Int
        let referrerEnd: Int
    }

    private(set) var entries: [Entry] = []
    private(set) var texts: [UInt8] = []
    /// The tables that resolved, each once for as long as it was the newest.
    private var tables: [RoutingTable] = []
    /// The values that code gave, by the places of the entries that have any.
    private var converted: [Int: JSONObject] = [:]

    /// Adds a resolution, if there is room.
    ///
    /// - Parameters:
    ///   - resolution: The resolution of a URL.
    ///   - circumstances: What else is known of it.
    ///   - principal: Who asked, if not the request says it.
    ///   - referrer: The page that the URL was found on.
    ///   - bound: How much may wait.
    /// - Returns: Whether there was room.
    mutating func append(
        _ resolution: Resolution, _ circumstances: HitEncoder.Circumstances, principal: String?,
        referrer: String?, bound: QueueBound
    ) -> Bool {
        guard entries.count < bound.hits else { return false }
        let start = texts.count
        resolution.request.withURL { url in
            url.withUnsafeBytes { unsafe texts.append(contentsOf: $0) }
        }
        let urlEnd = texts.count
        let principal = principal ?? resolution.request.principal?.id
        if let principal { texts.append(contentsOf: principal.utf8) }
        let principalEnd = texts.count
        if let referrer { texts.append(contentsOf: referrer.utf8) }
        guard texts.count <= bound.bytes else {
            texts.removeSubrange(start...)
            return false
        }
        if tables.last !== resolution.routingTable { tables.append(resolution.routingTable) }
        if !resolution.convertedParameters.members.isEmpty {
            converted[entries.count] = resolution.convertedParameters
        }
        entries.append(
            Entry(
                numbers: resolution.numbers, circumstances: circumstances,
                table: Int32(tables.count - 1), hasPrincipal: principal != nil,
                hasReferrer: referrer != nil, urlEnd: urlEnd, principalEnd: principalEnd,
                referrerEnd: texts.count))
        return true
    }

    /// Makes hits of all that wait.
    func encode(by encoder: inout HitEncoder, into batch: inout HitBatch) {
        let texts = texts.span.bytes
        var start = 0
        for (index, entry) in entries.enumerated() {
            let principal = texts.extracting(entry.urlEnd..<entry.principalEnd)
            let referrer = texts.extracting(entry.principalEnd..<entry.referrerEnd)
            encoder.append(
                entry.numbers, of: tables[Int(entry.table)],
                texts.extracting(start..<entry.urlEnd), converted: converted[index] ?? [:],
                to: &batch, entry.circumstances, principal: entry.hasPrincipal ? principal : nil,
                referrer: entry.hasReferrer ? referrer : nil)
            start = entry.referrerEnd
        }
    }

    /// Removes all, and keeps the memory for others.
    mutating func removeAll() {
        entries.removeAll(keepingCapacity: true)
        texts.removeAll(keepingCapacity: true)
        tables.removeAll(keepingCapacity: true)
        converted.removeAll(keepingCapacity: true)
    }
}

/// How much may wait in a queue.
struct QueueBound: Sendable {
    var hits: Int
    var bytes: Int
}
