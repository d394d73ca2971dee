extension RoutingTable {
    /// Appends the captured parameters, those of ``Resolution/parameters``, as a JSON object.
    ///
    /// - Complexity: Linear in the URL. For a URL in plain form, no string is created.
    package func appendParameters(
        of numbers: ResolutionNumbers, in url: RawSpan, converted: JSONObject,
        to bytes: inout [UInt8]
    ) {
        let match = numbers.match
        guard numbers.hasRoute, match.captureCount > 0 else { return }
        let start = bytes.count
        var isWritten = false
        if match.hasRanges {
            isWritten = tables.lend(Int(match.namespace)) { table in
                table.shards.lend(Int(match.shard)) {
                    ParametersWriter.append($0, match, url, to: &bytes)
                }
            }
        }
        if isWritten { return }
        bytes.removeSubrange(start...)
        let parameters = values(of: match, in: url).parameters.merging(converted)
        if !parameters.members.isEmpty { JSONWriter.append(parameters, to: &bytes) }
    }
}

/// Writes the parameters of a match from the bytes of the URL.
private struct ParametersWriter {
    private let shard: RoutingShard
    /// A bit for each name that was written, selected by the last six bits of its number.
    private var names: UInt64 = 0

    /// Appends the parameters, if copying bytes is enough.
    static func append(
        _ shard: RoutingShard, _ match: RouteMatch, _ url: RawSpan, to bytes: inout [UInt8]
    ) -> Bool {
        guard !shard.needsCode, shard.takesTextAsMatched else { return false }
        var writer = ParametersWriter(shard: shard)
        var index = 0
        let isDone = shard.forEachCapturingToken(of: match.variant) { token, isQueryValue in
            let range = match.range(of: index)
            index += 1
            return writer.append(token, url, range, isQueryValue: isQueryValue, to: &bytes)
        }
        guard isDone, index == match.captureCount else { return false }
        if writer.names != 0 { bytes.append(UInt8(ascii: "}")) }
        return true
    }

    private init(shard: RoutingShard) { self.shard = shard }

    private mutating func append(
        _ token: Token, _ url: RawSpan, _ range: Range<Int>, isQueryValue: Bool,
        to bytes: inout [UInt8]
    ) -> Bool {
        guard let name = token.name else { return true }
        if isQueryValue, shard.valueDecoding.changes(range, of: url) { return false }
        // Another parameter may have the same name; the last one wins.
        let bit = UInt64(1) << UInt64(name & 63)
        guard names & bit == 0 else { return false }
        bytes.append(UInt8(ascii: names == 0 ? "{" : ","))
        names |= bit
        JSONWriter.append(shard.names[name], to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        guard let type = token.type else {
            Self.append(url.extracting(range), to: &bytes)
            return true
        }
        // Only texts that the matcher has checked are known to be of the type.
        guard token.is(.typedParameter), shard.valueTypes[type].converter == nil else {
            return false
        }
        switch shard.types[type] {
        case .int: return Self.appendNumber(url.extracting(range), to: &bytes)
        case .oneOf(_, foldsCase: true): return false
        case .string, .decimal, .date, .slug, .hex, .oneOf, .path:
            Self.append(url.extracting(range), to: &bytes)
            return true
        case .number, .float, .bool, .uuid, .converter: return false
        }
    }

    private static func append(_ text: RawSpan, to bytes: inout [UInt8]) {
        // The writer reads the buffer before it returns.
        unsafe text.withUnsafeBytes { unsafe JSONWriter.append($0, to: &bytes) }
    }

    /// Appends an integer as it is written, if JSON writes it the same way.
    private static func appendNumber(_ text: RawSpan, to bytes: inout [UInt8]) -> Bool {
        guard text.byteCount > 0, text.byteCount <= 18 else { return false }
        guard text.byteCount == 1 || text.byte(at: 0) != UInt8(ascii: "0") else { return false }
        for offset in 0..<text.byteCount where !text.byte(at: offset).isASCIIDigit { return false }
        bytes.append(contentsOf: text)
        return true
    }
}
