#if Server
import HTTPTypes
import RouteDB

/// A request of a visitor who opens a link.
struct LinkRequest {
    /// The request to the registry, with the visitor's attributes as context.
    let request: ResolutionRequest
    let referrer: String?
    let userAgent: String?

    /// Reads the head of an HTTP request.
    ///
    /// The URL has the scheme of the connection, or the one that a trusted proxy names, and the host of the
    /// request. The country is only taken from a trusted proxy.
    init(
        _ head: HTTPRequest, from address: String?, isEncrypted: Bool,
        trusting proxies: TrustedProxies, countryField: HTTPField.Name?, salt: UInt64,
        at time: Timestamp
    ) throws(Problem) {
        let fields = head.headerFields
        let authority = try HostRule.authority(of: head)
        let isTrusted = !proxies.ranges.isEmpty && proxies.trusts(address.flatMap(IPAddress.init))
        let forwarded = isTrusted ? Self.scheme(fields.value(of: .forwardedProto)) : nil
        let scheme = forwarded ?? (isEncrypted ? "https" : "http")
        // Where no country is told, rules that ask for one do as for any that is not known.
        let country = countryField.map { isTrusted ? fields.value(of: $0) ?? "" : "" }
        userAgent = fields.value(of: .userAgent)
        referrer = fields.value(of: .referer)
        let visitor = VisitorAttributes(
            userAgent: userAgent ?? "", acceptLanguage: fields.value(of: .acceptLanguage) ?? "",
            country: country)
        var request = ResolutionRequest(
            "\(scheme)://\(authority)\(head.path ?? "/")", kind: head.method.rawValue,
            context: visitor.context)
        let client = proxies.client(fields, from: address)
        request.context[AttributeNames.visitor] = .string(
            Self.visitor(client ?? "", userAgent ?? "", salt, at: time))
        request.time = time
        self.request = request
    }

    /// A text that is the same for all requests of a visitor on one day, and tells nobody who that is.
    private static func visitor(
        _ address: String, _ userAgent: String, _ salt: UInt64, at time: Timestamp
    ) -> String {
        let day = time.wholeSeconds.flooringDivision(by: 86_400).quotient
        let hash = StableHash.hash("\(salt) \(day) \(address) \(userAgent)".utf8)
        return String(hash, radix: 36)
    }

    /// The scheme that a client used, of the list that proxies made; `nil` if it is none of HTTP's.
    private static func scheme(_ field: String?) -> String? {
        guard let first = field?.split(separator: ",").first else { return nil }
        let scheme = first.filter { $0 != " " }.lowercased()
        return ["http", "https"].contains(scheme) ? scheme : nil
    }
}

extension HTTPField.Name {
    /// The scheme of the request that a proxy received.
    fileprivate static let forwardedProto = Self.checked("X-Forwarded-Proto")
}
#endif
