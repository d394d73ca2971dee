/// Writes URLs that a variant of a pattern matches, from the texts for its places.
///
/// How a URL begins depends on the pattern, and on the policies and bindings of the namespace. If there
/// are several possibilities, all are written, the usual one first. The resolver decides which of them
/// lead to the route.
package struct URLWriter {
    /// The beginning of a URL, for a pattern without scheme or host.
    package struct Base: Hashable {
        package var scheme: String?
        /// The host as written, optionally with a port.
        package var host: String?

        package init(scheme: String? = nil, host: String? = nil) {
            (self.scheme, self.host) = (scheme, host)
        }
    }

    let spelling: URLSpelling
    /// The pattern, without groups.
    let pattern: RoutePattern
    let texts: PlaceTexts
    /// Query items after those of the pattern.
    let extras: [NormalizedURL.QueryItem]
    private var parameter = 0
    private var wildcard = 0

    package init(
        _ pattern: RoutePattern, _ texts: PlaceTexts, extras: [NormalizedURL.QueryItem],
        spelling: URLSpelling
    ) {
        self.pattern = pattern
        self.texts = texts
        self.extras = extras
        self.spelling = spelling
    }

    private var policies: NamespacePolicy.Values { spelling.policies }

    /// The URLs, the usual one first.
    package mutating func urls(_ base: Base) -> [String] {
        parameter = 0
        wildcard = 0
        let host = hostText()
        let start = (parameter, wildcard)
        let path = pathText(.segment)
        let query = queryText()
        var starts: [[UInt8]] = []
        if policies.scheme == .text {
            let isBehindHost = host != nil && policies.readsHostAsSegment(of: pattern)
            let hasSlash = path.first == UInt8(ascii: "/")
            starts = [isBehindHost ? (host ?? []) + path : Array(path.dropFirst(hasSlash ? 1 : 0))]
        } else {
            let name = pattern.scheme ?? base.scheme
            let scheme = name.map { Array("\($0):".utf8) } ?? []
            let rooted = path.first == UInt8(ascii: "/") ? path : Array("/".utf8) + path
            let slashes = Array("//".utf8)
            if let host {
                starts = [scheme + slashes + host + path]
            } else if let host = base.host {
                starts = [scheme + slashes + Array(host.utf8) + rooted]
            } else {
                if let name, allowsAuthority(behind: name) {
                    (parameter, wildcard) = start
                    let path = pathText(.authority)
                    starts.append(scheme + (path.isEmpty ? slashes : Array("/".utf8) + path))
                }
                let isAmbiguous = path.starts(with: slashes)
                starts.append(scheme + (isAmbiguous ? Array("/.".utf8) : []) + rooted)
                if !scheme.isEmpty { starts.append(scheme + slashes + rooted) }
            }
        }
        var seen: Set<[UInt8]> = []
        return starts.filter { seen.insert($0).inserted }.map {
            String(decoding: $0 + query, as: UTF8.self)
        }
    }

    /// Returns whether the first segment may be written in the place of a host.
    private func allowsAuthority(behind scheme: String) -> Bool {
        switch policies.host {
        case .component, .dotless, .authority: true
        case .auto: !WebSchemes.contains(scheme.utf8)
        case .match, .ignore: false
        }
    }

    // MARK: Parts

    /// The host with its port; `nil` if the pattern has none.
    private mutating func hostText() -> [UInt8]? {
        guard let host = pattern.host else { return nil }
        let place: URLSpelling.Place =
            policies.readsHostAsSegment(of: pattern) ? .authority : .host
        var text: [UInt8] = []
        for element in host.elements { append(element, in: place, to: &text) }
        // A segment has no port.
        if case .host = place, let port = host.port { text += Array(":\(port)".utf8) }
        return text
    }

    private mutating func pathText(_ first: URLSpelling.Place) -> [UInt8] {
        var text: [UInt8] = []
        var segment = 0
        for element in pattern.path {
            if case .separator = element { segment += 1 }
            append(element, in: segment < 2 ? first : .segment, to: &text)
        }
        return text
    }

    private mutating func append(
        _ element: PatternElement, in place: URLSpelling.Place, to text: inout [UInt8]
    ) {
        switch element {
        case .separator: text.append(UInt8(ascii: "/"))
        case .literal(let literal): text += spelling.text(literal, in: place)
        case .parameter(let parameter):
            let taken = nextParameter()
            let isPath = parameter.type == .path
            let parts = parts(taken, isPath: isPath, decodes: isPath && policies.encodesRests)
            let type = parameter.type
            text += Array(
                parts.map { spelling.value($0, of: type, in: place) }
                    .joined(separator: [UInt8(ascii: "/")]))
        case .wildcard, .catchAll:
            let decodes = element == .catchAll && policies.decoding == .all
            let parts = parts(nextWildcard(), isPath: false, decodes: decodes)
            // An empty list of segments has no slash before it.
            if parts.isEmpty, text.last == UInt8(ascii: "/") { text.removeLast() }
            text += Array(
                parts.map { spelling.text($0, in: place) }
                    .joined(separator: [UInt8(ascii: "/")]))
        case .optional: break
        }
    }

    /// The texts of the segments for a place.
    private func parts(_ text: PlaceTexts.Text, isPath: Bool, decodes: Bool) -> [String] {
        let parts =
            switch text {
            case .segments(let parts): parts
            case .one(let text) where isPath:
                text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
                    .map { String(Substring($0)) }
            case .one(let text): [text]
            }
        return decodes ? parts.map(RestText.segment) : parts
    }

    private mutating func nextParameter() -> PlaceTexts.Text {
        defer { parameter += 1 }
        return parameter < texts.parameters.count ? texts.parameters[parameter] : .one("")
    }

    private mutating func nextWildcard() -> PlaceTexts.Text {
        defer { wildcard += 1 }
        return wildcard < texts.wildcards.count ? texts.wildcards[wildcard] : .one("")
    }

    private mutating func queryText() -> [UInt8] {
        var items: [[UInt8]] = []
        for condition in pattern.query {
            var text: String?
            if case .capture = condition.test, case .one(let own) = nextParameter() { text = own }
            if extras.contains(where: { meets(condition, $0, text) }) { continue }
            switch condition.test {
            case .equals(let value): items.append(item(condition.key, value))
            case .capture: items.append(item(condition.key, text))
            case .present:
                items.append(item(condition.key, policies.query == .strict ? "" : nil))
            case .absent: break
            }
        }
        items += extras.map { item($0.key, $0.value) }
        return items.isEmpty ? [] : Array("?".utf8) + items.joined(separator: [UInt8(ascii: "&")])
    }

    /// Returns whether an item that is already written satisfies a condition.
    private func meets(
        _ condition: QueryCondition, _ item: NormalizedURL.QueryItem, _ text: String?
    ) -> Bool {
        guard condition.key.utf8.elementsEqual(item.key.utf8) else { return false }
        let value = item.value ?? ""
        switch condition.test {
        case .equals(let wanted): return wanted.utf8.elementsEqual(value.utf8)
        case .capture(let parameter):
            guard let text else { return false }
            if text.utf8.elementsEqual(value.utf8) { return true }
            let type = spelling.valueType(parameter.type)
            return type.value(of: text).map { $0 == type.value(of: value) } ?? false
        case .present: return true
        case .absent: return false
        }
    }

    private func item(_ key: String, _ value: String?) -> [UInt8] {
        spelling.key(key)
            + (value.map { [UInt8(ascii: "=")] + spelling.queryValue($0) } ?? [])
    }
}

// Values as they are written in URLs.
extension ValueType {
    /// The text of a value, which ``value(of:)`` reads back.
    ///
    /// Numbers and Booleans have one spelling; a UUID is in upper case. A text is taken as the value it
    /// spells, so `"42"` is an `int`. If a map has several keys for one value, the first is used.
    func text(of value: JSONValue) -> String? {
        guard let written = value.scalarText else { return nil }
        if readsAnyBool { return self.value(of: written)?.scalarText }
        switch converter?.rule {
        case .map(let values):
            let member =
                values.members.first { $0.value == value }
                ?? values.members.first {
                    $0.value.scalarText?.utf8.elementsEqual(written.utf8) == true
                }
            return member?.key
        case .affix(let prefix, let suffix):
            let bytes = Array(written.utf8)
            guard bytes.count > prefix.utf8.count + suffix.utf8.count,
                bytes.starts(with: prefix.utf8),
                bytes.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
            else { return nil }
            let inner = bytes[prefix.utf8.count..<(bytes.count - suffix.utf8.count)]
            return String(validating: inner, as: UTF8.self)
        case .allow, .any, .code, nil:
            return canonical(written).flatMap { accepts($0) ? $0 : nil }
                ?? (accepts(written) ? written : nil)
        }
    }

    private func accepts(_ text: String) -> Bool { text.withBytes { matched.accepts($0) } }

    /// The canonical spelling of a text.
    private func canonical(_ text: String) -> String? {
        switch matched {
        case .int:
            // An integer may come as a double, since some languages have no other numbers.
            if let number = Double(text), !accepts(text) {
                return Int64(exactly: number).map(String.init)
            }
            return accepts(text) ? matched.value(of: text).scalarText : nil
        case .float, .number, .bool, .uuid:
            return accepts(text) ? matched.value(of: text).scalarText : nil
        case .oneOf: return matched.listed(text)
        case .string, .decimal, .date, .slug, .hex, .path, .converter: return text
        }
    }
}

extension JSONValue {
    /// The text of a string, a number or a Boolean.
    var scalarText: String? {
        switch self {
        case .string(let text): text
        case .int, .double, .bool: plainText
        case .null, .array, .object: nil
        }
    }
}
