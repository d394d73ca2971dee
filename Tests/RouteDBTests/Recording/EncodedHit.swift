import RouteDBRouting
import RouteDBTestSupport

@testable import RouteDB
@testable import RouteDBHistory
@testable import RouteDBStorage

/// What a resolution becomes in a history.
struct EncodedHit: Equatable {
    var url: String?
    var parameters: String?
    var principal: String?
    var referrer: String?
    var userAgent: String?
    var attributes: String?
    var client: HitClient?

    init(
        _ resolution: Resolution, _ rules: [String] = [], principal: String? = nil,
        referrer: String? = nil, userAgent: String? = nil,
        attributes: ResolutionRequest.Attributes? = nil
    ) throws {
        let privacy = try PrivacyRules(rules, key: Self.key)
        var encoder = HitEncoder(privacy: privacy)
        var batch = HitBatch()
        encoder.append(
            resolution, to: &batch, .init(time: 0), principal: principal.map { Array($0.utf8) },
            referrer: referrer.map { Array($0.utf8) },
            attributes: attributes.map { Array($0.json.description.utf8) } ?? .none,
            userAgent: userAgent.map { Array($0.utf8) })
        let hit = try batch.segment(at: 0).withSegment(id: 1) { try $0.hits()[0] }
        func text(_ bytes: [UInt8]?) -> String? {
            bytes.map { String(decoding: $0, as: UTF8.self) }
        }
        url = text(hit.url)
        parameters = text(hit.parameters)
        self.principal = text(hit.principal)
        self.referrer = text(hit.referrer)
        self.userAgent = text(hit.userAgent)
        self.attributes = text(hit.attributes)
        client = hit.client
    }

    /// A key for tests.
    static let key = Array("a key that is long enough".utf8)

    static func hash(_ text: String) -> String { KeyedHash(key).text(for: text.utf8) }
}
