/// A piece of a URL, as written, that may hold personal data.
package struct URLPiece: Sendable {
    /// The part of the URL that a piece belongs to.
    package enum Place: Sendable {
        /// The user name and password before the host, with the `@` after them.
        case userInfo
        /// A text that a pattern captured from the host.
        case host
        /// A text that a pattern captured from the path, named or not.
        case capture
        /// A segment of an unmatched URL, which may be a literal or a value.
        case segment
        /// A part of the path that dot segments removed, so that no pattern has seen it.
        case removed
        /// The value of an item of the query or of the fragment.
        case value
        /// An item of the query or of the fragment without `=`, which may be a key or a value.
        case key
    }

    package var place: Place
    /// Where it is written; several ranges if a fragment continues a segment.
    package var ranges: [Range<Int>]
    /// The parameter that captured it.
    package var parameter: String?
    /// The key of the item, decoded.
    package var key: String?
    /// The decoded text.
    package var text: String
    /// Where the key of the item is written; `nil` for a key that only looks like one.
    package internal(set) var keyRange: Range<Int>?
    /// True if the pattern lets it have few values: it is a number, a Boolean, one of a list, or what
    /// a condition names.
    package internal(set) var isClosed = false
    /// True if the piece continues the capture of a parameter with a further segment.
    package var continues = false
}

/// The pieces of a URL, and where its parts end.
package struct URLPieces: Sendable {
    package internal(set) var pieces: [URLPiece] = []
    /// Where the authority ends; without one, where the scheme ends.
    package internal(set) var hostEnd = 0
    /// Where the query or fragment begins.
    package internal(set) var pathEnd = 0

    /// The ranges that a pattern matched as literals or captures; any other part of the URL may
    /// hold secrets.
    package internal(set) var taken: [Range<Int>] = []

    /// The keys of the query that the pattern reads.
    package internal(set) var keys: Set<String> = []

    /// True if a route matched the URL.
    package let isMatched: Bool

    package let policies: NamespacePolicy.Values

    /// Finds the pieces of an unmatched URL: all of its segments and items.
    package init(untaken url: RawSpan, policies: NamespacePolicy.Values = .native, isInvalid: Bool)
    {
        (self.policies, isMatched) = (policies, false)
        let parts = URLParts(url, policies: policies)
        setEnds(parts)
        if let authority = parts.authority {
            let last = isInvalid ? parts.path.upperBound : authority.upperBound
            addUserInfo(url, authority.lowerBound..<last)
        }
        addSegments(url, parts.path, as: .segment)
        addQuery(url, parts)
        if let fragment = parts.fragment {
            addItems(url, fragment)
            // A fragment may be a path.
            addSegments(url, fragment, as: nil)
        }
    }

    /// Finds the pieces of a URL that a route matched: what its pattern captured, and all items.
    ///
    /// If the URL cannot be read again as the table read it, all of it is one piece.
    init(_ url: RawSpan, of match: RouteMatch, in shard: RoutingShard) {
        (policies, isMatched) = (shard.policies, true)
        let form: NormalForm
        do throws(InvalidURL) {
            form = try NormalForm(url, policies: policies, keepsSources: true)
        } catch {
            pieces = [URLPiece(place: .removed, ranges: [0..<url.byteCount], text: "")]
            return
        }
        setEnds(form.parts)
        if let authority = form.parts.authority { addUserInfo(url, authority) }
        let fragment = FragmentReading(url, form.parts.fragment, policies)
        addQuery(url, form.parts)
        if let items = fragment.items { addItems(url, items) }
        if let rest = fragment.rest { addItems(url, rest) }
        taken.append(form.parts.path)
        if let more = fragment.segments ?? fragment.tail { taken.append(more) }
        for part in taken { addRemoved(url, form, part) }
        if let rest = fragment.rest ?? fragment.items { addSegments(url, rest, as: nil) }
        addCaptures(url, form, of: match, in: shard)
    }

    private mutating func setEnds(_ parts: URLParts) {
        let schemeEnd = parts.scheme.isEmpty ? 0 : parts.scheme.upperBound + 1
        hostEnd = parts.authority?.upperBound ?? schemeEnd
        pathEnd = parts.path.upperBound
    }

    private mutating func addUserInfo(_ url: RawSpan, _ range: Range<Int>) {
        guard let mark = range.last(where: { url.byte(at: $0) == UInt8(ascii: "@") }) else {
            return
        }
        pieces.append(
            URLPiece(place: .userInfo, ranges: [range.lowerBound..<mark + 1], text: ""))
    }

    /// Adds the text between slashes, without dot segments; segments that dot segments remove are
    /// added as removed.
    ///
    /// Without a place for the other segments, only the removed ones are added.
    private mutating func addSegments(
        _ url: RawSpan, _ range: Range<Int>, as place: URLPiece.Place?
    ) {
        var segments: [(range: Range<Int>, place: URLPiece.Place?)] = []
        // Segments that a later dot segment may remove.
        var open: [Int] = []
        for segment in Self.slashed(url, range) where !segment.isEmpty {
            switch NormalForm.dotCount(url, segment) {
            case 0:
                open.append(segments.count)
                segments.append((segment, place))
            case 2:
                if let last = open.popLast() { segments[last].place = .removed }
            default: break
            }
        }
        for (range, place) in segments {
            guard let place else { continue }
            let text = TextDecoding().text(range, of: url)
            pieces.append(URLPiece(place: place, ranges: [range], text: text))
        }
    }

    /// Adds the parts of the path that are in no segment of the normal form.
    private mutating func addRemoved(_ url: RawSpan, _ form: NormalForm, _ area: Range<Int>) {
        var start = area.lowerBound
        for source in form.sources where source.range.overlaps(area) {
            if start < source.range.lowerBound {
                addSegments(url, start..<source.range.lowerBound, as: .removed)
            }
            start = source.range.upperBound
        }
        if start < area.upperBound { addSegments(url, start..<area.upperBound, as: .removed) }
    }

    /// Adds the items of the query, and of any part dropped before it.
    private mutating func addQuery(_ url: RawSpan, _ parts: URLParts) {
        guard let query = parts.query, let whole = parts.wholeQuery else { return }
        var start = whole.lowerBound
        while start < query.lowerBound {
            let end = URLParts.offset(of: UInt8(ascii: "?"), in: url, from: start)
            addItems(url, start..<end)
            start = end + 1
        }
        addItems(url, query)
    }

    /// Adds the items of a query or of a fragment.
    private mutating func addItems(_ url: RawSpan, _ range: Range<Int>) {
        var scanner = QueryItemScanner(range)
        while let item = scanner.next(in: url) {
            let key = policies.keyDecoding.text(item.key, of: url)
            // A text whose only `=` are at its end may be an encoded value, such as Base64.
            let value = item.value.flatMap { range in
                range.contains { url.byte(at: $0) != UInt8(ascii: "=") } ? range : nil
            }
            if let value {
                let text = policies.valueDecoding.text(value, of: url)
                pieces.append(
                    URLPiece(
                        place: .value, ranges: [value], key: key, text: text, keyRange: item.key))
            }
            if value == nil || !Self.isName(item.key, of: url) {
                pieces.append(
                    URLPiece(
                        place: .key, ranges: [item.key], key: key, text: key,
                        keyRange: value == nil ? item.key : nil))
            }
        }
    }

    /// Returns whether a key looks like a name, rather than like text that contains `=`.
    private static func isName(_ range: Range<Int>, of url: RawSpan) -> Bool {
        guard range.count <= longestName else { return false }
        return range.allSatisfy { offset in
            switch url.byte(at: offset) {
            case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "@"): false
            default: true
            }
        }
    }

    /// The longest key that counts as a name, in bytes.
    private static let longestName = 64
}

extension URLPieces {
    /// Adds the captures of a match; captured query items get the parameter's name.
    mutating func addCaptures(
        _ url: RawSpan, _ form: NormalForm, of match: RouteMatch, in shard: RoutingShard
    ) {
        let bytes = form.bytes.span.bytes
        shard.forEachCapture(
            of: match.variant, bytes: bytes, bounds: form.bounds.span, urlBounds: form.urlBounds,
            raw: url
        ) { capture in
            let name = capture.token.name.map { shard.names[$0] }
            switch capture.kind {
            case .queryValue:
                let isClosed = shard.isClosed(
                    capture.token, policies.valueDecoding.text(capture.range, of: url))
                addValue(url, capture.range, of: name, isClosed: isClosed)
            case .segments:
                for (index, segment) in capture.segments.enumerated() {
                    let range = form.bounds.span.segment(
                        behind: form.urlBounds.firstBound + segment)
                    var piece = Self.piece(.capture, bytes, range, name, in: shard)
                    piece.ranges = form.written(range, inSegment: segment, of: url)
                    piece.continues = index > 0
                    pieces.append(piece)
                }
            case .text:
                let isHost =
                    form.urlBounds.hasHost && capture.range.upperBound <= form.urlBounds.hostEnd
                var piece = Self.piece(
                    isHost ? .host : .capture, bytes, capture.range, name, in: shard)
                piece.isClosed = shard.isClosed(capture.token, piece.text)
                piece.ranges =
                    isHost
                    ? Self.writtenInHost(capture.range, form, url)
                    : Self.writtenInPath(capture.range, form, url)
                pieces.append(piece)
            }
        }
        addConditions(url, form, of: match, in: shard)
    }

    /// Notes the keys that the pattern reads, and marks the values that its conditions name.
    private mutating func addConditions(
        _ url: RawSpan, _ form: NormalForm, of match: RouteMatch, in shard: RoutingShard
    ) {
        for condition in shard.conditions[match.variant]?.query ?? [] {
            keys.insert(String(decoding: condition.key, as: UTF8.self))
            guard case .equals = condition.test,
                let range = shard.value(of: condition, urlBounds: form.urlBounds, raw: url),
                let item = pieces.firstIndex(where: { $0.place == .value && $0.ranges == [range] })
            else { continue }
            pieces[item].isClosed = true
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

    private mutating func addValue(
        _ url: RawSpan, _ range: Range<Int>, of name: String?, isClosed: Bool
    ) {
        let item = pieces.firstIndex { $0.place == .value && $0.ranges == [range] }
        if let item {
            pieces[item].parameter = name
            pieces[item].isClosed = isClosed
        } else {
            let text = policies.valueDecoding.text(range, of: url)
            pieces.append(URLPiece(place: .value, ranges: [range], parameter: name, text: text))
        }
    }

    private static func writtenInPath(
        _ range: Range<Int>, _ form: NormalForm, _ url: RawSpan
    ) -> [Range<Int>] {
        let bounds = form.bounds.span
        for segment in 0..<form.urlBounds.segmentCount {
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
        return (captured.parameters, captured.textsByName)
    }
}

extension RoutingShard {
    /// Returns whether a captured text is of a type that has few values, or tells little: a number, a
    /// Boolean, or one of a list.
    fileprivate func isClosed(_ token: Token, _ text: String) -> Bool {
        guard let index = token.type else { return false }
        let type = token.is(.typedParameter) ? types[index] : valueTypes[index].matched
        switch type {
        case .int, .float, .decimal, .number, .bool, .oneOf: break
        case .string, .uuid, .date, .slug, .hex, .path, .converter: return false
        }
        return type.accepts(Array(text.utf8).span.bytes)
    }
}
