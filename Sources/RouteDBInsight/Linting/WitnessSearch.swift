import RouteDBRouting

/// Builds URLs that should fit given variants, and asks the matcher which routes they fit.
struct WitnessSearch {
    /// The parts that a URL must have.
    struct Parts {
        /// The texts of the scheme, the host and the segments; `nil` means anything or nothing.
        var texts: [[UInt8]?]
        var port: UInt16?
        var hasTrailingSlash = false
        /// Keys and values of the query; a `nil` value stands for a key without `=`.
        var query: [(key: [UInt8], value: [UInt8]?)] = []
    }

    /// A URL, resolved in a named namespace or in the one that the URL is bound to.
    struct Probe {
        fileprivate let search: WitnessSearch
        let url: [UInt8]
        /// The name of the namespace, or `nil` for the one that the URL is bound to.
        let name: String?

        /// The first route, in match order, that fits the URL and meets a condition.
        func first(where isWanted: (Route) -> Bool) -> Route? {
            search.table.firstRoute(utf8: url, in: name, where: isWanted)
        }

        /// Returns whether a variant of the namespace is among the matches of the URL, first or not.
        func fits(_ variant: LintVariant) -> Bool {
            guard let place = search.place,
                name != nil || search.table.asks(namespaceAt: place, about: url.span.bytes)
            else { return false }
            return search.table.hasMatch(utf8: url.span.bytes, of: variant.rank, at: place)
        }
    }

    private let table: RoutingTable
    private let namespace: RouteNamespace
    private let policies: NamespacePolicy.Values
    /// The place of the namespace in the table.
    private let place: Int?

    init(_ table: RoutingTable, _ namespace: RouteNamespace) {
        self.table = table
        self.namespace = namespace
        policies = namespace.policies
        place = table.place(of: namespace.name)
    }

    /// Finds a URL that passes a check.
    func witness(of parts: Parts, _ check: (Probe) -> [RouteID]?) -> LintWitness? {
        let urls = urls(of: parts)
        // A URL that is bound to the namespace proves the finding without naming it.
        for name in [nil, namespace.name] {
            for url in urls {
                let probe = Probe(search: self, url: url, name: name)
                if let found = check(probe) {
                    return LintWitness(
                        url: String(decoding: url, as: UTF8.self), namespace: name, routes: found)
                }
            }
        }
        return nil
    }

    // MARK: Writing

    private func urls(of parts: Parts) -> [[UInt8]] {
        let rest = rest(of: parts)
        return starts(parts).map { $0 + rest }
    }

    /// URLs with a scheme and a host, or without, that should have the parts; the usual one first.
    func urls(of parts: Parts, at origin: URLOrigin) -> [[UInt8]] {
        let rest = rest(of: parts)
        guard policies.scheme != .text else { return [rest, Array("/".utf8) + rest] }
        let name = parts.texts[0].map { String(decoding: $0, as: UTF8.self) } ?? origin.scheme ?? ""
        let scheme = name.isEmpty ? "" : name + ":"
        let port = parts.port.map { ":\($0)" } ?? ""
        var hosts = origin.host.map { [$0] } ?? []
        if let host = parts.texts[1], !host.isEmpty {
            hosts.append(String(decoding: host, as: UTF8.self))
        }
        var starts = hosts.flatMap { host in
            let start = "\(scheme)//\(host)\(port)"
            return rest.isEmpty ? [start, start + "/"] : [start + "/"]
        }
        if hosts.isEmpty {
            // The first segment of an app's URL usually stands where web URLs have the host.
            let isOfApp = !name.isEmpty && !WebSchemes.contains(name.utf8)
            let marks = isOfApp ? ["//", "/", "///", ""] : ["/", "///", "//"]
            starts = marks.map { scheme + $0 }
        }
        return starts.map { Array($0.utf8) + rest }
    }

    /// A URL to ask the matcher about.
    func probe(_ url: [UInt8], in name: String?) -> Probe {
        Probe(search: self, url: url, name: name)
    }

    /// The path without the first slash, and the query.
    private func rest(of parts: Parts) -> [UInt8] {
        let segments = parts.texts.dropFirst(LintVariant.firstSegment).map { encoded($0 ?? []) }
        let ending = parts.hasTrailingSlash && !segments.isEmpty ? "/" : ""
        return Array(segments.joined(separator: Array("/".utf8))) + Array(ending.utf8)
            + query(parts.query)
    }

    /// The possible beginnings of the URL, up to the first segment.
    private func starts(_ parts: Parts) -> [[UInt8]] {
        if policies.scheme == .text { return [[], Array("/".utf8)] }
        let wantsNone = parts.texts[0]?.isEmpty == true
        let scheme = parts.texts[0].map { String(decoding: $0, as: UTF8.self) }
        var starts: [String] = []
        let port = parts.port.map { ":\($0)" } ?? ""
        var schemes: [String] = []
        if let scheme { schemes = [scheme.isEmpty ? "" : scheme + ":"] }
        if scheme == nil { schemes = namespace.schemes.map { $0 + ":" } + ["", "app:", "https:"] }
        if let host = parts.texts[1], !host.isEmpty {
            let text = String(decoding: host, as: UTF8.self)
            return schemes.map { Array("\($0)//\(text)\(port)/".utf8) }
        }
        let hosts = namespace.hosts.map { $0.hasPrefix("*.") ? "www\($0.dropFirst())" : $0 }
        for scheme in schemes {
            if parts.texts[1] == nil {
                for host in hosts { starts.append("\(scheme)//\(host)\(port)/") }
                if !port.isEmpty { starts.append("\(scheme)//localhost\(port)/") }
            }
            starts.append("\(scheme)/")
            starts.append("\(scheme)//")
            starts.append("\(scheme)///")
            if parts.texts[1] == nil {
                starts += ["\(scheme)//localhost/", "\(scheme)//www.example.com/"]
            }
            if !wantsNone && !scheme.isEmpty { starts.append(scheme) }
        }
        return starts.map { Array($0.utf8) }
    }

    private func encoded(_ text: [UInt8]) -> [UInt8] {
        guard policies.decoding == .all else { return text }
        var out: [UInt8] = []
        PercentCoding.encode(text, keeping: ":@!$'()*,;", into: &out)
        return out
    }

    private func query(_ items: [(key: [UInt8], value: [UInt8]?)]) -> [UInt8] {
        guard !items.isEmpty else { return [] }
        let keyIsDecoded = policies.decoding == .all || policies.decoding == .parameters
        var out = Array("?".utf8)
        for (index, item) in items.enumerated() {
            if index > 0 { out.append(UInt8(ascii: "&")) }
            if keyIsDecoded {
                PercentCoding.encode(item.key, keeping: "", into: &out)
            } else {
                out += item.key
            }
            guard let value = item.value else { continue }
            out.append(UInt8(ascii: "="))
            if policies.decoding == .none {
                out += value
            } else {
                PercentCoding.encode(value, keeping: "", into: &out)
            }
        }
        return out
    }
}

extension RoutingTable {
    /// The first route for a URL, in the order of the matches, that a condition holds for.
    func firstRoute(
        utf8 url: [UInt8], in namespace: String? = nil, where isWanted: (Route) -> Bool
    ) -> Route? {
        var match = RouteMatch()
        var outcome = self.match(utf8: url.span.bytes, in: namespace, into: &match)
        while case .matched = outcome {
            let route = route(of: match)
            if isWanted(route) { return route }
            let previous = match
            outcome = self.match(utf8: url.span.bytes, after: previous, into: &match)
        }
        return nil
    }
}

extension WitnessSearch.Parts {
    /// The parts of a URL for one variant, with the usual texts of its classes.
    init(_ variant: LintVariant, _ classes: inout ClassPool) {
        let texts = variant.word.enumerated().map { place, type -> [UInt8]? in
            if place < LintVariant.firstSegment && classes[type] == .anything { return nil }
            if classes[type] == .path { return Array("x1".utf8) }
            return classes.commonText(type, type)
        }
        // A catch-all may match no segment.
        let kept = zip(texts, variant.word).filter { classes[$0.1] != .catchAll }.map(\.0)
        self.init(variant, texts: kept)
    }

    /// The parts of a URL for one variant, with the given texts.
    init(_ variant: LintVariant, texts: [[UInt8]?]) {
        self.texts = texts
        port = variant.port
        hasTrailingSlash = variant.trailingSlash ?? false
        add(variant)
    }

    /// The parts of a URL for two variants.
    init(_ one: LintVariant, _ other: LintVariant, texts: [[UInt8]?]) {
        self.texts = texts
        port = one.port ?? other.port
        hasTrailingSlash = (one.trailingSlash ?? other.trailingSlash) ?? false
        add(one)
        add(other)
    }

    private mutating func add(_ variant: LintVariant) {
        for condition in variant.query {
            let value: [UInt8]?
            switch condition.test {
            case .absent: continue
            case .present:
                // Some namespaces require a value with every key.
                value = []
            case .equals(let text): value = text
            case .capture(let token):
                value = CommonTexts.texts(SegmentClass(token, of: variant.shard)).first
            }
            if !query.contains(where: { $0.key == condition.key && $0.value == value }) {
                query.append((condition.key, value))
            }
        }
    }
}
