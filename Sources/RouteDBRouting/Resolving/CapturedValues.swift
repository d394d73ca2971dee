/// What a match captured, as values.
struct CapturedValues {
    var parameters = JSONObject()
    var wildcards: [String] = []
}

extension RoutingTable {
    /// The values that a match captured.
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
            switch capture.kind {
            case .text, .segments:
                values.add(capture, shard, bytes: bytes, bounds: bounds, facts: form.facts)
            case .queryValue:
                let text = shard.valueDecoding.text(capture.range, of: url)
                values.parameters[shard.names[capture.token.high]] =
                    shard.value(of: text, capture.token)
            }
        }
        return values
    }
}

extension CapturedValues {
    /// Adds a capture of the host or the path.
    fileprivate mutating func add(
        _ capture: Capture, _ shard: RoutingShard, bytes: RawSpan, bounds: Span<UInt32>,
        facts: URLFacts
    ) {
        if capture.token.is(.catchAll) {
            for segment in capture.segments {
                let bound = facts.firstBound + segment
                wildcards.append(
                    Self.text(bytes, Int(bounds[bound])..<Int(bounds[bound + 1]) - 1))
            }
            return
        }
        let text = Self.text(bytes, capture.range)
        if capture.token.is(.wildcard) {
            wildcards.append(text)
        } else {
            parameters[shard.names[capture.token.high]] = shard.value(of: text, capture.token)
        }
    }

    private static func text(_ bytes: RawSpan, _ range: Range<Int>) -> String {
        bytes.extracting(range).withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
    }
}

extension RoutingShard {
    /// A captured text as a value of its parameter's type.
    fileprivate func value(of text: String, _ token: Token) -> JSONValue {
        token.is(.typedParameter) ? types[token.low].value(of: text) : .string(text)
    }
}

extension ParameterType {
    /// A text that the type accepts, as a value: numbers and truth values as such, the rest as
    /// text, so that no digit of a `decimal` is lost.
    func value(of text: String) -> JSONValue {
        switch self {
        case .int: Int64(text).map(JSONValue.int) ?? .string(text)
        case .number:
            Int64(text).map(JSONValue.int) ?? Double(text).map(JSONValue.double) ?? .string(text)
        case .float: Double(text).map(JSONValue.double) ?? .string(text)
        case .bool: .bool(text == "true" || text == "1")
        case .string, .decimal, .uuid, .date, .slug, .hex, .oneOf, .path, .converter:
            .string(text)
        }
    }
}
