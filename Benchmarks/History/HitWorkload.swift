import RouteDBStorage

/// Hits as a busy registry has them: times that rise, routes of which few get most hits, URLs of
/// about 60 bytes, parameters as JSON, durations with a long tail.
struct HitWorkload {
    /// As many as an import or a recorder writes at once.
    static let batchSize = 16_384
    private static let variants = 64

    let count: Int
    private let routes: Int
    private let start: Int64
    private let step: Int64
    private var state: UInt64
    /// By route, and by variant within it.
    private var urls: [[UInt8]] = []
    private var parameters: [[UInt8]] = []
    private let referrers = ["https://www.example.com/", "https://mail.example.org/inbox"].map {
        Array($0.utf8)
    }
    private let principals = (0..<1_000).map { Array("user-\($0)".utf8) }

    init(_ options: WorkloadOptions) {
        count = max(1, options.hits)
        routes = max(1, options.routes)
        state = options.seed
        let length = Int64(max(1, options.days)) * 86_400_000_000
        start = 1_767_225_600_000_000 - length
        step = max(1, length / Int64(count))
        for route in 0..<routes {
            for _ in 0..<Self.variants {
                let (id, page) = (next() % 1_000_000, next() % 40)
                urls.append(
                    Array("https://app.example.com/section\(route)/item/\(id)?page=\(page)".utf8))
                parameters.append(Array("{\"id\":\(id),\"page\":\"\(page)\"}".utf8))
            }
        }
    }

    /// Lends all hits, a batch after the other.
    mutating func forEachBatch(_ body: (HitBatch) throws -> Void) throws {
        var batch = HitBatch()
        for index in 0..<count {
            append(index, to: &batch)
            guard batch.count == Self.batchSize || index == count - 1 else { continue }
            try body(batch)
            batch.removeAll()
        }
    }

    private mutating func append(_ index: Int, to batch: inout HitBatch) {
        let random = next()
        // The product of two even numbers is mostly small: few routes get most hits.
        let share = Double(random & 0xFFFF) / 65_536 * (Double(random >> 16 & 0xFFFF) / 65_536)
        let route = min(routes - 1, Int(share * share * Double(routes)))
        let kind = random >> 32 % 100
        var hit = Hit(
            timeMicroseconds: start + Int64(index) * step + Int64(random >> 40 % 1_000),
            url: [], outcome: kind < 88 ? .matched : kind < 96 ? .unmatched : .denied)
        hit.namespace = Int64(1 + route % 3)
        hit.route = hit.outcome == .unmatched ? nil : Int64(1 + route)
        hit.revision = Int64(1 + index * 20 / count)
        hit.durationMicroseconds = Int64(20 + random >> 48 % 400 + (kind == 0 ? 20_000 : 0))
        hit.status = hit.outcome == .unmatched ? 404 : hit.outcome == .denied ? 403 : 200
        let variant = route * Self.variants + Int(random >> 56) % Self.variants
        let (url, json) = (urls[variant], parameters[variant])
        let referrer = random & 3 == 0 ? referrers[Int(random >> 8 & 1)] : nil
        let principal = random & 1 == 0 ? principals[Int(random >> 20) % 1_000] : nil
        let isMatched = hit.route != nil
        url.withUnsafeBytes { url in
            json.withUnsafeBytes { json in
                let lend = { (bytes: [UInt8]?, body: (UnsafeRawBufferPointer?) -> Void) in
                    guard let bytes else { return body(nil) }
                    bytes.withUnsafeBytes { body($0) }
                }
                lend(referrer) { referrer in
                    lend(principal) { principal in
                        batch.append(numbersOf: hit) { text in
                            switch text {
                            case .url: url
                            case .principal: principal
                            case .parameters: isMatched ? json : nil
                            case .referrer: referrer
                            }
                        }
                    }
                }
            }
        }
    }

    /// SplitMix64.
    private mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
