package import RouteDBRouting

/// Generates random patterns from a seed: values built part by part, and native texts for them.
///
/// With few literals, patterns overlap, which tests of the matcher need; with
/// ``Configuration/nasty`` they contain every character that has to be escaped, which tests of the
/// printer need.
package struct PatternGenerator {
    /// What patterns may contain.
    package struct Configuration: Sendable {
        /// The texts of literals.
        package var literals = ["a", "b", "ab", "1", "a-b", "x.y"]
        /// The types of parameters other than `path`.
        package var types: [ParameterType] = [
            .string, .string, .string, .int(minimum: nil, maximum: nil),
            .int(minimum: 1, maximum: 9), .hex, .slug, .bool, .oneOf(["a", "ab"]),
        ]
        package var schemes = ["app", "https", "x+y-z.1"]
        package var maximumSegments = 4
        package var hasHosts = true
        package var hasQueries = true
        package var hasGroups = true
        /// Whether there are `**` and parameters of type `path`.
        package var hasRest = true
        /// Whether segments mix literals and parameters.
        package var hasMixed = true
        /// Whether segments are something else than literals.
        package var hasParameters = true

        package init() {}

        /// Few literals and schemes, so that patterns overlap and share prefixes.
        package static var overlapping: Configuration {
            var configuration = Configuration()
            configuration.literals = ["a", "b", "ab", "a-b", "12", "A"]
            configuration.schemes = ["app", "https"]
            return configuration
        }

        /// Nothing but literals, as in tables of redirects; some contain a slash.
        package static var literal: Configuration {
            var configuration = Configuration.overlapping
            configuration.literals = [
                "a", "b", "ab", "A", "é", "12345678", "123456789", "a-text-of-more-than-16-bytes",
                "a/b",
            ]
            configuration.hasParameters = false
            configuration.hasQueries = false
            return configuration
        }

        /// Literals and types with every character that must be escaped somewhere.
        package static var nasty: Configuration {
            var configuration = Configuration()
            configuration.literals = [
                "a", ":", ":id", "/", "a/b", "%", "%41", "100%", "\\", "{", "}", "<x>", "(", ")",
                "*", "**", "?", "#", "&", "=", "a=b", "!", "!a", "é", "e\u{301}", "日本", "+", " ",
                "|", "[", "]", "^", "@", ",", "...", "x.", "👩‍👧", "\u{301}", "a:b", "x::é:", "$",
                "/:a",
            ]
            configuration.types += [
                .float, .decimal, .uuid, .date, .oneOf([",", ")", "\\", "a b", "}", "é", "/?#"]),
                .int(minimum: .min, maximum: .max), .int(minimum: nil, maximum: -1),
            ]
            return configuration
        }
    }

    package var random: SeededGenerator
    package let configuration: Configuration
    private var nextName = 0

    package init(seed: UInt64, configuration: Configuration = Configuration()) {
        random = SeededGenerator(seed: seed)
        self.configuration = configuration
    }

    /// Generates a valid pattern.
    package mutating func pattern() -> RoutePattern {
        while true {
            nextName = 0
            let scheme = random.oneIn(2) ? random.pick(configuration.schemes) : nil
            let host = configuration.hasHosts && random.oneIn(2) ? host() : nil
            let path = path()
            let query = configuration.hasQueries && random.oneIn(3) ? query() : []
            let broken = PathStructure.violation(
                in: path, hasGroups: true, afterHost: host != nil)
            if broken != nil { continue }
            return RoutePattern(scheme: scheme, host: host, path: path, query: query)
        }
    }

    private mutating func parameter() -> Parameter {
        nextName += 1
        let name = random.pick(["p", "id", "_", "user-name", "größe"]) + String(nextName)
        return Parameter(name: name, type: random.pick(configuration.types))
    }

    private mutating func host() -> HostPattern {
        let port: UInt16? = random.oneIn(4) ? random.pick([1, 80, 8080, 65535]) : nil
        switch random.below(6) {
        case 0: return HostPattern(elements: [], port: nil)
        case 1: return HostPattern(elements: [.wildcard], port: port)
        case 2: return HostPattern(elements: [.literal("[2001:db8::1]")], port: port)
        case 3:
            return HostPattern(
                elements: [.parameter(parameter()), .literal(".example.com")], port: port)
        case 4: return HostPattern(elements: [.wildcard, .literal(".example.com")], port: port)
        default:
            // Parsers fold the ASCII letters of hosts.
            let literal = random.pick(configuration.literals).utf8.map {
                0x41...0x5A ~= $0 ? $0 + 0x20 : $0
            }
            let text = String(decoding: literal, as: UTF8.self)
            return HostPattern(elements: [.literal(text)], port: port)
        }
    }

    private mutating func path() -> [PatternElement] {
        var path: [PatternElement] = []
        for _ in 0..<random.below(configuration.maximumSegments + 1) {
            let segment = [.separator] + segment()
            guard configuration.hasGroups, random.oneIn(5) else {
                path += segment
                continue
            }
            path.append(.optional(random.oneIn(4) ? [.optional(segment)] : segment))
        }
        if random.oneIn(6) { path.append(.separator) }
        return path
    }

    /// Returns the elements of one segment, sometimes with a group at its end.
    private mutating func segment() -> [PatternElement] {
        var elements: [PatternElement]
        switch configuration.hasParameters ? random.below(12) : 11 {
        case 0: return [.wildcard]
        case 1 where configuration.hasRest: return [.catchAll]
        case 2 where configuration.hasRest:
            nextName += 1
            return [.parameter(Parameter(name: "rest\(nextName)", type: .path))]
        case 3, 4, 5: elements = [.parameter(parameter())]
        case 6, 7:
            guard configuration.hasMixed else { return [.parameter(parameter())] }
            elements = mixed()
        default: elements = [.literal(random.pick(configuration.literals))]
        }
        if configuration.hasGroups, configuration.hasMixed, random.oneIn(8) {
            elements.append(.optional([.literal(random.pick(configuration.literals))]))
        }
        return elements
    }

    private mutating func mixed() -> [PatternElement] {
        var elements: [PatternElement] = []
        var isLiteral = random.oneIn(2)
        for _ in 0..<2 + random.below(3) {
            let literal = random.pick(configuration.literals)
            elements.append(isLiteral ? .literal(literal) : .parameter(parameter()))
            isLiteral.toggle()
        }
        return elements
    }

    private mutating func query() -> [QueryCondition] {
        var conditions: [QueryCondition] = []
        for _ in 0..<1 + random.below(3) {
            let key = random.pick(configuration.literals)
            if conditions.contains(where: { $0.key == key }) { continue }
            let test: QueryCondition.Test =
                switch random.below(4) {
                case 0: .equals(random.oneIn(5) ? "" : random.pick(configuration.literals))
                case 1: .capture(parameter())
                case 2: .present
                default: .absent
                }
            conditions.append(QueryCondition(key: key, test: test))
        }
        return conditions
    }
}
