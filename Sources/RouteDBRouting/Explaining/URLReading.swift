/// A URL as parsed by one namespace, to test against the matcher piece by piece.
struct URLReading {
    let form: NormalForm
    /// The URL as written.
    let url: [UInt8]

    init(_ url: [UInt8], _ policies: NamespacePolicies) throws(InvalidURL) {
        self.url = url
        form = try NormalForm(url.span.bytes, policies: policies)
    }

    var segmentCount: Int { form.facts.segmentCount }

    /// The text of the segment with this index.
    func segment(_ index: Int) -> String {
        let range = form.bounds.span.segment(behind: form.facts.firstBound + index)
        return String(decoding: form.bytes[range], as: UTF8.self)
    }

    /// The segments from this index on, separated by slashes.
    func segments(from first: Int) -> String {
        (first..<max(first, segmentCount)).map(segment).joined(separator: "/")
    }

    var scheme: String? {
        form.facts.schemeEnd < 0
            ? nil : String(decoding: form.bytes[..<form.facts.schemeEnd], as: UTF8.self)
    }

    var host: String? {
        guard form.facts.hasHost else { return nil }
        let range = form.facts.hostStart..<form.facts.hostEnd
        return String(decoding: form.bytes[range], as: UTF8.self)
    }

    /// The shards of a namespace that the search visits.
    func askedShards(of table: NamespaceTable) -> [Int] {
        var asked = AskedShards()
        var scratch = [UInt32](repeating: 0, count: RoutingShard.maximumPending)
        var pending = scratch.mutableSpan
        var match = RouteMatch()
        _ = table.firstMatch(
            bytes: form.bytes.span.bytes, bounds: form.bounds.span, facts: form.facts,
            raw: url.span.bytes, isNormal: true, after: nil, pending: &pending, match: &match,
            observer: &asked)
        return asked.shards
    }

    // MARK: Asking the matcher

    /// Whether a variant's token matches the segment with the same index.
    func fits(_ variant: UInt32, token: Int, of shard: RoutingShard) -> Bool {
        let first = shard.variants[Int(variant)].firstToken + UInt32(token)
        return shard.matchesRun(
            first, count: 1, at: token, bytes: form.bytes.span.bytes, bounds: form.bounds.span,
            facts: form.facts)
    }

    /// Whether the URL fits a variant, in its segments and in its other conditions.
    func matches(_ variant: UInt32, of shard: RoutingShard) -> Bool {
        shard.matches(
            variant, bytes: form.bytes.span.bytes, bounds: form.bounds.span, facts: form.facts,
            raw: url.span.bytes)
    }

    /// Whether all conditions are met.
    func holds(_ conditions: RoutingShard.Conditions, of shard: RoutingShard) -> Bool {
        shard.holds(
            conditions, bytes: form.bytes.span.bytes, facts: form.facts, raw: url.span.bytes)
    }
}
