extension URLPieces {
    /// Adds the captures of a match; captured query items get the parameter's name.
    mutating func addCaptures(
        _ url: RawSpan, _ form: NormalForm, of match: RouteMatch, in shard: RoutingShard
    ) {
        let bytes = form.bytes.span.bytes
        shard.forEachCapture(
            of: match.variant, bytes: bytes, bounds: form.bounds.span, facts: form.facts, raw: url
        ) { capture in
            let name = capture.token.name.map { shard.names[$0] }
            switch capture.kind {
            case .queryValue: addValue(url, capture.range, of: name)
            case .segments:
                for (index, segment) in capture.segments.enumerated() {
                    let range = form.bounds.span.segment(behind: form.facts.firstBound + segment)
                    var piece = Self.piece(.capture, bytes, range, name, in: shard)
                    piece.ranges = form.written(range, inSegment: segment, of: url)
                    piece.continues = index > 0
                    pieces.append(piece)
                }
            case .text:
                let isHost = form.facts.hasHost && capture.range.upperBound <= form.facts.hostEnd
                var piece = Self.piece(
                    isHost ? .host : .capture, bytes, capture.range, name, in: shard)
                piece.ranges =
                    isHost
                    ? Self.writtenInHost(capture.range, form, url)
                    : Self.writtenInPath(capture.range, form, url)
                pieces.append(piece)
            }
        }
    }

    private static func piece(
        _ place: URLPiece.Place, _ bytes: RawSpan, _ range: Range<Int>, _ name: String?,
        in shard: RoutingShard
    ) -> URLPiece {
        let text = name == nil ? nil : shard.parameterText(bytes, range)
        return URLPiece(
            place: place, ranges: [], parameter: name, text: text ?? bytes.text(range))
    }

    private mutating func addValue(_ url: RawSpan, _ range: Range<Int>, of name: String?) {
        let item = pieces.firstIndex { $0.place == .value && $0.ranges == [range] }
        if let item {
            pieces[item].parameter = name
        } else {
            let text = policies.valueDecoding.text(range, of: url)
            pieces.append(URLPiece(place: .value, ranges: [range], parameter: name, text: text))
        }
    }

    private static func writtenInPath(
        _ range: Range<Int>, _ form: NormalForm, _ url: RawSpan
    ) -> [Range<Int>] {
        let bounds = form.bounds.span
        for segment in 0..<form.facts.segmentCount {
            let text = bounds.segment(behind: segment)
            guard text.lowerBound <= range.lowerBound, range.upperBound <= text.upperBound else {
                continue
            }
            return form.written(range, inSegment: segment, of: url)
        }
        return []
    }

    private static func writtenInHost(
        _ range: Range<Int>, _ form: NormalForm, _ url: RawSpan
    ) -> [Range<Int>] {
        guard let authority = form.parts.authority else { return [] }
        let host = (try? AuthorityParts(url, authority))?.host ?? authority
        return form.written(range, inHost: host, of: url).map { [$0] } ?? []
    }
}

extension RoutingTable {
    /// The pieces of a URL that this table resolved.
    ///
    /// - Parameters:
    ///   - numbers: The result of the resolution.
    ///   - url: Its URL.
    /// - Returns: The pieces: what the pattern captured, and all items; without a route, all
    ///   segments and items.
    package func pieces(of numbers: ResolutionNumbers, in url: RawSpan) -> URLPieces {
        if numbers.hasRoute {
            return URLPieces(url, of: numbers.match, in: shard(of: numbers.match))
        }
        return URLPieces(
            untaken: url, policies: namespaceTable(of: numbers.match)?.policies ?? .native,
            isInvalid: numbers.outcome == .invalid)
    }

    /// The captured parameters of a URL that this table resolved, and their texts before conversion.
    package func parameters(
        of numbers: ResolutionNumbers, in url: RawSpan
    ) -> (values: JSONObject, texts: [String: String]) {
        guard numbers.hasRoute else { return (JSONObject(), [:]) }
        let captured = values(of: numbers.match, in: url)
        return (captured.parameters, captured.texts)
    }
}
