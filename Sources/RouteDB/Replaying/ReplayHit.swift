public import RouteDBRouting
import RouteDBStorage

/// A hit to replay.
public struct ReplayHit: Hashable, Sendable {
    /// The URL as it was requested; the bytes need not be valid UTF-8.
    public var url: [UInt8]
    /// The time of the request, for access rules that test it; `nil` if unknown.
    public var time: Timestamp?
    /// The id of the principal; `nil` if unknown.
    public var principal: String?
    /// The number of hits that this one stands for, from 1 to 2³².
    public let weight: Int64

    /// Creates a hit.
    ///
    /// - Parameters:
    ///   - url: The URL, as bytes.
    ///   - time: The time of the request.
    ///   - principal: The id of the principal.
    ///   - weight: The number of hits that this one stands for, clamped to 1 through 2³².
    public init(
        url: [UInt8], time: Timestamp? = nil, principal: String? = nil, weight: Int64 = 1
    ) {
        self.url = url
        self.time = time
        self.principal = principal
        self.weight = min(max(1, weight), Hit.maximumWeight)
    }
}
