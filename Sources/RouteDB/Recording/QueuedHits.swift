import RouteDBRouting

/// Resolutions that wait to be made hits.
///
/// They are numbers, and the bytes of their texts one behind the other: nothing is allocated for
/// each of them.
struct QueuedHits: Sendable {
    /// One that waits; in few bytes, since each of them is a write to memory that is not at hand.
    struct Entry: Sendable {
        let numbers: ResolutionNumbers
        /// Microseconds since 1970-01-01T00:00:00Z.
        let time: Int64
        /// Microseconds, or -1.
        let duration: Int64
        /// The status of the answer, or 0.
        let status: Int32
        /// The place of its table among ``tables``.
        let table: Int32
        /// Where its texts end, which stand behind those of the one before.
        let urlEnd: UInt32
        let principalEnd: UInt32
        let referrerEnd: UInt32
        let hasPrincipal: Bool
        let hasReferrer: Bool
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
    ///   - facts: What else is known of it.
    ///   - bound: How much may wait.
    /// - Returns: Whether there was room.
    mutating func append(
        _ resolution: Resolution, _ facts: RecordingFacts, bound: QueueBound
    ) -> Bool {
        guard entries.count < bound.hits else { return false }
        let start = texts.count
        resolution.appendURL(to: &texts)
        let urlEnd = texts.count
        var hasPrincipal = true
        if let principal = facts.principal {
            texts.append(contentsOf: principal.utf8)
        } else {
            hasPrincipal = resolution.appendPrincipal(to: &texts)
        }
        let principalEnd = texts.count
        if let referrer = facts.referrer { texts.append(contentsOf: referrer.utf8) }
        guard texts.count <= bound.bytes else {
            texts.removeSubrange(start...)
            return false
        }
        if tables.last !== resolution.routingTable { tables.append(resolution.routingTable) }
        if resolution.hasConvertedParameters {
            converted[entries.count] = resolution.convertedParameters
        }
        entries.append(
            Entry(
                numbers: resolution.numbers, time: facts.time, duration: facts.duration,
                status: facts.status, table: Int32(tables.count - 1),
                urlEnd: UInt32(urlEnd), principalEnd: UInt32(principalEnd),
                referrerEnd: UInt32(texts.count), hasPrincipal: hasPrincipal,
                hasReferrer: facts.referrer != nil))
        return true
    }

    /// Makes hits of all that wait.
    ///
    /// - Parameters:
    ///   - weight: For how many each of them stands.
    ///   - encoder: What makes hits.
    ///   - batch: Receives them.
    func encode(weight: Int64, by encoder: inout HitEncoder, into batch: inout HitBatch) {
        let texts = texts.span.bytes
        var start = 0
        for (index, entry) in entries.enumerated() {
            let (urlEnd, end) = (Int(entry.urlEnd), Int(entry.referrerEnd))
            let principal = texts.extracting(urlEnd..<Int(entry.principalEnd))
            let referrer = texts.extracting(Int(entry.principalEnd)..<end)
            var circumstances = HitEncoder.Circumstances(time: entry.time)
            circumstances.duration = entry.duration < 0 ? nil : entry.duration
            circumstances.status = entry.status <= 0 ? nil : Int64(entry.status)
            circumstances.weight = weight
            encoder.append(
                entry.numbers, of: tables[Int(entry.table)], texts.extracting(start..<urlEnd),
                converted: converted[index] ?? [:], to: &batch, circumstances,
                principal: entry.hasPrincipal ? principal : nil,
                referrer: entry.hasReferrer ? referrer : nil)
            start = end
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
