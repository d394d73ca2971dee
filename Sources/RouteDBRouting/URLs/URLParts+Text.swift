// The parts as people read them, for counting and searching: any URL has them, also one that no
// namespace accepts.
extension URLParts {
    /// Returns the host, decoded and in lower case; `nil` without one, or if it is not valid.
    package func hostText(in url: RawSpan) -> String? {
        guard let authority, let parts = try? AuthorityParts(url, authority), !parts.host.isEmpty
        else { return nil }
        return url.decodedText(parts.host).lowercased()
    }

    /// Returns the path, decoded once; dot segments and case stay as they are.
    package func pathText(in url: RawSpan) -> String { url.decodedText(path) }

    /// Returns the values of the query by their keys, as ``NormalizedURL/QueryItem/value(of:in:)`` finds each.
    package func queryObject(in url: RawSpan) -> JSONObject {
        var object = JSONObject()
        guard let query else { return object }
        var scanner = QueryItemScanner(query)
        while let item = scanner.next(in: url) {
            let key = url.decodedText(item.key, plusIsSpace: true)
            guard object[key] == nil else { continue }
            object[key] = .string(item.value.map { url.decodedText($0, plusIsSpace: true) } ?? "")
        }
        return object
    }
}

extension RawSpan {
    /// The text of a range, decoded once; as written, with U+FFFD, if the result is not UTF-8.
    func decodedText(_ range: Range<Int>, plusIsSpace: Bool = false) -> String {
        let bytes = Array(extracting(range))
        return PercentCoding.decoded(bytes[...], plusIsSpace: plusIsSpace)
            ?? String(decoding: bytes, as: UTF8.self)
    }
}
