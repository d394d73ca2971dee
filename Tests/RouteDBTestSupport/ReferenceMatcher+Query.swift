import RouteDBRouting

extension ReferenceMatcher.Subject {
    /// Returns the decoded query items: those of the query, then those of a fragment read as a
    /// query.
    static func items(
        of url: [UInt8], policies: NamespacePolicy.Values
    ) -> [(key: [UInt8], value: [UInt8])] {
        texts(of: url, policies).flatMap { text in
            text.split(separator: UInt8(ascii: "&")).map { item in
                let end = item.firstIndex(of: UInt8(ascii: "=")) ?? item.endIndex
                return (key(item[..<end], policies), value(item[end...].dropFirst(), policies))
            }
        }
    }

    /// Returns the texts that contain items.
    private static func texts(of url: [UInt8], _ policies: NamespacePolicy.Values) -> [[UInt8]] {
        let hash =
            policies.fragment == .text
            ? url.endIndex : url.firstIndex(of: UInt8(ascii: "#")) ?? url.endIndex
        let fragment = Array(url[hash...].dropFirst())
        var texts: [[UInt8]] = []
        if policies.query != .text {
            let question = UInt8(ascii: "?")
            // Where a scheme is required, it is all that stands before `://`.
            let start =
                policies.scheme == .required
                ? url.firstRange(of: Array("://".utf8))?.upperBound ?? 0 : 0
            let text = url[min(start, hash)..<hash]
            let mark =
                (policies.query == .strict
                    ? text.lastIndex(of: question) : text.firstIndex(of: question)) ?? hash
            texts.append(Array(url[mark..<hash].dropFirst()))
        }
        switch policies.fragment {
        case .query: texts.append(fragment)
        case .auto:
            let mark = policies.query == .text ? nil : fragment.firstIndex(of: UInt8(ascii: "?"))
            let items = Array(mark.map { fragment[$0...].dropFirst() } ?? fragment[...])
            let first = items.split(separator: UInt8(ascii: "&")).first ?? []
            let equals = first.firstIndex(of: UInt8(ascii: "=")) ?? first.endIndex
            if !first[equals...].dropFirst().isEmpty { texts.append(items) }
        case .ignore, .path, .text: break
        }
        return texts
    }

    private static func key(
        _ text: ArraySlice<UInt8>, _ policies: NamespacePolicy.Values
    ) -> [UInt8] {
        let isDecoded = policies.decoding == .all || policies.decoding == .parameters
        return decoded(text, percent: isDecoded, plus: policies.plus == .space)
    }

    private static func value(
        _ text: ArraySlice<UInt8>, _ policies: NamespacePolicy.Values
    ) -> [UInt8] {
        let value = decoded(
            text, percent: policies.decoding != .none, plus: policies.plus == .space)
        guard policies.plus == .values else { return value }
        return value.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
    }

    private static func decoded(
        _ text: ArraySlice<UInt8>, percent: Bool, plus: Bool
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = text
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2)
            if percent, byte == UInt8(ascii: "%"), digits.count == 2,
                digits.allSatisfy({ UnicodeScalar($0).properties.isASCIIHexDigit }),
                let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(plus && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            }
        }
        return bytes
    }
}

extension ReferenceMatcher.Candidate {
    /// Returns the captures of the query conditions; `nil` unless all of them hold.
    func fitQuery(_ subject: ReferenceMatcher.Subject) -> [ReferenceMatcher.Capture]? {
        var captures: [ReferenceMatcher.Capture] = []
        for condition in query {
            let key = Array(condition.key.utf8)
            let values = subject.items.filter { $0.key == key }.map(\.value)
            switch condition.test {
            case .present: if values.isEmpty { return nil }
            case .absent: if !values.isEmpty { return nil }
            case .equals(let text): if !values.contains(Array(text.utf8)) { return nil }
            case .capture(let parameter):
                guard let value = values.first(where: { rules.accepts(parameter, $0[...]) }) else {
                    return nil
                }
                captures.append(ReferenceMatcher.Capture(name: parameter.name, text: value))
            }
        }
        return captures
    }
}
