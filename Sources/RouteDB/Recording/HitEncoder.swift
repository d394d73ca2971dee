package import RouteDBHistory
package import RouteDBRouting

/// Turns resolutions of URLs into hits, and so decides what of a resolution is recorded.
///
/// Privacy rules are applied here; nothing that they remove is stored or passed on. Reuse one
/// encoder for many hits: it keeps its buffers.
package struct HitEncoder {
    /// The facts about a hit that are not in its resolution.
    package struct Circumstances: Sendable {
        /// The time of the hit.
        package var time: Timestamp
        /// How long the response took, in microseconds.
        package var duration: Int64?
        /// The status code of the HTTP response.
        package var status: Int64?
        /// The number of hits that this one stands for.
        package var weight: Int64 = 1
        /// The origin of the hit: 0 for a recorded resolution, or the id of an import.
        package var source: Int64 = 0
        /// The client, if it is known otherwise than by a user agent.
        package var client: HitClient?

        package init(time: Timestamp) { self.time = time }
    }

    /// The maximum number of bytes that are kept of a URL: one more than a valid URL can have.
    private static let maximumURLBytes = URLLimits.bytes + 1

    private let rules: PrivacyRules
    private let keepsAll: Bool
    private var url: [UInt8] = []
    private var parameters: [UInt8] = []
    private var clients = KnownAgents { HitClient(userAgent: $0) }

    package init(privacy: PrivacyRules = .keepAll) {
        rules = privacy
        keepsAll = privacy.keepsAll
    }

    /// Appends the hit of a resolution to a batch; the resolution of a route name is ignored.
    ///
    /// The principal, the kind and the attributes are those of the request unless others are given, such
    /// as what a log has, which lacks attributes altogether.
    package mutating func append(
        _ resolution: Resolution, to batch: inout HitBatch, _ circumstances: Circumstances,
        principal: [UInt8]? = nil, referrer: [UInt8]? = nil, kind: [UInt8]? = nil,
        attributes given: [UInt8]?? = .none, userAgent: [UInt8]? = nil
    ) {
        guard resolution.request.routeName == nil else { return }
        let principal = principal ?? resolution.request.principal.map { Array($0.id.utf8) }
        let kind = kind ?? resolution.request.kind.map { Array($0.utf8) }
        var written: [UInt8] = []
        let attributes =
            given ?? (resolution.appendAttributes(to: &written) ? written : nil)
        resolution.request.withURL { url in
            append(
                resolution.numbers, of: resolution.routingTable, url,
                converted: resolution.convertedParameters, to: &batch, circumstances,
                principal: principal?.span.bytes, referrer: referrer?.span.bytes,
                kind: kind?.span.bytes, attributes: attributes?.span.bytes,
                userAgent: userAgent?.span.bytes)
        }
    }

    /// Appends the hit of a resolution, given as numbers of a table, to a batch.
    ///
    /// The converted parameters are those whose values converter functions returned.
    package mutating func append(
        _ numbers: ResolutionNumbers, of table: RoutingTable, _ url: RawSpan,
        converted: JSONObject, to batch: inout HitBatch, _ circumstances: Circumstances,
        principal: RawSpan?, referrer: RawSpan?, kind: RawSpan?, attributes: RawSpan?,
        userAgent: RawSpan?
    ) {
        let ids = table.ids(of: numbers)
        var hit = HitNumbers(time: circumstances.time, outcome: HitOutcome(numbers.outcome))
        hit.namespace = ids.namespace
        hit.route = ids.route
        hit.revision = table.revision
        hit.durationMicroseconds = circumstances.duration
        hit.status = circumstances.status
        hit.weight = circumstances.weight
        hit.source = circumstances.source
        if rules.agent != .drop {
            hit.client = circumstances.client
            if hit.client == nil, let userAgent { hit.client = clients.value(of: userAgent) }
        }
        let url = url.extracting(first: Self.maximumURLBytes)
        parameters.removeAll(keepingCapacity: true)
        if keepsAll {
            table.appendParameters(of: numbers, in: url, converted: converted, to: &parameters)
            write(hit, url, principal, referrer, kind, attributes, userAgent, to: &batch)
            return
        }
        redact(numbers, of: table, url, converted: converted)
        let principal = redactedPrincipal(principal)
        let referrer = redactedReferrer(referrer)
        let attributes = redactedAttributes(attributes)
        write(
            hit, self.url.span.bytes, principal?.span.bytes, referrer?.span.bytes, kind,
            attributes?.span.bytes, rules.agent == .keep ? userAgent : nil, to: &batch)
    }

    /// Appends the hit with the parameters that were written for it.
    private func write(
        _ hit: HitNumbers, _ url: RawSpan, _ principal: RawSpan?, _ referrer: RawSpan?,
        _ kind: RawSpan?, _ attributes: RawSpan?, _ userAgent: RawSpan?, to batch: inout HitBatch
    ) {
        guard !parameters.isEmpty else {
            return batch.append(
                hit, url: url, principal: principal, parameters: nil, referrer: referrer,
                kind: kind, attributes: attributes, userAgent: userAgent)
        }
        batch.append(
            hit, url: url, principal: principal, parameters: parameters.span.bytes,
            referrer: referrer, kind: kind, attributes: attributes, userAgent: userAgent)
    }

    // MARK: Applying rules

    private mutating func redact(
        _ numbers: ResolutionNumbers, of table: RoutingTable, _ url: RawSpan,
        converted: JSONObject
    ) {
        let redaction = URLRedaction(
            table.pieces(of: numbers, in: url), of: url, by: rules,
            detail: numbers.hasRoute ? nil : rules.unmatched)
        self.url.removeAll(keepingCapacity: true)
        redaction.append(url, to: &self.url)
        guard numbers.hasRoute else { return }
        var left = JSONObject()
        let captured = table.parameters(of: numbers, in: url).values.merging(converted)
        for member in captured.members {
            guard !redaction.droppedParameters.contains(member.key),
                let parts = redaction.parameters[member.key]
            else { continue }
            let changed = parts.compactMap(\.self)
            guard changed.isEmpty else {
                left[member.key] = .string(changed.joined(separator: "/"))
                continue
            }
            // A converter function may return a value with more in it than the URL has.
            var value: [UInt8] = []
            JSONWriter.append(member.value, to: &value)
            if !rules.guarded.occurWithValue(in: value) { left[member.key] = member.value }
        }
        if !left.members.isEmpty { JSONWriter.append(left, to: &parameters) }
    }

    private func redactedPrincipal(_ principal: RawSpan?) -> [UInt8]? {
        guard let principal else { return nil }
        let bytes = Array(principal)
        switch rules.principal {
        case .keep: return bytes
        case .hash: return rules.hash.map { Array($0.text(for: bytes).utf8) }
        case .truncate, .drop: return nil
        }
    }

    private func redactedReferrer(_ referrer: RawSpan?) -> [UInt8]? {
        guard let referrer, rules.referrer != .drop else { return nil }
        let pieces = URLPieces(untaken: referrer, isInvalid: false)
        let redaction = URLRedaction(pieces, of: referrer, by: rules, detail: rules.referrer)
        var left: [UInt8] = []
        redaction.append(referrer, to: &left)
        return left
    }
    /// The attributes that rules leave as they are.
    ///
    /// A changed value would decide otherwise than the request's own did, so it is left out, and a
    /// replay counts it as unknown. Roles and claims are the principal's, and go with it.
    private func redactedAttributes(_ text: RawSpan?) -> [UInt8]? {
        guard let text else { return nil }
        var attributes = ResolutionRequest.Attributes(stored: Array(text))
        if rules.principal == .drop { (attributes.roles, attributes.claims) = (nil, [:]) }
        attributes.claims = kept(of: attributes.claims)
        attributes.context = kept(of: attributes.context)
        attributes.defaults = kept(of: attributes.defaults)
        guard !attributes.isEmpty else { return nil }
        var bytes: [UInt8] = []
        JSONWriter.append(attributes.json, to: &bytes)
        return bytes
    }

    /// The members whose values the rules keep.
    private func kept(of values: JSONObject) -> JSONObject {
        JSONObject(
            distinct: values.members.filter { member in
                guard member.value != .null else { return true }
                guard (rules.strictAction(named: member.key) ?? rules.others) == .keep else {
                    return false
                }
                var value: [UInt8] = []
                JSONWriter.append(member.value, to: &value)
                return !rules.guarded.occurWithValue(in: value)
            })
    }
}
