package import RouteDB
package import RouteDBDatabase
import RouteDBHistory
package import RouteDBRouting

/// Hits that another process numbers, to be written once however often they are sent.
///
/// - N1: The process has a random id, its stream, and numbers its hits from 1 without gaps.
/// - N2: A batch begins with the number of its first hit. Hits that are written already are left
///   out; a batch that would leave a gap is refused.
/// - N3: The hits of a batch are written together or not at all.
package struct NumberedHits {
    /// The outcome of writing a batch.
    package struct Answer: Hashable, Sendable {
        /// The number of hits that were written.
        package let written: Int
        /// The number of hits that were written before.
        package let duplicate: Int
        /// The number of the hit to be sent next.
        package let next: Int64
    }

    private static let keys = [
        "url", "time", "principal", "referrer", "kind", "attributes", "status", "durationUs",
        "weight", "userAgent",
    ]

    private struct Item {
        let resolution: Resolution
        let circumstances: HitEncoder.Circumstances
        let referrer: [UInt8]?
        let kind: String?
        let attributes: ResolutionRequest.Attributes?
        let userAgent: [UInt8]?
    }

    private let table: RoutingTable
    private let requests: HitRequests
    private let privacy: PrivacyRules
    private let now: Timestamp
    private var items: [Item] = []

    /// Creates an empty batch.
    package init(resolvingWith table: RoutingTable, privacy: PrivacyRules, now: Timestamp) {
        self.table = table
        requests = HitRequests(table)
        self.privacy = privacy
        self.now = now
    }

    /// Adds a hit.
    package mutating func append(_ object: JSONObject) throws(JSONMistake) {
        let reader = JSONReader(object)
        try reader.requireKeys(among: Self.keys, of: "A hit")
        let url = try reader.required("url", of: "The hit")
        let time = try reader.time("time") ?? now
        var attributes: ResolutionRequest.Attributes?
        if let object = try reader.object("attributes") {
            attributes = try ResolutionRequest.Attributes(
                json: object, at: reader.path("attributes"))
        }
        let kind = try reader.string("kind")
        let request = requests.request(
            Array(url.utf8), time: time, principal: try reader.string("principal"), kind: kind,
            attributes: attributes)
        var circumstances = HitEncoder.Circumstances(time: time)
        circumstances.duration = try reader.value(
            "durationUs", as: .number(0...HitNumbers.maximumDuration))
        circumstances.status = try reader.value("status", as: .number(100...999))
        circumstances.weight =
            try reader.value("weight", as: .number(1...HitNumbers.maximumWeight)) ?? 1
        let referrer = try reader.string("referrer").map { Array($0.utf8) }
        let userAgent = try reader.string("userAgent").map { Array($0.utf8) }
        items.append(
            Item(
                resolution: table.resolve(request), circumstances: circumstances,
                referrer: referrer, kind: kind, attributes: attributes, userAgent: userAgent))
    }

    /// Writes the hits.
    package func write(
        to path: String, registry: String, stream: [UInt8], first: Int64
    ) throws(RouteDBError) -> Answer {
        let writer = try HitsWriter(path: path, stream: stream, registry: registry, time: now)
        while true {
            let known = try writer.writtenHits()
            guard first - 1 <= known else {
                throw RouteDBError(
                    .invalidValue,
                    "The batch begins with hit \(first), but the stream has"
                        + " \(NumberText.hits(known)).",
                    hint: "Send the hits from number \(known + 1) on.")
            }
            let duplicate = Int(min(Int64(items.count), known - (first - 1)))
            let new = items.dropFirst(duplicate)
            guard !new.isEmpty else {
                return Answer(written: 0, duplicate: duplicate, next: known + 1)
            }
            var batch = HitBatch()
            var encoder = HitEncoder(privacy: privacy)
            for item in new {
                encoder.append(
                    item.resolution, to: &batch, item.circumstances, referrer: item.referrer,
                    kind: item.kind.map { Array($0.utf8) },
                    attributes: .some(item.attributes.map { Array($0.json.description.utf8) }),
                    userAgent: item.userAgent)
            }
            // Nothing is written if somebody else has written to the stream since.
            guard let numbers = try writer.append(batch, following: known) else { continue }
            return Answer(
                written: new.count, duplicate: duplicate, next: numbers.upperBound)
        }
    }
}
