public import RouteDBRouting
import RouteDBStorage

/// A resolution as the history keeps it.
///
/// Its texts are bytes as they were recorded: a URL need not be UTF-8.
public struct RecordedHit: Hashable, Sendable {
    /// When the URL was resolved.
    public let time: Timestamp
    /// The URL as it was given, or what the rules of privacy left of it.
    public let url: [UInt8]
    /// What the resolution came to.
    public let outcome: Resolution.Outcome
    /// The namespace that the registry had for the URL; `nil` if none was known.
    public let namespace: NamespaceID?
    /// The route that matched; `nil` if none did.
    public let route: RouteID?
    /// The registry's revision that answered; 0 if none did.
    public let revision: Int64
    /// How long it took, in whole microseconds; `nil` if that is not known.
    public let duration: Duration?
    /// The status of the HTTP answer; `nil` if that is not known.
    public let status: Int?
    /// How many hits it stands for: 1 unless only a sample was recorded.
    public let weight: Int64
    /// Where it came from: 0 for a resolution that was recorded, else the id of an import.
    public let source: Int64
    /// The id of the stream in the file, one for each process that recorded.
    public let stream: Int64
    /// The place in the stream, from 1.
    public let sequence: Int64
    /// The id of the principal who asked, as UTF-8; `nil` if that is not known.
    public let principal: [UInt8]?
    /// The parameters, a JSON object in UTF-8; `nil` if they are not kept.
    public let parameters: [UInt8]?
    /// The page that led to the URL; `nil` if that is not known.
    public let referrer: [UInt8]?

    /// The URL as text; what is not UTF-8 is replaced by U+FFFD.
    public var urlText: String { String(decoding: url, as: UTF8.self) }

    /// Copies a hit from a segment.
    ///
    /// - Throws: `SegmentDamage`.
    init(_ segment: HitSegment, at index: Int) throws {
        func known(_ number: HitNumber) -> Int64? {
            let value = segment.value(number, at: index)
            return value == 0 ? nil : value
        }
        func text(_ text: HitText) throws -> [UInt8]? {
            try segment.text(text, at: index).map { Array($0) }
        }
        time = Timestamp(microseconds: segment.value(.time, at: index))
        url = try text(.url) ?? []
        outcome = try segment.outcome(at: index)
        namespace = known(.namespace).map { NamespaceID(rawValue: $0) }
        route = known(.route).map { RouteID(rawValue: $0) }
        revision = segment.value(.revision, at: index)
        let microseconds = segment.value(.duration, at: index)
        duration = microseconds < 0 ? nil : .microseconds(microseconds)
        status = known(.status).map { Int(clamping: $0) }
        weight = segment.value(.weight, at: index)
        (source, stream) = (
            segment.value(.source, at: index), segment.value(.stream, at: index)
        )
        sequence = segment.value(.sequence, at: index)
        principal = try text(.principal)
        parameters = try text(.parameters)
        referrer = try text(.referrer)
    }
}
