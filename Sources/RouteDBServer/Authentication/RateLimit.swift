#if Server
import HTTPTypes
package import RouteDB

/// How many requests each caller may send in a second.
///
/// A caller has a bucket that holds as many requests as two seconds allow, and that fills
/// continuously.
package final class RateLimit: Sendable {
    private struct Bucket {
        var requests: Double
        var time: Timestamp
    }

    /// The most buckets kept; more callers than that share what is left.
    private static let mostBuckets = 10_000

    private let perSecond: Double?
    private let clock: @Sendable () -> Timestamp
    private let buckets = Locked([Caller.Proof: Bucket]())

    /// Creates a limit; `nil` is none.
    package init(perSecond: Int?, clock: @escaping @Sendable () -> Timestamp) {
        self.perSecond = perSecond.map(Double.init)
        self.clock = clock
    }

    /// Counts a request.
    package func take(_ caller: Caller) throws(Problem) {
        guard let perSecond, caller.proof != .none else { return }
        let (now, most) = (clock(), perSecond * 2)
        let isAllowed = buckets.withLock { buckets in
            if buckets.count >= Self.mostBuckets, buckets[caller.proof] == nil {
                buckets = buckets.filter { $0.value.requests < 1 }
            }
            var bucket = buckets[caller.proof] ?? Bucket(requests: most, time: now)
            let seconds = max(.zero, now - bucket.time) / .seconds(1)
            bucket.requests = min(most, bucket.requests + seconds * perSecond)
            bucket.time = now
            let isAllowed = bucket.requests >= 1
            if isAllowed { bucket.requests -= 1 }
            buckets[caller.proof] = bucket
            return isAllowed
        }
        guard isAllowed else {
            throw Problem(
                .tooManyRequests, "limitExceeded",
                "More than \(Int(perSecond)) requests a second were sent with one proof.",
                hint: "Send fewer, or resolve many URLs in one request.",
                fields: [.retryAfter: "1"])
        }
    }
}
#endif
