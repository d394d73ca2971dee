import RouteDBHistory
import RouteDBHistoryLoops
import RouteDBRouting

/// Hits as a busy registry has them: times that rise, routes of which few get most hits, URLs of
/// about 60 bytes, parameters as JSON, durations with a long tail.
final class HitWorkload {
    private static let variants = 64

    let count: Int
    private let batchSize: Int
    private let routes: Int
    let start: Int64
    let step: Int64
    private var state: UInt64
    /// All texts, one behind the other; it is never freed, and so may be pointed into: that makes the
    /// buffers and pointers below safe.
    private let pool: UnsafeMutableBufferPointer<UInt8>
    private var used = 0
    /// By route, and by variant within it.
    private var urls: [UnsafeBufferPointer<UInt8>] = unsafe []
    private var parameters: [UnsafeBufferPointer<UInt8>] = unsafe []
    private var referrers: [UnsafeBufferPointer<UInt8>] = unsafe []
    private var principals: [UnsafeBufferPointer<UInt8>] = unsafe []

    init(_ options: WorkloadOptions) {
        count = max(1, options.hits)
        batchSize = max(1, options.batch)
        routes = max(1, options.routes)
        state = options.seed
        let length = Int64(max(1, options.days)) * 86_400_000_000
        start = 1_767_225_600_000_000 - length
        step = max(1, length / Int64(count))
        unsafe pool = .allocate(capacity: routes * Self.variants * 160 + 65_536)
        for route in 0..<routes {
            for _ in 0..<Self.variants {
                let (id, page) = (next() % 1_000_000, next() % 40)
                unsafe urls.append(
                    keep("https://app.example.com/section\(route)/item/\(id)?page=\(page)"))
                unsafe parameters.append(keep("{\"id\":\(id),\"page\":\"\(page)\"}"))
            }
        }
        unsafe referrers = unsafe ["https://www.example.com/", "https://mail.example.org/inbox"]
            .map(keep)
        unsafe principals = unsafe (0..<1_000).map { unsafe keep("user-\($0)") }
    }

    private func keep(_ text: String) -> UnsafeBufferPointer<UInt8> {
        let kept = unsafe UnsafeMutableBufferPointer(rebasing: pool[used..<used + text.utf8.count])
        _ = unsafe kept.initialize(from: text.utf8)
        used += text.utf8.count
        return UnsafeBufferPointer(kept)
    }

    /// Lends all hits as C has them, a batch after the other.
    func forEachBatch(_ body: (UnsafeBufferPointer<history_hit>) throws -> Void) throws {
        var hits: [history_hit] = []
        for index in 0..<count {
            hits.append(hit(index))
            guard hits.count == batchSize || index == count - 1 else { continue }
            try unsafe hits.withUnsafeBufferPointer { try unsafe body($0) }
            hits.removeAll(keepingCapacity: true)
        }
    }

    private func hit(_ index: Int) -> history_hit {
        let random = next()
        // The product of two even numbers is mostly small: few routes get most hits.
        let share = Double(random & 0xFFFF) / 65_536 * (Double(random >> 16 & 0xFFFF) / 65_536)
        let route = min(routes - 1, Int(share * share * Double(routes)))
        let kind = random >> 32 % 100
        let outcome: HitOutcome = kind < 88 ? .matched : kind < 96 ? .unmatched : .denied
        let isMatched = outcome != .unmatched
        let time = start + Int64(index) * step + Int64(random >> 40 % 1_000)
        let duration = Int64(20 + random >> 48 % 400 + (kind == 0 ? 20_000 : 0))
        var hit = history_hit()
        hit.numbers = (
            time, Int64(1 + route % 3), isMatched ? Int64(1 + route) : 0,
            Int64(1 + index * 20 / count), Int64(outcome.rawValue), duration,
            outcome == .matched ? 200 : isMatched ? 403 : 404, 1, 0, 1, Int64(index + 1)
        )
        let variant = route * Self.variants + Int(random >> 56) % Self.variants
        let principal = unsafe random & 1 == 0 ? principals[Int(random >> 20) % 1_000] : nil
        let json = unsafe isMatched ? parameters[variant] : nil
        let referrer = unsafe random & 6 == 0 ? referrers[Int(random >> 8 & 1)] : nil
        let url = unsafe urls[variant]
        unsafe hit.texts = unsafe (
            url.baseAddress, principal?.baseAddress, json?.baseAddress, referrer?.baseAddress
        )
        hit.lengths = unsafe (
            url.count, principal?.count ?? 0, json?.count ?? 0, referrer?.count ?? 0
        )
        return hit
    }

    /// SplitMix64.
    private func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// What takes hits as an import hands them over.
protocol HitSink {
    mutating func append(
        _ numbers: HitNumbers, url: RawSpan, principal: RawSpan?, parameters: RawSpan?,
        referrer: RawSpan?)
}

extension HitBatch: HitSink {
    /// Appends a hit without the texts that the C program does not write.
    mutating func append(
        _ numbers: HitNumbers, url: RawSpan, principal: RawSpan?, parameters: RawSpan?,
        referrer: RawSpan?
    ) {
        append(
            numbers, url: url, principal: principal, parameters: parameters, referrer: referrer,
            kind: nil, attributes: nil, userAgent: nil)
    }
}

/// Takes hits, and keeps no more of them than it must so that the compiler hands over all of them.
struct HitDrain: HitSink {
    private var last: HitNumbers?
    private(set) var size = 0

    @inline(never)
    mutating func append(
        _ numbers: HitNumbers, url: RawSpan, principal: RawSpan?, parameters: RawSpan?,
        referrer: RawSpan?
    ) {
        last = numbers
        size += url.byteCount
        size += principal?.byteCount ?? 0
        size += parameters?.byteCount ?? 0
        size += referrer?.byteCount ?? 0
    }
}

extension HitSink {
    /// Appends hits as an import does, from where their bytes are.
    mutating func append(_ hits: UnsafeBufferPointer<history_hit>) {
        guard let first = hits.baseAddress else { return }
        for index in hits.indices { unsafe append(first + index) }
    }

    private mutating func append(_ hit: UnsafePointer<history_hit>) {
        let numbers = unsafe hit.pointee.numbers
        var own = HitNumbers(
            time: Timestamp(microseconds: numbers.0),
            outcome: HitOutcome(rawValue: UInt8(truncatingIfNeeded: numbers.4)))
        own.namespace = numbers.1
        own.route = numbers.2 == 0 ? nil : numbers.2
        own.revision = numbers.3
        own.durationMicroseconds = numbers.5
        own.status = numbers.6
        // The workload keeps the texts.
        let (texts, lengths) = unsafe (hit.pointee.texts, hit.pointee.lengths)
        let empty = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
        let url = unsafe Self.bytes(texts.0, lengths.0) ?? empty
        let principal = unsafe Self.bytes(texts.1, lengths.1)
        let parameters = unsafe Self.bytes(texts.2, lengths.2)
        let referrer = unsafe Self.bytes(texts.3, lengths.3)
        unsafe append(
            own, url: url.bytes, principal: principal?.bytes, parameters: parameters?.bytes,
            referrer: referrer?.bytes)
    }

    private static func bytes(
        _ start: UnsafePointer<UInt8>?, _ count: Int
    ) -> UnsafeRawBufferPointer? {
        unsafe start.map { unsafe UnsafeRawBufferPointer(start: $0, count: count) }
    }
}
