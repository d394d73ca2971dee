public import RouteDBRouting
import RouteDBStorage

/// A hit that is to be replayed.
public struct ReplayHit: Hashable, Sendable {
    /// The URL as it was given, bytes that may be anything.
    public var url: [UInt8]
    /// When it was, for access rules that ask for the time; `nil`: not known.
    public var time: Timestamp?
    /// The id of whoever asked; `nil`: nobody that is known.
    public var principal: String?
    /// How many hits it stands for, from 1 to 2³².
    public let weight: Int64

    /// Makes a hit.
    ///
    /// - Parameters:
    ///   - url: The URL, as bytes.
    ///   - time: When it was.
    ///   - principal: The id of whoever asked.
    ///   - weight: How many hits it stands for; anything else is taken as the nearest of 1 to 2³².
    public init(
        url: [UInt8], time: Timestamp? = nil, principal: String? = nil, weight: Int64 = 1
    ) {
        self.url = url
        self.time = time
        self.principal = principal
        self.weight = min(max(1, weight), Hit.maximumWeight)
    }
}
