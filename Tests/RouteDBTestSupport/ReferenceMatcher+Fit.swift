import RouteDBRouting

extension ReferenceMatcher.Candidate {
    private typealias Capture = ReferenceMatcher.Capture

    /// What the variant captures of a URL, if it fits.
    func fit(
        _ subject: ReferenceMatcher.Subject, _ policies: NamespacePolicies
    ) -> [ReferenceMatcher.Capture]? {
        if let scheme, scheme != subject.scheme { return nil }
        if let port = host?.port, port != subject.port { return nil }
        if let hasTrailingSlash, hasTrailingSlash != subject.hasTrailingSlash { return nil }
        let foldsCase = policies.letterCase == .insensitive
        guard let inHost = fitHost(subject, foldsCase),
            let inPath = Self.fit(segments[...], subject.segments[...], foldsCase),
            let inQuery = fitQuery(subject)
        else { return nil }
        return inHost + inPath + inQuery
    }

    // MARK: Host

    private func fitHost(
        _ subject: ReferenceMatcher.Subject, _ foldsCase: Bool
    ) -> [ReferenceMatcher.Capture]? {
        guard let elements = host?.elements else { return [] }
        guard let text = subject.host, !text.isEmpty else { return elements.isEmpty ? [] : nil }
        if elements.isEmpty { return nil }
        return Self.fit(
            elements[...], text[...], foldsCase, dots: elements.count == 1,
            limit: Self.limit(elements))
    }

    // MARK: Path

    /// Tries every number of segments for each rest, the fewest first.
    private static func fit(
        _ pattern: ArraySlice<PatternSegment>, _ texts: ArraySlice<[UInt8]>, _ foldsCase: Bool
    ) -> [ReferenceMatcher.Capture]? {
        guard let first = pattern.first else { return texts.isEmpty ? [] : nil }
        let rest = pattern.dropFirst()
        switch first {
        case .path(let parameter):
            return fitRest(parameter.name, 1, rest, texts, foldsCase)
        case .catchAll:
            return fitRest(nil, 0, rest, texts, foldsCase)
        default:
            guard let text = texts.first, let own = fit(first, text, foldsCase),
                let others = fit(rest, texts.dropFirst(), foldsCase)
            else { return nil }
            return own + others
        }
    }

    private static func fitRest(
        _ name: String?, _ least: Int, _ rest: ArraySlice<PatternSegment>,
        _ texts: ArraySlice<[UInt8]>, _ foldsCase: Bool
    ) -> [ReferenceMatcher.Capture]? {
        for count in least..<max(least, texts.count + 1) {
            guard let others = fit(rest, texts.dropFirst(count), foldsCase) else { continue }
            let taken = Array(texts.prefix(count).joined(separator: [UInt8(ascii: "/")]))
            return [Capture(name: name, text: taken)] + others
        }
        return nil
    }

    // MARK: Segment

    private static func fit(
        _ segment: PatternSegment, _ text: [UInt8], _ foldsCase: Bool
    ) -> [ReferenceMatcher.Capture]? {
        switch segment {
        case .literal(let literal):
            return folded(text[...], foldsCase) == folded(Array(literal.utf8)[...], foldsCase)
                ? [] : nil
        case .parameter(let parameter):
            return accepts(parameter, text[...])
                ? [Capture(name: parameter.name, text: text)] : nil
        case .mixed(let elements):
            return fit(elements[...], text[...], foldsCase, dots: true, limit: limit(elements))
        case .wildcard: return [Capture(name: nil, text: text)]
        case .path, .catchAll: return nil
        }
    }

    /// How long a text several parameters share at most.
    private static func limit(_ elements: [PatternElement]) -> Int {
        let parameters = elements.count { if case .literal = $0 { false } else { true } }
        return parameters > 1 ? PatternLimits.mixedSegmentBytes : .max
    }

    /// Tries every length for each parameter, the shortest first.
    private static func fit(
        _ elements: ArraySlice<PatternElement>, _ text: ArraySlice<UInt8>, _ foldsCase: Bool,
        dots: Bool, limit: Int = .max
    ) -> [ReferenceMatcher.Capture]? {
        if text.count > limit { return nil }
        guard let first = elements.first else { return text.isEmpty ? [] : nil }
        let rest = elements.dropFirst()
        if case .literal(let literal) = first {
            let expected = Array(literal.utf8)[...]
            guard folded(text.prefix(expected.count), foldsCase) == folded(expected, foldsCase)
            else { return nil }
            return fit(rest, text.dropFirst(expected.count), foldsCase, dots: dots)
        }
        guard !text.isEmpty else { return nil }
        for length in 1...text.count {
            let value = text.prefix(length)
            if !dots, value.contains(UInt8(ascii: ".")) { return nil }
            var name: String?
            if case .parameter(let parameter) = first {
                guard accepts(parameter, value) else { continue }
                name = parameter.name
            }
            if let others = fit(rest, text.dropFirst(length), foldsCase, dots: dots) {
                return [Capture(name: name, text: Array(value))] + others
            }
        }
        return nil
    }

    static func accepts(_ parameter: Parameter, _ text: ArraySlice<UInt8>) -> Bool {
        !text.isEmpty && parameter.type.accepts(Array(text).span.bytes)
    }

    private static func folded(_ text: ArraySlice<UInt8>, _ folds: Bool) -> [UInt8] {
        guard folds else { return Array(text) }
        return text.map { 0x41...0x5A ~= $0 ? $0 + 0x20 : $0 }
    }
}
