package import RouteDBRouting

/// Makes requests of hits, to resolve them once more.
package struct HitRequests: Sendable {
    /// True if routes have methods of HTTP as their kinds.
    private let usesMethods: Bool

    /// Makes requests to resolve in one table, or in each of several.
    package init(_ tables: RoutingTable...) { usesMethods = tables.contains(where: \.usesMethods) }

    /// The kind of route that a hit with a kind wanted.
    ///
    /// Every line of a log has a method, which says nothing where no route has one as its kind.
    package func kind(_ recorded: String?) -> String? {
        guard let recorded, usesMethods || !RouteKind.isMethod(recorded) else { return nil }
        return recorded
    }

    /// The request of a hit.
    package func request(of hit: RecordedHit) -> ResolutionRequest {
        func text(_ bytes: [UInt8]?) -> String? {
            bytes.map { String(decoding: $0, as: UTF8.self) }
        }
        return request(
            hit.url, time: hit.time, principal: text(hit.principal),
            kind: text(hit.kind), attributes: hit.attributes)
    }

    /// The request of a hit, given by its parts.
    package func request(
        _ url: [UInt8], time: Timestamp?, principal: String?, kind: String?,
        attributes: ResolutionRequest.Attributes?, in namespace: String? = nil
    ) -> ResolutionRequest {
        var request = ResolutionRequest(utf8: url, kind: self.kind(kind))
        request.time = time
        request.principal = principal.map { RequestPrincipal($0) }
        if let attributes, !attributes.isEmpty { request = attributes.applied(to: request) }
        if let namespace { request.namespace = namespace }
        return request
    }
}

extension HitHistory {
    /// The kinds of the requests of all hits, without methods where no route of a table has one.
    package func kinds(decidingIn table: RoutingTable) async throws(RouteDBError) -> Set<String> {
        let requests = HitRequests(table)
        return Set(
            try await read { reader throws(RouteDBError) in try reader.kinds() }.compactMap(
                requests.kind))
    }
}
