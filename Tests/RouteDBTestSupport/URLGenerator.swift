package import RouteDBRouting

/// Generates random URLs from a seed: some that patterns match, some that they almost match, and
/// damaged ones.
package struct URLGenerator {
    package var random: SeededGenerator
    private let texts: [[UInt8]]
    private var patterns: [(pattern: RoutePattern, variants: [PatternVariant])] = []
    private var last: [UInt8] = []

    /// Creates a generator.
    ///
    /// - Parameters:
    ///   - seed: The seed.
    ///   - texts: Texts for segments, hosts and values, in addition to those of patterns.
    package init(seed: UInt64, texts: [String]) {
        random = SeededGenerator(seed: seed)
        self.texts = texts.map { Array($0.utf8) }
    }

    /// Sets the routes near which URLs are generated from now on.
    package mutating func aim(at routes: [Route]) {
        patterns = routes.compactMap(\.pattern).map { ($0, $0.variants()) }
        last = []
    }

    /// Generates a URL near one that a route matches, or near the previous URL.
    package mutating func url() -> [UInt8] {
        if !last.isEmpty, random.oneIn(3) {
            defer { last = [] }
            return mutation(of: last)
        }
        if patterns.isEmpty || random.oneIn(24) { return junk() }
        let (pattern, variants) = random.pick(patterns)
        last = scheme(of: pattern) + authority(of: pattern) + path(of: random.pick(variants))
        last += query(of: pattern)
        if random.oneIn(8) { last += fragment() }
        return last
    }

    /// Generates a text of special characters and letters.
    package mutating func junk() -> [UInt8] {
        let marks = Array("//:?#&=@[].%2F%aA1-+\\ é".utf8)
        var url: [UInt8] = random.oneIn(2) ? Array("app://a/".utf8) : []
        for _ in 0..<random.below(24) {
            url.append(random.oneIn(16) ? UInt8(random.below(256)) : random.pick(marks))
        }
        return url
    }

    /// Damages a URL: bytes are removed, doubled, swapped or replaced.
    package mutating func mutation(of url: [UInt8]) -> [UInt8] {
        random.damaged(url, marks: Array("/:?#&=@.%2Fab1-A".utf8))
    }

    // MARK: Parts

    private mutating func scheme(of pattern: RoutePattern) -> [UInt8] {
        let isOther = random.oneIn(12)
        guard let scheme = isOther ? "b" : pattern.scheme else {
            return random.oneIn(3) ? [] : Array(random.pick(["app:", "https:"]).utf8)
        }
        return Array((random.oneIn(8) ? scheme.uppercased() : scheme).utf8) + [UInt8(ascii: ":")]
    }

    private mutating func authority(of pattern: RoutePattern) -> [UInt8] {
        var host: [UInt8]
        if let elements = pattern.host?.elements, !random.oneIn(10) {
            host = text(of: elements)
        } else if random.oneIn(3) {
            host = random.pick(texts + [Array("x.example.com".utf8), Array("y.com".utf8)])
        } else {
            return random.oneIn(6) ? Array("//".utf8) : []
        }
        if random.oneIn(10) { host = host.map { 0x61...0x7A ~= $0 ? $0 - 0x20 : $0 } }
        if random.oneIn(12) { host.append(UInt8(ascii: ".")) }
        if random.oneIn(12) { host = encoded(host) }
        var authority = Array("//".utf8)
        if random.oneIn(12) {
            authority += Array((random.oneIn(8) ? "evil.com\\@" : "user:a%40b@").utf8)
        }
        authority += host
        let port = random.oneIn(12) ? 80 : pattern.host?.port
        if let port, !random.oneIn(6) { authority += Array(":\(port)".utf8) }
        return authority
    }

    private mutating func path(of variant: PatternVariant) -> [UInt8] {
        var segments: [[UInt8]] = []
        for segment in variant.segments { segments += texts(of: segment) }
        if random.oneIn(6) { damage(&segments) }
        var path: [UInt8] = []
        for segment in segments {
            if random.oneIn(24) {
                path += Array(random.pick(["/.", "/%2e", "/a/..", "//", "/..%2F", "/a%2f."]).utf8)
            }
            path += [UInt8(ascii: "/")] + (random.oneIn(10) ? encoded(segment) : segment)
        }
        if variant.hasTrailingSlash != random.oneIn(6) { path.append(UInt8(ascii: "/")) }
        return path
    }

    private mutating func damage(_ segments: inout [[UInt8]]) {
        switch random.below(3) {
        case 0: segments.append(random.pick(texts))
        case 1: segments.insert(random.pick(texts), at: random.below(segments.count + 1))
        default: if !segments.isEmpty { segments.remove(at: random.below(segments.count)) }
        }
    }

    private mutating func texts(of segment: PatternSegment) -> [[UInt8]] {
        switch segment {
        case .literal(let text):
            return [random.oneIn(12) ? random.pick(texts) : Array(text.utf8)]
        case .parameter(let parameter): return [value(of: parameter.type)]
        case .mixed(let elements): return [text(of: elements)]
        case .wildcard: return [random.pick(texts)]
        case .path: return (0..<1 + random.below(3)).map { _ in random.pick(texts) }
        case .catchAll: return (0..<random.below(3)).map { _ in random.pick(texts) }
        }
    }

    private mutating func text(of elements: [PatternElement]) -> [UInt8] {
        var text: [UInt8] = []
        for element in elements {
            switch element {
            case .literal(let literal): text += Array(literal.utf8)
            case .parameter(let parameter): text += value(of: parameter.type)
            default: text += random.pick(texts)
            }
        }
        return text
    }

    private mutating func value(of type: ParameterType) -> [UInt8] {
        if random.oneIn(4) { return random.pick(texts) + random.pick(texts) }
        let values =
            switch type {
            case .int: ["1", "9", "12", "-3", "007"]
            case .bool: ["true", "0"]
            case .hex: ["ab", "12", "F0"]
            case .slug: ["a-b", "a", "ab-12"]
            case .oneOf(let texts, _): texts + texts.map { $0.uppercased() }
            default: ["a", "b-a", "x.y"]
            }
        return Array(random.pick(values).utf8)
    }

    private mutating func query(of pattern: RoutePattern) -> [UInt8] {
        var items: [[UInt8]] = []
        for condition in pattern.query {
            if random.oneIn(8) { items.append(random.pick(texts)) }
            let key = Array(condition.key.utf8)
            switch condition.test {
            case .equals(let text): items.append(key + [UInt8(ascii: "=")] + Array(text.utf8))
            case .capture(let parameter):
                if random.oneIn(4) { items.append(key + Array("=%2B+".utf8)) }
                items.append(key + [UInt8(ascii: "=")] + value(of: parameter.type))
            case .present: items.append(key)
            case .absent: if random.oneIn(6) { items.append(key) }
            }
        }
        if items.isEmpty, !random.oneIn(10) { return [] }
        if random.oneIn(6) { items = items.map { encoded($0) } }
        return [UInt8(ascii: "?")] + items.joined(separator: [UInt8(ascii: "&")])
    }

    private mutating func fragment() -> [UInt8] {
        let text = random.pick(["#", "#a", "#/a", "#a=b", "#/a/b/", "#ab=12&b", "#/../b", "#%41=a"])
        return Array(text.utf8)
    }

    /// Returns the bytes with some of them percent-encoded, occasionally a slash.
    private mutating func encoded(_ text: [UInt8]) -> [UInt8] {
        var out: [UInt8] = []
        for byte in text {
            let isMark = byte == UInt8(ascii: "=") || byte == UInt8(ascii: "[")
            guard !isMark, random.oneIn(2) else {
                out.append(byte)
                continue
            }
            let digits = String(byte, radix: 16, uppercase: random.oneIn(2))
            out += Array(("%" + (digits.utf8.count == 1 ? "0" : "") + digits).utf8)
        }
        if random.oneIn(16) { out += Array("%2F".utf8) }
        return out
    }
}
