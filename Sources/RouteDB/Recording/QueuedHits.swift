import RouteDBHistory
import RouteDBRouting

/// Resolutions that wait to be turned into hits.
///
/// They are stored as numbers, with the bytes of their texts in one array, so that adding one needs
/// no allocation.
struct QueuedHits: Sendable {
    /// One waiting resolution; kept small, because writing it usually misses the cache.
    struct Entry: Sendable {
        let numbers: ResolutionNumbers
        /// The time of the hit.
        let time: Timestamp
        /// The duration in microseconds, or -1 if unknown.
        let duration: Int64
        /// The status code of the response, or 0 if unknown.
        let status: Int32
        /// The index of the routing table in ``tables``.
        let table: Int32
        /// The ends of the texts, which follow those of the entry before.
        let urlEnd: UInt32
        let principalEnd: UInt32
        let referrerEnd: UInt32
        let kindEnd: UInt32
        let attributesEnd: UInt32
        let end: UInt32
        let hasPrincipal: Bool
        let hasReferrer: Bool
        let hasKind: Bool
        let hasAttributes: Bool
        let hasUserAgent: Bool
    }

    private(set) var entries: [Entry] = []
    private(set) var texts: [UInt8] = []
    /// The routing tables of the entries, without consecutive duplicates.
    private var tables: [RoutingTable] = []
    /// The last of them.
    private var lastTable: ObjectIdentifier?
    /// The values that converter functions returned, by the index of the entry.
    private var converted: [Int: JSONObject] = [:]

    /// Adds a resolution if there is room.
    mutating func append(
        _ resolution: Resolution, _ facts: HitMetadata, bound: QueueBound
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
        let referrerEnd = texts.count
        let hasKind = resolution.appendKind(to: &texts)
        let kindEnd = texts.count
        let hasAttributes = resolution.appendAttributes(to: &texts, keeping: facts.context)
        let attributesEnd = texts.count
        if let userAgent = facts.userAgent { texts.append(contentsOf: userAgent.utf8) }
        guard texts.count <= bound.bytes else {
            texts.removeSubrange(start...)
            return false
        }
        if lastTable != resolution.tableIdentifier {
            tables.append(resolution.routingTable)
            lastTable = resolution.tableIdentifier
        }
        if resolution.hasConvertedParameters {
            converted[entries.count] = resolution.convertedParameters
        }
        entries.append(
            Entry(
                numbers: resolution.numbers, time: facts.time, duration: facts.duration,
                status: facts.status, table: Int32(tables.count - 1),
                urlEnd: UInt32(urlEnd), principalEnd: UInt32(principalEnd),
                referrerEnd: UInt32(referrerEnd), kindEnd: UInt32(kindEnd),
                attributesEnd: UInt32(attributesEnd), end: UInt32(texts.count),
                hasPrincipal: hasPrincipal, hasReferrer: facts.referrer != nil, hasKind: hasKind,
                hasAttributes: hasAttributes, hasUserAgent: facts.userAgent != nil))
        return true
    }

    /// Turns all waiting resolutions into hits.
    func encode(weight: Int64, by encoder: inout HitEncoder, into batch: inout HitBatch) {
        let texts = texts.span.bytes
        var start = 0
        for (index, entry) in entries.enumerated() {
            let (urlEnd, principalEnd) = (Int(entry.urlEnd), Int(entry.principalEnd))
            let (referrerEnd, kindEnd) = (Int(entry.referrerEnd), Int(entry.kindEnd))
            let principal = texts.extracting(urlEnd..<principalEnd)
            let referrer = texts.extracting(principalEnd..<referrerEnd)
            let kind = texts.extracting(referrerEnd..<kindEnd)
            let attributes = texts.extracting(kindEnd..<Int(entry.attributesEnd))
            let userAgent = texts.extracting(Int(entry.attributesEnd)..<Int(entry.end))
            var circumstances = HitEncoder.Circumstances(time: entry.time)
            circumstances.duration = entry.duration < 0 ? nil : entry.duration
            circumstances.status = entry.status <= 0 ? nil : Int64(entry.status)
            circumstances.weight = weight
            encoder.append(
                entry.numbers, of: tables[Int(entry.table)], texts.extracting(start..<urlEnd),
                converted: converted[index] ?? [:], to: &batch, circumstances,
                principal: entry.hasPrincipal ? principal : nil,
                referrer: entry.hasReferrer ? referrer : nil,
                kind: entry.hasKind ? kind : nil,
                attributes: entry.hasAttributes ? attributes : nil,
                userAgent: entry.hasUserAgent ? userAgent : nil)
            start = Int(entry.end)
        }
    }

    /// Removes all entries and keeps the memory.
    mutating func removeAll() {
        entries.removeAll(keepingCapacity: true)
        texts.removeAll(keepingCapacity: true)
        tables.removeAll(keepingCapacity: true)
        lastTable = nil
        converted.removeAll(keepingCapacity: true)
    }
}

/// The capacity of a queue.
struct QueueBound: Sendable {
    var hits: Int
    var bytes: Int
}
