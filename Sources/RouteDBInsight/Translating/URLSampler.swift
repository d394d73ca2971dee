import RouteDBRouting

/// The SplitMix64 generator: equal seeds give equal numbers on every platform.
struct NumberStream: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Returns a number from 0 up to, but not including, a bound.
    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

    /// Returns `true` once in `times` calls on average.
    mutating func oneIn(_ times: Int) -> Bool { below(times) == 0 }

    /// Returns an element of an array, which must not be empty.
    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[below(elements.count)]
    }

    /// Returns the elements in random order.
    mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
        var elements = elements
        for index in elements.indices.dropFirst() { elements.swapAt(index, below(index + 1)) }
        return elements
    }
}

/// The parts of a generated URL, as they are written.
struct URLDraft {
    /// The text that precedes the segments.
    enum Form: CaseIterable {
        /// Nothing: the whole URL consists of segments.
        case text
        /// `scheme://`, with the first segment as authority.
        case authority
        /// `scheme:/`
        case scheme
        /// `scheme:///`
        case emptyAuthority
        /// `scheme:`
        case bareScheme
        /// `/`
        case rooted
        /// `//`
        case network
        /// `scheme://x1/`
        case host
        /// `https://www.example.com/`
        case web
        /// `scheme://localhost:80/`
        case local
    }

    var form: Form
    var scheme: String
    /// The host, if the pattern has one.
    var host: String?
    var segments: [String]
    /// The text after the last segment.
    var ending = ""
    var query = ""
    var fragment = ""

    /// The URL.
    var text: String { start + segments.joined(separator: "/") + ending + query + fragment }

    private var start: String {
        if let host {
            switch form {
            case .network: return "//\(host)/"
            case .text, .rooted, .bareScheme: break
            case .authority, .scheme, .emptyAuthority, .host, .web, .local:
                return "\(scheme)://\(host)/"
            }
        }
        return switch form {
        case .text: ""
        case .authority: "\(scheme)://"
        case .scheme: "\(scheme):/"
        case .emptyAuthority: "\(scheme):///"
        case .bareScheme: "\(scheme):"
        case .rooted: "/"
        case .network: "//"
        case .host: "\(scheme)://x1/"
        case .web: "https://www.example.com/"
        case .local: "\(scheme)://localhost:80/"
        }
    }
}

/// Generates URLs that the routes of a namespace match, and others that they almost match.
///
/// The seed determines the URLs. First, in random order, come URLs that differ in one respect from
/// the simplest one of a variant of the pattern: in how they begin, in a value, in the spelling of
/// a literal, in slashes, query or fragment. Then come URLs that differ in several respects.
struct URLSampler {
    private let policies: NamespacePolicy.Values
    private let schemes: [String]
    private let hosts: [String]
    private let rules: [String: ParameterConverter.Rule]
    /// The literals of all patterns: values to try where another pattern has a parameter.
    private let literals: [String]
    private let keys: [String]
    private var numbers: NumberStream

    /// Creates a sampler.
    init(
        _ patterns: [RoutePattern], policies: NamespacePolicy.Values, schemes: [String],
        hosts: [String], converters: [ParameterConverter], seed: UInt64
    ) {
        self.policies = policies
        self.schemes = schemes.isEmpty ? ["app"] : schemes
        self.hosts = hosts.map { $0.hasPrefix("*.") ? "www\($0.dropFirst())" : $0 }
        rules = Dictionary(
            converters.map { ($0.name, $0.rule) }, uniquingKeysWith: { first, _ in first })
        var literals: Set<String> = []
        var keys: Set<String> = []
        for pattern in patterns {
            for element in pattern.path {
                if case .literal(let text) = element { literals.insert(text) }
            }
            for parameter in pattern.parameters.prefix(4) where parameter.name.utf8.count < 32 {
                keys.insert(parameter.name)
            }
        }
        self.literals = literals.sorted()
        self.keys = keys.sorted()
        numbers = NumberStream(seed: seed)
    }

    /// Generates URLs for one pattern.
    mutating func urls(of pattern: RoutePattern, count: Int) -> [String] {
        let variants = pattern.variants(order: policies.groups)
        var simple: [String] = []
        for variant in variants { simple += simpleVariations(of: variant, pattern) }
        var urls = Array(numbers.shuffled(simple).prefix(count))
        while urls.count < count {
            urls.append(mixedVariation(of: numbers.pick(variants), pattern))
        }
        return urls
    }

    // MARK: Drafts

    /// A place in a pattern that takes a value.
    private enum Place {
        case parameter(ParameterType)
        case wildcard
        case rest
    }

    /// Returns the simplest URL of a variant, with some values replaced.
    private func draft(
        _ variant: PatternVariant, _ pattern: RoutePattern, values: [Int: String] = [:],
        places: inout [Place]
    ) -> URLDraft {
        let host = pattern.host.map { host in
            host.elements.map { text(of: $0, values, &places) }.joined()
                + (host.port.map { ":\($0)" } ?? "")
        }
        let segments = variant.segments.map { segment in
            switch segment {
            case .literal(let text): written(text)
            case .parameter(let parameter), .path(let parameter):
                text(of: .parameter(parameter), values, &places)
            case .mixed(let elements):
                elements.map { text(of: $0, values, &places) }.joined()
            case .wildcard: text(of: .wildcard, values, &places)
            case .catchAll: text(of: .catchAll, values, &places)
            }
        }
        var draft = URLDraft(
            form: form(of: pattern), scheme: pattern.scheme ?? schemes[0], host: host,
            segments: segments, ending: variant.hasTrailingSlash && !segments.isEmpty ? "/" : "")
        draft.query = query(of: pattern)
        return draft
    }

    private func text(
        of element: PatternElement, _ values: [Int: String], _ places: inout [Place]
    ) -> String {
        let plain: String
        switch element {
        case .literal(let text): return written(text)
        case .parameter(let parameter):
            places.append(.parameter(parameter.type))
            plain = SampleValues.plain(parameter.type, rules: rules)
        case .catchAll:
            places.append(.rest)
            plain = "r/s"
        case .wildcard, .separator, .optional:
            places.append(.wildcard)
            plain = "w1"
        }
        return values[places.count - 1] ?? plain
    }

    private func values(for place: Place) -> [String] {
        switch place {
        case .parameter(let type): SampleValues.all(type, rules: rules)
        case .wildcard: SampleValues.all(.string, rules: rules)
        case .rest: SampleValues.rests
        }
    }

    /// Returns a literal as it is written in a URL.
    private func written(_ literal: String) -> String {
        policies.decoding == .all ? literal.percentEncoded : literal
    }

    private func form(of pattern: RoutePattern) -> URLDraft.Form {
        if policies.scheme == .text { return .text }
        if pattern.host != nil { return pattern.scheme == nil ? .network : .authority }
        let takesHost = policies.host != .match && policies.host != .ignore
        guard pattern.scheme != nil || policies.scheme == .required else { return .rooted }
        return takesHost ? .authority : .scheme
    }

    /// Returns a query that meets the pattern's conditions.
    private func query(of pattern: RoutePattern) -> String {
        let items = pattern.query.compactMap { condition -> String? in
            let key = condition.key.percentEncoded
            switch condition.test {
            case .equals(let value): return "\(key)=\(value.percentEncoded)"
            case .capture(let parameter):
                return "\(key)=\(SampleValues.plain(parameter.type, rules: rules))"
            case .present: return key
            case .absent: return nil
            }
        }
        return items.isEmpty ? "" : "?" + items.joined(separator: "&")
    }

    // MARK: Variations

    private mutating func simpleVariations(
        of variant: PatternVariant, _ pattern: RoutePattern
    ) -> [String] {
        var places: [Place] = []
        let plain = draft(variant, pattern, places: &places)
        var urls = [plain.text]
        func vary(_ change: (inout URLDraft) -> Void) {
            var other = plain
            change(&other)
            urls.append(other.text)
        }
        for form in URLDraft.Form.allCases { vary { $0.form = form } }
        for scheme in schemes + ["zz"] { vary { $0.scheme = scheme } }
        vary { $0.scheme = $0.scheme.uppercased() }
        for host in hosts + ["www.example.com"] where plain.host != nil { vary { $0.host = host } }
        let some = Array(numbers.shuffled(literals).prefix(8)).map(written)
        for (number, place) in places.enumerated() {
            for value in values(for: place) + some {
                var ignored: [Place] = []
                urls.append(
                    draft(variant, pattern, values: [number: value], places: &ignored).text)
            }
        }
        for query in queries { vary { $0.query = query } }
        for fragment in Self.fragments { vary { $0.fragment = fragment } }
        for ending in Self.endings { vary { $0.ending = ending } }
        // The meaning of slashes may depend on how the URL begins.
        for form in URLDraft.Form.allCases {
            vary {
                $0.form = form
                $0.ending += "/"
            }
            vary {
                $0.form = form
                $0.segments.insert("", at: 0)
            }
        }
        for index in plain.segments.indices {
            for spelling in Self.spellings(of: plain.segments[index]) {
                vary { $0.segments[index] = spelling }
            }
            vary { $0.segments.remove(at: index) }
            vary { $0.segments.insert("", at: index) }
            vary { $0.segments.insert("x1", at: index) }
        }
        return urls
    }

    private mutating func mixedVariation(
        of variant: PatternVariant, _ pattern: RoutePattern
    ) -> String {
        var places: [Place] = []
        _ = draft(variant, pattern, places: &places)
        var chosen: [Int: String] = [:]
        for (number, place) in places.enumerated() where !numbers.oneIn(3) {
            chosen[number] = numbers.pick(values(for: place))
        }
        places = []
        var url = draft(variant, pattern, values: chosen, places: &places)
        if numbers.oneIn(2) { url.form = numbers.pick(URLDraft.Form.allCases) }
        if numbers.oneIn(3) { url.query = numbers.pick(queries) }
        if numbers.oneIn(3) { url.fragment = numbers.pick(Self.fragments) }
        if numbers.oneIn(3) { url.ending = numbers.pick(Self.endings) }
        if numbers.oneIn(6) {
            url.segments.insert("", at: numbers.below(url.segments.count + 1))
        } else if numbers.oneIn(4), !url.segments.isEmpty {
            let index = numbers.below(url.segments.count)
            url.segments[index] = numbers.pick(Self.spellings(of: url.segments[index]))
        }
        return url.text
    }

    private var queries: [String] {
        Self.queries + keys.prefix(4).map { "?\($0.percentEncoded)=q" }
    }

    private static let endings = ["", "/", "//", "/x1"]

    private static let queries = [
        "", "?", "?a=1", "?a=1&a=2", "?a=1&a", "?a", "?a=", "?=v", "?a=b+c", "?a=b%20c", "?a=%2B",
        "?%61=1", "?a+b=1", "?a=1&b", "?a=%FF", "?a=/b/c", "?a=b=c",
    ]

    private static let fragments = [
        "#", "#f", "#a=1", "#a", "#/x1/y", "#x1?b=2", "#/x1?b=2", "#b=x+y&c=%20", "#a=1?b", "##",
    ]

    /// Returns other spellings of a segment.
    private static func spellings(of segment: String) -> [String] {
        let first = segment.utf8.first.map { byte in
            "%" + String(byte, radix: 16, uppercase: true) + segment.dropFirst()
        }
        return [
            segment.uppercased(), segment.lowercased(), first ?? "%20",
            segment.percentDecoded ?? segment, segment.percentEncoded, segment + "x",
        ]
    }
}
