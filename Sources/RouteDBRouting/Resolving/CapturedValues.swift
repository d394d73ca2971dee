/// The captures of a match, as values.
struct CapturedValues {
    var parameters = JSONObject()
    /// The texts of all parameters in order, including those whose text is not of their type.
    var texts: [(name: String, text: String)] = []
    var wildcards: [String] = []
    /// The texts by parameter; of those with the same name, the last one.
    var textsByName: [String: String] {
        Dictionary(texts.map { ($0.name, $0.text) }) { _, last in last }
    }
    /// The parameters whose values are made by code, in order.
    var coded: [(parameter: String, converter: String, text: String)] = []
}

extension RoutingTable {
    /// The captured values of a match, without those that code converts.
    func values(of match: RouteMatch, in url: RawSpan) -> CapturedValues {
        let table = tables.objects[Int(match.namespace)]
        let shard = table.shards.objects[Int(match.shard)]
        var values = CapturedValues()
        guard let form = try? NormalForm(url, policies: table.policies) else { return values }
        let bytes = form.bytes.span.bytes
        let bounds = form.bounds.span
        shard.forEachCapture(
            of: match.variant, bytes: bytes, bounds: bounds, facts: form.facts, raw: url
        ) { capture in
            if case .queryValue = capture.kind {
                values.add(
                    shard.valueDecoding.text(capture.range, of: url), of: capture.token,
                    in: shard)
            } else if capture.token.name != nil {
                let text = shard.parameterText(bytes, capture.range)
                if let text { values.add(text, of: capture.token, in: shard) }
            } else if capture.token.is(.catchAll) {
                for segment in capture.segments {
                    let bound = form.facts.firstBound + segment
                    values.wildcards.append(bytes.text(bounds.segment(behind: bound)))
                }
            } else {
                values.wildcards.append(bytes.text(capture.range))
            }
        }
        return values
    }
}

extension RoutingTable {
    /// The value of one parameter of a match, unless code converts it.
    ///
    /// Where the match knows the ranges of its captures and these are the values' texts, the URL is not
    /// normalized again.
    func value(of name: String, of match: RouteMatch, in url: RawSpan) -> JSONValue? {
        tables.lend(Int(match.namespace)) { table in
            table.shards.lend(Int(match.shard)) { shard in
                let variant = shard.variants[Int(match.variant)]
                guard match.hasRanges, variant.flags.isEmpty, shard.takesTextAsMatched else {
                    return values(of: match, in: url).parameters[name]
                }
                guard let (token, capture) = shard.parameter(name, of: variant) else { return nil }
                let text = url.text(match.range(of: capture))
                guard let type = token.type else { return .string(text) }
                return shard.valueTypes[type].value(of: text)
            }
        }
    }

    /// The target of a match, without a copy of the rest of the route.
    func target(of match: RouteMatch) -> String { lendRoute(of: match) { $0.target } }

    /// Calls a closure with the route of a match, which is not copied.
    @inline(__always)
    func lendRoute<Result>(of match: RouteMatch, _ body: (Route) -> Result) -> Result {
        tables.lend(Int(match.namespace)) { table in
            table.shards.lend(Int(match.shard)) { shard in
                body(shard.routes[Int(shard.variants[Int(match.variant)].route)])
            }
        }
    }
}

extension RoutingShard {
    /// The token of the parameter with a name, and the index of its capture, in a variant without
    /// flags; names in a pattern are unique.
    fileprivate func parameter(
        _ name: String, of variant: Variant
    ) -> (token: Token, capture: Int)? {
        var capture = 0
        for index in 0..<Int(variant.tokenCount) {
            let token = token(variant, index)
            if token.isLiteral { continue }
            guard token.is(.mixed) else {
                if isNamed(token, name) { return (token, capture) }
                capture += 1
                continue
            }
            for piece in token.high..<token.high + token.low where !pieces[piece].isLiteral {
                if isNamed(pieces[piece], name) { return (pieces[piece], capture) }
                capture += 1
            }
        }
        return nil
    }

    private func isNamed(_ token: Token, _ name: String) -> Bool {
        token.name.map { names[$0].utf8.elementsEqual(name.utf8) } ?? false
    }
}

extension CapturedValues {
    /// Adds the text of a token, if it is a parameter.
    fileprivate mutating func add(_ text: String, of token: Token, in shard: RoutingShard) {
        guard let name = token.name.map({ shard.names[$0] }) else { return }
        texts.append((name, text))
        guard let type = token.type.map({ shard.valueTypes[$0] }) else {
            parameters[name] = .string(text)
            return
        }
        if type.isCode, let converter = type.converter?.name {
            coded.append((name, converter, text))
        } else if let value = type.value(of: text) {
            parameters[name] = value
        }
    }
}

// How a namespace turns captured bytes into values.
extension RoutingShard {
    /// Whether the text of a parameter is exactly the text that was matched.
    var takesTextAsMatched: Bool {
        policies.decoding != .parameters && policies.plus != .values && policies.fragment != .auto
    }

    /// The text of a parameter; `nil` if its decoded bytes are not valid text.
    func parameterText(_ bytes: RawSpan, _ range: Range<Int>) -> String? {
        if takesTextAsMatched { return bytes.text(range) }
        let decoding = TextDecoding(
            decodesPercent: policies.decoding == .parameters,
            plus: policies.plus == .values ? .spaceAlsoEncoded : .itself)
        var text: [UInt8] = []
        decoding.decode(range, of: bytes, into: &text)
        if policies.fragment == .auto, text.count > 1, text.last == UInt8(ascii: "#") {
            text.removeLast()
        }
        // As in a query: line ends are allowed, since many texts contain them.
        return text.contains(0) ? nil : String(validating: text, as: UTF8.self)
    }
}

extension RawSpan {
    func text(_ range: Range<Int>) -> String {
        String(decoding: extracting(range))
    }
}

extension ParameterType {
    /// The value of a text that the type accepts: a number or Boolean, a UUID in upper case, and
    /// otherwise the text, so that no digit of a `decimal` is lost.
    package func value(of text: String) -> JSONValue {
        switch self {
        case .int: Int64(text).map(JSONValue.int) ?? .string(text)
        case .number:
            Int64(text).map(JSONValue.int) ?? Double(text).map(JSONValue.double) ?? .string(text)
        case .float: Double(text).map(JSONValue.double) ?? .string(text)
        case .bool: .bool(text == "true" || text == "1")
        case .uuid: .string(text.uppercased())
        case .string, .decimal, .date, .slug, .hex, .oneOf, .path, .converter: .string(text)
        }
    }
}
