package import RouteDBHistory
package import RouteDBRouting
import RouteDBStorage

/// Generates random hits of every kind from a seed.
package struct HitGenerator {
    package var random: SeededGenerator

    package init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    /// Generates a hit near a time, with numbers in the range that a file stores.
    package mutating func hit(near time: Timestamp = 1_700_000_000_000_000) -> Hit {
        let outcome = HitOutcome(rawValue: UInt8(1 + random.below(5)))
        let offset = Duration.microseconds(random.below(3_600_000_000))
        var hit = Hit(time: time + offset, url: bytes(80), outcome: outcome)
        hit.namespace = random.oneIn(5) ? nil : Int64(1 + random.below(3))
        hit.route = random.oneIn(5) ? nil : Int64(1 + random.below(300))
        hit.revision = Int64(random.below(70_000))
        hit.durationMicroseconds = random.oneIn(3) ? nil : Int64(random.below(1 << 36))
        hit.status = random.oneIn(3) ? nil : Int64(100 + random.below(500))
        hit.weight = Int64(1 + random.below(random.oneIn(4) ? 1_000 : 1))
        hit.source = Int64(random.below(2))
        hit.principal = random.oneIn(2) ? nil : bytes(12)
        hit.parameters = random.oneIn(2) ? nil : bytes(30)
        hit.referrer = random.oneIn(2) ? nil : bytes(40)
        hit.kind = random.oneIn(2) ? nil : bytes(6)
        hit.attributes = random.oneIn(2) ? nil : bytes(50)
        hit.userAgent = random.oneIn(2) ? nil : bytes(60)
        hit.client = random.oneIn(3) ? nil : client()
        return hit
    }

    private mutating func client() -> HitClient {
        HitClient(isBot: random.oneIn(2), platform: random.pick(HitClient.Platform.allCases))
    }

    package mutating func hits(_ count: Int) -> [Hit] {
        (0..<count).map { _ in hit() }
    }

    private mutating func bytes(_ limit: Int) -> [UInt8] {
        (0..<random.below(limit)).map { _ in UInt8(random.below(256)) }
    }
}

extension HitBatch {
    package init(_ hits: some Sequence<Hit>) {
        self.init()
        for hit in hits { append(hit) }
    }
}

extension HitSegment {
    /// Returns the hits of the segment, reading each on its own.
    package func hits() throws -> [Hit] {
        try (0..<count).map { index in
            func number(_ number: HitNumber) -> Int64? {
                let value = value(number, at: index)
                return value > 0 ? value : nil
            }
            func text(_ text: HitText) throws -> [UInt8]? {
                // The text is copied while its owner lends the segment.
                try unsafe self.text(text, at: index).map { unsafe Array($0) }
            }
            let outcome = HitOutcome(
                rawValue: UInt8(truncatingIfNeeded: value(.outcome, at: index)))
            var hit = Hit(
                time: Timestamp(microseconds: value(.time, at: index)),
                url: try text(.url) ?? [], outcome: outcome)
            hit.namespace = number(.namespace)
            hit.route = number(.route)
            hit.revision = value(.revision, at: index)
            let duration = value(.duration, at: index)
            hit.durationMicroseconds = duration < 0 ? nil : duration
            hit.status = number(.status)
            hit.weight = value(.weight, at: index)
            hit.source = value(.source, at: index)
            hit.principal = try text(.principal)
            hit.parameters = try text(.parameters)
            hit.referrer = try text(.referrer)
            hit.kind = try text(.kind)
            hit.attributes = try text(.attributes)
            hit.userAgent = try text(.userAgent)
            hit.client = HitClient(number: value(.client, at: index))
            return hit
        }
    }
}
