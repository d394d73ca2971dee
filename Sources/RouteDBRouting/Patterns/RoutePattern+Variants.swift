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
        var variants: [PatternVariant] = []
        forEachPath { _, path in variants.append(PatternVariant(elements: path)) }
        return variants
    }

    /// Gives the paths of the ``variants()`` and their numbers to a closure.
    ///
    /// A path has no groups, and no two literals adjacent; the usual one is not copied.
    func forEachPath(_ body: (Int, [PatternElement]) -> Void) {
        guard needsExpansion else { return body(0, path) }
        guard PatternExpansion.count(path) <= PatternLimits.variants else {
            return body(0, Self.joined(Self.flattened(path)))
        }
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
            body(seen.count - 1, Self.joined(elements))
        }
    }

    /// Whether the path has groups, or literals that touch, as a front end leaves none.
    private var needsExpansion: Bool {
        var followsLiteral = false
        for element in path {
            switch element {
            case .optional: return true
            case .literal:
                if followsLiteral { return true }
                followsLiteral = true
            default: followsLiteral = false
            }
        }
        return false
    }

    /// Elements without groups, with the literals that touch made one.
    private static func joined(_ elements: [PatternElement]) -> [PatternElement] {
        var joined: [PatternElement] = []
        for element in elements {
            if case .literal(let text) = element, case .literal(let before)? = joined.last {
                joined[joined.count - 1] = .literal(before + text)
            } else {
                joined.append(element)
            }
        }
        return joined
    }

    private static func flattened(_ list: [PatternElement]) -> [PatternElement] {
        list.flatMap { element in
            if case .optional(let content) = element { flattened(content) } else { [element] }
        }
    }
}

extension PatternVariant {
    /// Splits a path without groups, and with no two literals adjacent, into segments.
    init(elements: [PatternElement]) {
        var segments: [PatternSegment] = []
        var segment: [PatternElement] = []
        for element in elements {
            guard case .separator = element else {
                segment.append(element)
                continue
            }
            if let whole = PatternSegment(segment) { segments.append(whole) }
            segment.removeAll(keepingCapacity: true)
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
