import RouteDBTestSupport

@testable import RouteDBRouting

/// Asks a compiled table for everything it knows of a URL, in the words of the reference.
struct MatcherProbe {
    let table: RoutingTable

    /// All matches in order.
    func matches(_ url: [UInt8], in namespace: String? = nil) -> ReferenceMatcher.Answer {
        var answer = ReferenceMatcher.Answer()
        var match = RouteMatch()
        var previous: RouteMatch?
        let span = url.span.bytes
        while answer.matches.count < 1_000 {
            let outcome =
                if let previous {
                    table.match(utf8: span, after: previous, into: &match)
                } else {
                    table.match(utf8: span, in: namespace, into: &match)
                }
            switch outcome {
            case .unmatched: return answer
            case .invalid:
                answer.isInvalid = true
                return answer
            case .matched: answer.matches.append(described(match, of: url))
            }
            previous = match
        }
        return answer
    }

    /// The routes and variants of all matches in order, for a request of a kind.
    func routes(_ url: [UInt8], in namespace: String?, kind: String) -> [String] {
        let request = ResolutionRequest(utf8: url, namespace: namespace, kind: kind)
        var found: [String] = []
        var resolution = table.resolve(request)
        while let route = resolution.route, found.count < 1_000 {
            let rank = table.shard(of: resolution.match).ranks[Int(resolution.match.variant)]
            found.append("\(route.id.rawValue).\(rank.variantIndex)")
            resolution = table.resolve(request, after: resolution)
        }
        return found
    }

    /// The kinds for which routes answer a request, and `*` for every other one.
    func kinds(_ url: [UInt8], in namespace: String?) -> Set<String> {
        let request = ResolutionRequest(utf8: url, namespace: namespace)
        return Set(table.kinds(answering: request).map { $0 ?? "*" })
    }

    private func described(_ match: RouteMatch, of url: [UInt8]) -> ReferenceMatcher.Match {
        let shard = table.shard(of: match)
        let rank = shard.ranks[Int(match.variant)]
        return ReferenceMatcher.Match(
            route: table.route(of: match).id, variant: Int(rank.sequence & 63),
            captures: captures(of: match, in: shard, url))
    }

    /// The captures, read off the normal form; the ranges that the match reports must agree.
    private func captures(
        of match: RouteMatch, in shard: RoutingShard, _ url: [UInt8]
    ) -> [ReferenceMatcher.Capture] {
        let raw = url.span.bytes
        let policies = table.tables.objects[Int(match.namespace)].policies
        guard let form = try? NormalForm(raw, policies: policies) else { return [] }
        var captures: [ReferenceMatcher.Capture] = []
        shard.forEachCapture(
            of: match.variant, bytes: form.bytes.span.bytes, bounds: form.bounds.span,
            urlBounds: form.urlBounds, raw: raw
        ) { capture in
            let text =
                switch capture.kind {
                case .queryValue: decoded(url, capture.range, shard)
                case .segments where policies.decoding == .all: rest(capture, of: form)
                case .segments, .text: Array(form.bytes[capture.range])
                }
            if match.hasRanges, captures.count < RouteMatch.maximumRanges {
                let range = match.range(of: captures.count)
                let reported =
                    capture.kind == .queryValue ? decoded(url, range, shard) : Array(url[range])
                // What disagrees is shown as it is, so that the comparison fails.
                if reported != text {
                    captures.append(.init(name: "wrong range", text: reported))
                    return
                }
            }
            captures.append(.init(name: name(of: capture, in: shard), text: text))
        }
        if captures.count != match.captureCount {
            captures.append(.init(name: "wrong count", text: []))
        }
        return captures
    }

    private func rest(_ capture: Capture, of form: NormalForm) -> [UInt8] {
        var text: [UInt8] = []
        for segment in capture.segments {
            if segment > capture.segments.lowerBound { text.append(UInt8(ascii: "/")) }
            RestText.append(Array(form.bytes[form.bounds.span.segment(behind: segment)]), to: &text)
        }
        return text
    }

    private func name(of capture: Capture, in shard: RoutingShard) -> String? {
        capture.token.name.map { shard.names[$0] }
    }

    private func decoded(_ url: [UInt8], _ range: Range<Int>, _ shard: RoutingShard) -> [UInt8] {
        var bytes: [UInt8] = []
        shard.valueDecoding.decode(range, of: url.span.bytes, into: &bytes)
        return bytes
    }
}
