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
            of: match.variant, bytes: bytes, bounds: bounds, urlBounds: form.urlBounds, raw: url
        ) { capture in
            if case .queryValue = capture.kind {
                values.add(
                    shard.valueDecoding.text(capture.range, of: url), of: capture.token,
                    in: shard)
            } else if capture.token.name != nil {
                let text =
                    capture.kind == .segments
                    ? shard.restText(form, capture) : shard.parameterText(bytes, capture.range)
                if let text { values.add(text, of: capture.token, in: shard) }
            } else if capture.token.is(.catchAll) {
                for segment in capture.segments {
                    let bound = form.urlBounds.firstBound + segment
                    let text = bytes.text(bounds.segment(behind: bound))
                    values.wildcards.append(form.hasEscapes ? RestText.text(of: text) : text)
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
                guard match.hasRanges, shard.takesTextAsMatched else {
                    return values(of: match, in: url).parameters[name]
                }
                let found = shard.captures(of: name, in: match.variant)
                // Of several values the last one that is of its type counts.
                if found.count > 1 { return values(of: match, in: url).parameters[name] }
                guard found.count == 1 else { return nil }
                let range = match.range(of: found.last)
                if found.isQueryValue, shard.valueDecoding.changes(range, of: url) {
                    return shard.value(of: shard.valueDecoding.text(range, of: url), found.token)
                }
                return shard.value(of: url.extracting(range), found.token)
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
                body(shard.routes[Int(match.route)])
            }
        }
    }
}

// A parameter without a list of all. Types are read in place, since a copy of one would retain each of
// its parts.
extension RoutingShard {
    /// The captures of parameters with a name in a variant.
    fileprivate struct NamedCaptures {
        var count = 0
        /// The index of the last one, its token, and whether it is in the query.
        var last = 0
        var token = Token(.catchAll)
        var isQueryValue = false
    }

    /// The captures of the parameters with a name; nearly always one or none.
    @inline(__always)
    fileprivate func captures(of name: String, in variant: UInt32) -> NamedCaptures {
        name.withBytes { name in
            var (found, capture) = (NamedCaptures(), 0)
            _ = forEachCapturingToken(of: variant) { token, isQueryValue in
                if let index = token.name, names[index].withBytes({ $0.hasSameBytes(as: name) }) {
                    found = NamedCaptures(
                        count: found.count + 1, last: capture, token: token,
                        isQueryValue: isQueryValue)
                }
                capture += 1
                return true
            }
            return found
        }
    }

    /// The value of the text that a parameter captured.
    fileprivate func value(of text: String, _ token: Token) -> JSONValue? {
        guard let type = token.type else { return .string(text) }
        return withType(type) { $0.value(of: text) }
    }

    /// The value of the bytes that a parameter captured.
    fileprivate func value(of bytes: RawSpan, _ token: Token) -> JSONValue? {
        guard let type = token.type else { return .string(String(decoding: bytes)) }
        return withType(type) { $0.value(of: bytes) }
    }

    /// Calls a closure with a type, in place.
    @inline(__always)
    private func withType(_ index: Int, _ body: (borrowing ValueType) -> JSONValue?) -> JSONValue? {
        // The buffer checks no index, and is used inside its closure only.
        precondition(index < valueTypes.count, "a type of the shard")
        return unsafe valueTypes.withUnsafeBufferPointer { unsafe body($0[index]) }
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
    /// The text of a parameter; `nil` if its decoded bytes are not valid text.
    func parameterText(_ bytes: RawSpan, _ range: Range<Int>) -> String? {
        if takesTextAsMatched { return bytes.text(range) }
        var text: [UInt8] = []
        parameterDecoding.decode(range, of: bytes, into: &text)
        return valid(text)
    }

    /// The text of a parameter of several segments; `nil` if its decoded bytes are not valid text.
    func restText(_ form: NormalForm, _ capture: Capture) -> String? {
        let bytes = form.bytes.span.bytes
        guard form.hasEscapes || policies.decoding == .parameters else {
            return parameterText(bytes, capture.range)
        }
        var text: [UInt8] = []
        for segment in capture.segments {
            if segment > capture.segments.lowerBound { text.append(UInt8(ascii: "/")) }
            let range = form.bounds.span.segment(behind: form.urlBounds.firstBound + segment)
            var decoded: [UInt8] = []
            parameterDecoding.decode(range, of: bytes, into: &decoded)
            RestText.append(decoded, to: &text)
        }
        return valid(text)
    }

    private var parameterDecoding: TextDecoding {
        TextDecoding(
            decodesPercent: policies.decoding == .parameters,
            plus: policies.plus == .values ? .spaceAlsoEncoded : .itself)
    }

    private func valid(_ bytes: [UInt8]) -> String? {
        var text = bytes
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
    /// The value of a text that the type accepts: a number or Boolean, a UUID in upper case, a text of a
    /// list as the list has it, and otherwise the text, so that no digit of a `decimal` is lost.
    package func value(of text: String) -> JSONValue {
        switch self {
        case .int: Int64(text).map(JSONValue.int) ?? .string(text)
        case .number:
            Int64(text).map(JSONValue.int) ?? Double(text).map(JSONValue.double) ?? .string(text)
        case .float: Double(text).map(JSONValue.double) ?? .string(text)
        case .bool: .bool(text == "true" || text == "1")
        case .uuid: .string(text.uppercased())
        case .oneOf: .string(listed(text))
        case .string, .decimal, .date, .slug, .hex, .path, .converter: .string(text)
        }
    }
}
