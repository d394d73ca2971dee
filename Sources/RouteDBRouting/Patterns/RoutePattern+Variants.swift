extension RoutePattern {
    /// The path with each optional group either there or not.
    ///
    /// For each group from the left, the variants with it come before those without, so the
    /// longest is first; variants that are equal byte by byte are given once. A pattern that a
    /// front end made has at most ``PatternLimits/variants``; of another, only the first variant
    /// is given, which has all groups.
    ///
    /// - Complexity: Linear in the path times the number of variants.
    package func variants() -> [PatternVariant] {
        let hasGroups = path.contains { if case .optional = $0 { true } else { false } }
        guard hasGroups else { return [PatternVariant(elements: path)] }
        guard PatternExpansion.count(path) <= PatternLimits.variants else {
            return [PatternVariant(elements: Self.flattened(path))]
        }
        var variants: [PatternVariant] = []
        var seen: Set<[UInt8]> = []
        for placed in PatternExpansion.expand(path) {
            var elements = placed.map(\.element)
            if let first = elements.first, first != .separator {
                elements.insert(.separator, at: 0)
            }
            // Strings are equal when they are canonically equivalent; variants must not be.
            var printer = PatternPrinter()
            printer.write(path: elements)
            guard seen.insert(printer.bytes).inserted else { continue }
            variants.append(PatternVariant(elements: elements))
        }
        return variants
    }

    private static func flattened(_ list: [PatternElement]) -> [PatternElement] {
        list.flatMap { element in
            if case .optional(let content) = element { flattened(content) } else { [element] }
        }
    }
}

extension PatternVariant {
    /// Splits elements without groups into segments.
    init(elements: [PatternElement]) {
        var segments: [PatternSegment] = []
        var segment: [PatternElement] = []
        for element in elements {
            switch (element, segment.last) {
            case (.separator, _):
                if let whole = PatternSegment(segment) { segments.append(whole) }
                segment.removeAll(keepingCapacity: true)
            case (.literal(let text), .literal(let before)):
                segment[segment.count - 1] = .literal(before + text)
            default:
                segment.append(element)
            }
        }
        if let whole = PatternSegment(segment) { segments.append(whole) }
        self.init(segments: segments, hasTrailingSlash: elements.last == .separator)
    }
}

extension PatternSegment {
    /// Classifies the elements of a segment, `nil` for none.
    fileprivate init?(_ elements: [PatternElement]) {
        guard let first = elements.first else { return nil }
        guard elements.count == 1 else {
            self = .mixed(elements)
            return
        }
        switch first {
        case .literal(let text): self = .literal(text)
        case .parameter(let parameter):
            if case .path = parameter.type {
                self = .path(parameter)
            } else {
                self = .parameter(parameter)
            }
        case .wildcard: self = .wildcard
        case .catchAll: self = .catchAll
        case .separator, .optional: return nil
        }
    }
}
