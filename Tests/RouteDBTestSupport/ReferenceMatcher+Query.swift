import RouteDBRouting

extension ReferenceMatcher.Subject {
    /// The decoded query items: those of the query, then those of a fragment that is read so.
    static func items(
        of url: [UInt8], policies: NamespacePolicies
    ) -> [(key: [UInt8], value: [UInt8])] {
        let hash = url.firstIndex(of: UInt8(ascii: "#")) ?? url.endIndex
        let mark = url[..<hash].firstIndex(of: UInt8(ascii: "?")) ?? hash
        var texts = [Array(url[mark..<hash].dropFirst())]
        let fragment = Array(url[hash...].dropFirst())
        switch policies.fragment {
        case .query: texts.append(fragment)
        case .auto where fragment.first != UInt8(ascii: "/"): texts.append(fragment)
        default: break
        }
        let plus = policies.plus == .space
        return texts.flatMap { text in
            text.split(separator: UInt8(ascii: "&")).map { item in
                let end = item.firstIndex(of: UInt8(ascii: "=")) ?? item.endIndex
                let value = item[end...].dropFirst()
                return (decoded(item[..<end], plus: plus), decoded(value, plus: plus))
            }
        }
    }

    private static func decoded(_ text: ArraySlice<UInt8>, plus: Bool) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = text
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2)
            if byte == UInt8(ascii: "%"), digits.count == 2,
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
    /// The captures of the query conditions, if all of them hold.
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
                guard let value = values.first(where: { Self.accepts(parameter, $0[...]) }) else {
                    return nil
                }
                captures.append(ReferenceMatcher.Capture(name: parameter.name, text: value))
            }
        }
        return captures
    }
}
