import RouteDBRouting

extension ReferenceMatcher {
    /// Returns the text of a rest: a slash within a segment is `%2F`, and what would read as one is
    /// encoded once more.
    package static func restText(_ segments: [[UInt8]]) -> [UInt8] {
        let texts = segments.map { segment in
            let mark = /%(?=(?:25)*2[Ff])/.matchingSemantics(.unicodeScalar)
            let text = String(decoding: segment, as: UTF8.self).replacing(mark, with: "%25")
            return text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
                .joined(separator: "%2F".utf8)
        }
        return Array(texts.joined(separator: "/".utf8))
    }
}

extension ReferenceMatcher.Candidate {
    private typealias Capture = ReferenceMatcher.Capture

    /// Returns what the variant captures from a URL; `nil` if it does not fit.
    func fit(
        _ subject: ReferenceMatcher.Subject, _ policies: NamespacePolicy.Values
    ) -> [ReferenceMatcher.Capture]? {
        if let scheme, scheme != subject.scheme { return nil }
        if scheme == nil, policies.scheme == .exact, subject.scheme != nil { return nil }
        if let port = host?.port, port != subject.port { return nil }
        if let hasTrailingSlash, hasTrailingSlash != subject.hasTrailingSlash { return nil }
        guard let inHost = fitHost(subject),
            let inPath = Self.fit(segments[...], subject.segments[...], rules),
            let inQuery = fitQuery(subject)
        else { return nil }
        return inHost + inPath + inQuery
    }

    // MARK: Host

    private func fitHost(
        _ subject: ReferenceMatcher.Subject
    ) -> [ReferenceMatcher.Capture]? {
        guard let elements = host?.elements else { return [] }
        guard let text = subject.host, !text.isEmpty else { return elements.isEmpty ? [] : nil }
        if elements.isEmpty { return nil }
        return Self.fit(
            elements[...], text[...], rules.refusingEmpty, dots: elements.count == 1,
            limit: Self.limit(elements))
    }

    // MARK: Path

    /// Tries every number of segments for each rest, fewest first.
    private static func fit(
        _ pattern: ArraySlice<PatternSegment>, _ texts: ArraySlice<[UInt8]>, _ rules: Rules
    ) -> [ReferenceMatcher.Capture]? {
        guard let first = pattern.first else { return texts.isEmpty ? [] : nil }
        let rest = pattern.dropFirst()
        switch first {
        case .path(let parameter):
            return fitRest(parameter.name, 1, rest, texts, rules)
        case .catchAll:
            return fitRest(nil, 0, rest, texts, rules)
        default:
            guard let text = texts.first, let own = fit(first, text, rules),
                let others = fit(rest, texts.dropFirst(), rules)
            else { return nil }
            return own + others
        }
    }

    private static func fitRest(
        _ name: String?, _ least: Int, _ rest: ArraySlice<PatternSegment>,
        _ texts: ArraySlice<[UInt8]>, _ rules: Rules
    ) -> [ReferenceMatcher.Capture]? {
        for count in least..<max(least, texts.count + 1) {
            guard let others = fit(rest, texts.dropFirst(count), rules) else { continue }
            let segments = Array(texts.prefix(count))
            let taken =
                rules.encodesSlashes
                ? ReferenceMatcher.restText(segments)
                : Array(segments.joined(separator: [UInt8(ascii: "/")]))
            return [Capture(name: name, text: taken)] + others
        }
        return nil
    }

    // MARK: Segment

    private static func fit(
        _ segment: PatternSegment, _ text: [UInt8], _ rules: Rules
    ) -> [ReferenceMatcher.Capture]? {
        switch segment {
        case .literal(let literal):
            return folded(text[...], rules.foldsCase)
                == folded(Array(literal.utf8)[...], rules.foldsCase)
                ? [] : nil
        case .parameter(let parameter):
            return rules.accepts(parameter, text[...])
                ? [Capture(name: parameter.name, text: text)] : nil
        case .mixed(let elements):
            return fit(elements[...], text[...], rules, dots: true, limit: limit(elements))
        case .wildcard: return [Capture(name: nil, text: text)]
        case .path, .catchAll: return nil
        }
    }

    /// Returns the longest text that several parameters may share.
    private static func limit(_ elements: [PatternElement]) -> Int {
        let parameters = elements.count { if case .literal = $0 { false } else { true } }
        return parameters > 1 ? PatternLimits.mixedSegmentBytes : .max
    }

    /// Tries every length for each parameter, shortest first.
    private static func fit(
        _ elements: ArraySlice<PatternElement>, _ text: ArraySlice<UInt8>, _ rules: Rules,
        dots: Bool, limit: Int = .max
    ) -> [ReferenceMatcher.Capture]? {
        if text.count > limit { return nil }
        guard let first = elements.first else { return text.isEmpty ? [] : nil }
        let rest = elements.dropFirst()
        if case .literal(let literal) = first {
            let expected = Array(literal.utf8)[...]
            guard
                folded(text.prefix(expected.count), rules.foldsCase)
                    == folded(expected, rules.foldsCase)
            else { return nil }
            return fit(rest, text.dropFirst(expected.count), rules, dots: dots)
        }
        for length in 0...text.count {
            let value = text.prefix(length)
            if !dots, value.contains(UInt8(ascii: ".")) { return nil }
            var name: String?
            if case .parameter(let parameter) = first {
                guard rules.accepts(parameter, value) else { continue }
                name = parameter.name
            } else if length == 0 {
                continue
            }
            if let others = fit(rest, text.dropFirst(length), rules, dots: dots) {
                return [Capture(name: name, text: Array(value))] + others
            }
        }
        return nil
    }

    private static func folded(_ text: ArraySlice<UInt8>, _ folds: Bool) -> [UInt8] {
        guard folds else { return Array(text) }
        return text.map { 0x41...0x5A ~= $0 ? $0 + 0x20 : $0 }
    }
}
